"""The script `simulate`, from its first moment on: Ctrl-C while modules are imported ends it in one line."""

import os
import signal
import sys


def script() -> None:
    """The program; whoever stops it before it can say so itself is told the same."""
    handled = False
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not in the background of a shell
        signal.signal(signal.SIGINT, end_at_once)
        handled = True

    from simulate.cli import script as program

    program(raise_again if handled else None)


def raise_again() -> None:
    """Let Ctrl-C raise an error as usual, for now somebody tells it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def end_at_once(number: int, frame: object) -> None:
    """Say that nothing was begun, and how to begin again; nothing of ours is imported: it may be half so."""
    import shlex

    again = shlex.join(["simulate", *sys.argv[1:]])
    shown = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in again)
    os.write(2, f"simulate: interrupted; again: {shown}\n".encode(errors="backslashreplace"))
    os._exit(130)
