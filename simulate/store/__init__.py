"""What was played, on disk: runs of sealed blocks, their manifest, and the answers made of them.

Others take a `Run` and its tables. Only `opening` makes a folder ready to be played into.
"""
