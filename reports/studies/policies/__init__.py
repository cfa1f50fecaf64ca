"""The report of the study of policies."""
