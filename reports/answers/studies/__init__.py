"""The reports of studies: a package each, named as its command."""
