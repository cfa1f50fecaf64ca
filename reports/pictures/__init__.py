"""Pictures of numbers, in one style, as PNG and SVG, with the fonts that they need.

A picture takes estimates and their words, and knows no run.
"""
