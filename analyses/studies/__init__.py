"""Questions with many arms: study files, those that are shipped, and the laws and models of these.

A study is a TOML file. A package beside it of the same name holds what its numbers need in Python.
"""
