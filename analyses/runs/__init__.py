"""What one run tells: how its games went, its tables for others, chances in a position.

A run goes in, and small tidy tables with intervals come out; no second run is asked.
"""
