"""`simulate app`: the lab in the browser."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from simulate.io.console import note, say


@click.command("app", short_help="Ask in the browser: choose rules, see answers grow.")
@click.option(
    "--port",
    default=0,
    metavar="PORT",
    type=click.IntRange(0, 65535),
    help="Where it listens.  [default: any that is free]",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def command(port: int, no_browser: bool) -> None:
    """Open a page in the browser that asks what a rule does and shows the answer as it grows.

    \b
    simulate app

    The page is served by this program on this machine, to nobody else. Games and answers are those of the
    command line: they lie in this folder under runs/, comparisons/, sweeps/ and studies/. Ctrl-C ends it, and
    loses nothing.
    """
    from reports.lab.server import serve

    def opened(address: str) -> None:
        say(address)
        note("the lab is open; Ctrl-C closes it")
        if not no_browser:
            import webbrowser

            webbrowser.open(address)

    with suppress(KeyboardInterrupt):
        serve(Path.cwd(), port, opened)
    note("the lab is closed; all games are kept")
