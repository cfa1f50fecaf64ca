"""The report on the study of numbers in Catan."""
