"""Naive twins of the engines: slow, obvious judges that share no code with the package.

A twin reads a game record and recomputes everything from the tiles and pieces that lie on the table. It is
wrong only where the rules were misread, never where an engine was made fast.
"""
