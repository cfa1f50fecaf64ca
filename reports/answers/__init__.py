"""What is said of a question: comparisons, sweeps, ladders of strength, and studies.

Findings in words, the pictures beside them and the page that holds both.
"""
