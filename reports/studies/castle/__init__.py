"""The report on the study of Castle."""
