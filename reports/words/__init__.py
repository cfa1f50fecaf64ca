"""Sentences: numbers, rules and findings in plain words.

Words are made here from numbers that `analyses` gives; no page and no picture is known.
"""
