"""The report of the study of seats."""
