"""``python -m simulate`` is the program `simulate`."""

from simulate.cli import script

if __name__ == "__main__":
    script()
