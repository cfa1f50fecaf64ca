"""The command line: bare options play games, verbs do the rest.

Exit codes: 0 done, 1 failure (or "not legal", "not reached"), 2 usage, 130 interrupted (Ctrl-C or SIGTERM).
"""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import io
import keyword
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import nullcontext, suppress
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any

import click

from rules.errors import FailedError, Notice, UserError
from simulate import __version__
from simulate.cli.aids import aided
from simulate.cli.help import Group, write_options, write_verbs
from simulate.cli.options import UNTIL, all_of, most_games, run_option, was_given
from simulate.io.shell import command_of, visible
from simulate.plans.request import FIELDS, Request
from simulate.plans.trust import all_trusted

COMPLETE = "_SIMULATE_COMPLETE"
"""The environment variable by which a shell asks what a word may become."""

COMMANDS = Path(__file__).with_name("commands")

EVERYWHERE = {"debug": ("--debug",), "trust": ("--trust",), "quiet": ("-q", "--quiet")}
"""Options that may stand anywhere in a command, of every verb."""


class Verbs(Group):
    """A group whose verbs are the modules of `simulate.cli.commands`, imported only when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every verb, by name."""
        return sorted(path.stem.rstrip("_") for path in COMMANDS.glob("[a-z]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        command = importlib.import_module(f"simulate.cli.commands.{module}").command
        assert isinstance(command, click.Command)
        return aided(command)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the verbs are, then the options."""
        write_verbs(self, ctx, formatter)
        write_options(self, ctx, formatter)


SHOWN = {"help_option_names": ["-h", "--help"], "show_default": True}
"""Of the help of every verb."""


@click.group(cls=Verbs, invoke_without_command=True, context_settings=SHOWN)
@all_of(*map(run_option, FIELDS))
@UNTIL
@click.option("--json", "as_json", is_flag=True, help="Print the summary as one JSON object.")
@click.option("-q", "--quiet", is_flag=True, help="Say results and errors only; works with every verb.")
@click.option("--debug", is_flag=True, help="Show the traceback of an error; works with every verb.")
@click.option(
    "--trust",
    is_flag=True,
    help="Execute the policy code that a run holds, once you have read it; every verb.",
)
@click.version_option(__version__, prog_name="houserules")
@click.pass_context
def program(ctx: click.Context, /, **given: Any) -> None:
    """Play board games by the hundred thousand and see what a rule does.

    \b
    simulate -g starwars -n 100k                  play, summarise, keep the run
    simulate -g starwars --rule dice_cap=4        the same under another rule
    simulate -g starwars --until win_share=0.5pp  as many games as that takes
    simulate report                               a page about the newest run

    The same command again continues an unfinished run, or opens a finished one. Tab completes verbs, games,
    rules and more: simulate completion --help.
    """
    if ctx.invoked_subcommand is not None:
        return
    if given["game"] is None:
        if any(was_given(str(param.name)) and param.name not in EVERYWHERE for param in ctx.command.params):
            raise UserError("say which game: --game starwars (simulate games lists them)")
        click.echo(ctx.get_help())
        return
    from simulate.cli.main_job import play_and_summarise

    asked = {name: given[name] for name in FIELDS}
    if given["until"]:
        asked["n"] = most_games(asked["n"])
    play_and_summarise(Request(**asked), given["as_json"], given["until"])


aided(program)


def _go_on(message: object) -> str:
    """The message, and the command that goes on: the same one again."""
    return f"{message}; again: {command_of(['simulate', *sys.argv[1:]])}"


LONGEST = 1_500
"""Letters of a message; of a longer one, which repeats what was given, the middle is left out."""


def _fail(message: object, code: int) -> None:
    text = visible(str(message))
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    print(f"simulate: {text}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def _show(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: Any, **__: Any
) -> None:
    """Print a notice in one line, and any other warning as Python does."""
    own = issubclass(category, Notice)
    text = f"simulate: {message}" if own else warnings.formatwarning(message, category, filename, lineno)
    print(visible(text.rstrip("\n"), kept="" if own else "\n"), file=sys.stderr)  # noqa: T201


def _like_ctrl_c(number: int, frame: object) -> None:
    """Let SIGTERM, which schedulers and shutdowns send, end the work as Ctrl-C does: nothing is lost."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def _once_more(before: Callable[..., object], told: sys.UnraisableHookArgs) -> None:
    """Ctrl-C in a callback ends nothing, Python says and forgets it: the same again when that is over."""
    if issubclass(told.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    else:
        before(told)


STDERR = 2
"""Its number: where a message goes when Python itself no longer writes."""

ENOUGH = 3
"""The Ctrl-C that ends the program at once: compiled code that does not end keeps Python from heeding any."""

SHOW_CURSOR = "\x1b[?25h\n"
"""To a terminal, where a line of progress may have hidden it."""


def _count_ctrl_c(told: int) -> None:
    """Read the numbers of signals from a pipe, and end the program when Ctrl-C came often enough."""
    left = ENOUGH
    with open(told, "rb", buffering=0) as pipe:
        while number := pipe.read(1):
            left -= number[0] == signal.SIGINT
            if left == 0:
                begin = SHOW_CURSOR if os.isatty(STDERR) else ""
                os.write(STDERR, f"{begin}simulate: {_go_on('interrupted')}\n".encode())
                os._exit(130)


def _heed_signals() -> int:
    """Let whatever signal, at whatever moment, end the work; the pipe into which signals are noted."""
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_count_ctrl_c, args=(told,), daemon=True).start()
    signal.signal(signal.SIGTERM, _like_ctrl_c)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    sys.unraisablehook = partial(_once_more, sys.unraisablehook)
    return tell


def _end_by_signals(tell: int) -> None:
    """All is done and said: from here on a signal ends the process at once, and no traceback is shown."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.set_wakeup_fd(-1)  # which is another by now if a policy runs an event loop
    os.close(tell)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


WHO = {"policy": ("panel", "--panel"), "search": ("policy", "--policy search:4")}
"""Options by which some commands say who plays: which other one does it elsewhere, and how it is written."""


def _no_option(error: click.NoSuchOption) -> str:
    """An option that there is not, with those spelt alike; of game and players, what to do instead."""
    name = error.option_name.strip("-")
    every = error.possibilities or ()
    alike = [each for each in every if SequenceMatcher(None, each.strip("-"), name).ratio() > 0.7]
    text = click.NoSuchOption(error.option_name, possibilities=alike, ctx=error.ctx).format_message()
    if error.ctx is None:
        return text
    command = error.ctx.command
    other, how = WHO.get(name, ("", ""))
    if any(param.name == other for param in command.params):
        return f"{text.removesuffix('.')}: who plays is said with {how}"
    if name not in ("game", "g"):
        return text
    does = command.get_short_help_str(80)
    if any(param.name == "run" for param in command.params):
        does = "a run says which game; play one with simulate --game GAME, then name it"
    return f"{text.removesuffix('.')}: {does}"


def _check_streams() -> None:
    """Put something in the place of streams that are closed; without stdout there is no use in beginning."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            if nothing != number:  # or the next file that is opened would be taken for the stream
                os.dup2(nothing, number)
                os.close(nothing)
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))
            if name == "stdout":
                _fail("stdout is closed, and results go there; > /dev/null if nobody reads them", 2)


NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors of writing. Whoever writes a file names it, so one without a name is of stdout."""


def main(begin: Callable[[], object] | None = None) -> None:
    """Run the program and turn every error into one line and an exit code; `begin` is called when it can."""
    _check_streams()
    if sys.platform == "win32":
        _fail("needs Linux or macOS; on Windows it runs inside WSL", 1)
    # Imports make many objects and no garbage: collecting took a tenth of the start.
    gc.set_threshold(1_000_000)
    before = sys.unraisablehook
    tell = _heed_signals() if threading.current_thread() is threading.main_thread() else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what it has no sign for is shown by its code
    given = {name for name, flags in EVERYWHERE.items() if not set(flags).isdisjoint(sys.argv[1:])}
    args = [arg for arg in sys.argv[1:] if not any(arg in flags for flags in EVERYWHERE.values())]
    debug = "debug" in given
    if "quiet" in given:
        from simulate.io.console import err

        err().quiet = True
    if COMPLETE in os.environ:
        import simulate.cli.shells  # noqa: F401  (how bash, zsh and fish are answered)
    try:
        if begin is not None:
            begin()
        with warnings.catch_warnings(), all_trusted() if "trust" in given else nullcontext():
            warnings.simplefilter("default", Notice)
            warnings.showwarning = _show
            program.main(args, prog_name="simulate", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        if debug:
            raise
        usage = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "simulate"
        text = _no_option(error) if isinstance(error, click.NoSuchOption) else error.format_message()
        text = " ".join(text.split())
        _fail(f"{text}{'' if text.endswith(('.', '?', '?)')) else '.'} Help: {usage} --help", 2)
    except UserError as error:
        if debug:
            raise
        _fail(_go_on(error) if error.goes_on else error, 2)
    except (click.Abort, KeyboardInterrupt):
        _fail(_go_on("interrupted"), 130)
    except MemoryError:
        if debug:
            raise
        _fail(_go_on("there was not enough memory"), 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # so modules in C tell it that are being loaded
            _fail(_go_on("interrupted"), 130)
        if debug:
            raise
        text = " ".join(str(error).split())
        if isinstance(error, FailedError):
            _fail(_go_on(text) if error.goes_on else text, 1)
        if isinstance(error, OSError) and error.strerror:  # the disk is full, a file has vanished
            nameless = "stdout" if error.errno in NO_ROOM else "a file"
            _fail(_go_on(f"{error.filename or nameless}: {error.strerror}"), 1)
        from rules.games import OWN, names

        others = [f"the package {name}" for name in names() if name not in OWN and name in sys.modules]
        whose = " or ".join(("houserules", *others))  # a fault may be that of a user's own game
        _fail(f"{type(error).__name__}: {text} (a fault of {whose}; --debug shows where)", 1)
    finally:
        if tell is not None:
            _end_by_signals(tell)
        sys.unraisablehook = before
        if workers := sys.modules.get("simulate.working.workers"):
            workers.end_processes()


def script(begin: Callable[[], object] | None = None) -> None:
    """The script `simulate`: `main`, and then an end that leaves the memory as it is.

    To tidy it up takes a quarter of a second, and whoever stops a command meanwhile may see it crash.
    """
    code = 1  # that of an error that Python shows

    def leave() -> None:
        with suppress(OSError, ValueError):  # else the end is Python's own, which says so
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    atexit.register(leave)  # last of all: what is registered later comes before
    try:
        main(begin)
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
        raise
