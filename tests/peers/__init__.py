"""Bridges to other programs, for a developer who has them installed; no dependencies.

``make peers`` plays the matches. Nothing of another program is kept here: it is imported at run time, and
where it is missing the command says so.
"""
