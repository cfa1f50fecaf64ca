"""The study of numbers in Catan: what it plays and finds."""
