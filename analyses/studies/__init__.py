"""Studies: a package each, named as its command, and what they are all made of."""
