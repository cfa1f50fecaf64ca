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
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any

import click

from rules.errors import FailedError, Notice, UserError
from rules.games import as_typed
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
        return sorted(path.stem.rstrip("_").replace("_", "-") for path in COMMANDS.glob("[a-z]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, or None."""
        if cmd_name not in self.list_commands(ctx):
            return None
        name = cmd_name.replace("-", "_")
        module = f"{name}_" if keyword.iskeyword(name) else name
        command = importlib.import_module(f"simulate.cli.commands.{module}").command
        assert isinstance(command, click.Command)
        return aided(command)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the verbs are, then the options."""
        write_verbs(self, ctx, formatter)
        write_options(self, ctx, formatter)


HELP_SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}
"""How every verb is asked for help, and what its help tells."""


@click.group(cls=Verbs, invoke_without_command=True, context_settings=HELP_SETTINGS)
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
def program(ctx: click.Context, /, **options: Any) -> None:
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

    if options["game"] is None:
        names = [str(param.name) for param in ctx.command.params if param.name not in EVERYWHERE]
        if any(was_given(name) for name in names):
            raise UserError("say which game: --game starwars (simulate games lists them)")
        click.echo(ctx.get_help())
        return

    from simulate.cli.main_job import play_and_summarise

    fields = {name: options[name] for name in FIELDS}
    if options["until"]:
        fields["n"] = most_games(fields["n"])
    play_and_summarise(Request(**fields), options["as_json"], options["until"])


aided(program)


def _go_on(message: object) -> str:
    """The message, and the command that goes on: the same one again."""
    return f"{message}; again: {command_of(['simulate', *sys.argv[1:]])}"


LONGEST = 1_500
"""Letters of a message; of a longer one, which repeats what was given, the middle is left out."""


def _fail(message: object, code: int) -> None:
    text = visible(as_typed(str(message)))
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    print(f"simulate: {text}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def show_warning(
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


def _repeat_ctrl_c(default_hook: Callable[..., object], unraisable: sys.UnraisableHookArgs) -> None:
    """Send Ctrl-C again a moment later where Python would only print it: in a callback it ends nothing."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        signal.setitimer(signal.ITIMER_REAL, 0.01)
    else:
        default_hook(unraisable)


STDERR = 2
"""Its number: where a message goes when Python itself no longer writes."""

ENOUGH = 3
"""The Ctrl-C that ends the program at once: compiled code that does not end keeps Python from heeding any."""

SHOW_CURSOR = "\x1b[?25h\n"
"""To a terminal, where a line of progress may have hidden it."""


def _count_ctrl_c(read_end: int) -> None:
    """Read the numbers of signals from a pipe, and end the program when Ctrl-C came often enough."""
    presses = 0
    with open(read_end, "rb", buffering=0) as pipe:
        while number := pipe.read(1):
            if number[0] == signal.SIGINT:
                presses += 1
            if presses == ENOUGH:
                cursor = SHOW_CURSOR if os.isatty(STDERR) else ""
                os.write(STDERR, f"{cursor}simulate: {_go_on('interrupted')}\n".encode())
                os._exit(130)


def _heed_signals() -> int:
    """Let any signal, at any moment, end the work; return the pipe that Python writes signals to."""
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    threading.Thread(target=_count_ctrl_c, args=(read_end,), daemon=True).start()

    signal.signal(signal.SIGTERM, _like_ctrl_c)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    sys.unraisablehook = partial(_repeat_ctrl_c, sys.unraisablehook)
    return write_end


def _end_by_signals(write_end: int) -> None:
    """Let a signal end the process at once, without a traceback: all is done and said."""
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.set_wakeup_fd(-1)  # which is another by now if a policy runs an event loop
    os.close(write_end)

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


PLAYER_OPTIONS = {"policy": ("panel", "--panel"), "search": ("policy", "--policy search:4")}
"""Options that say who plays: the parameter by which other commands say it, and how that is written."""


def _no_option(error: click.NoSuchOption) -> str:
    """Message for an unknown option: similar names, or what to type instead of a game or a player."""
    name = error.option_name.strip("-")
    similar = []
    for option in error.possibilities or ():
        if SequenceMatcher(None, option.strip("-"), name).ratio() > 0.7:
            similar.append(option)
    text = click.NoSuchOption(error.option_name, possibilities=similar, ctx=error.ctx).format_message()
    if error.ctx is None:
        return text

    command = error.ctx.command
    parameters = {param.name for param in command.params}
    parameter, spelling = PLAYER_OPTIONS.get(name, ("", ""))
    if parameter in parameters:
        return f"{text.removesuffix('.')}: who plays is said with {spelling}"

    if name not in ("game", "g"):
        return text
    advice = command.get_short_help_str(80)
    if "run" in parameters:
        advice = "a run says which game; play one with simulate --game GAME, then name it"
    return f"{text.removesuffix('.')}: {advice}"


def _check_streams() -> None:
    """Put something in the place of streams that are closed; without stdout there is no use in beginning."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue

        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor != number:  # or the next file that is opened would be taken for the stream
            os.dup2(descriptor, number)
            os.close(descriptor)
        mode = "r" if name == "stdin" else "w"
        setattr(sys, name, os.fdopen(number, mode, closefd=False))

        if name == "stdout":
            _fail("stdout is closed, and results go there; > /dev/null if nobody reads them", 2)


def _show_any_letter() -> None:
    """Let stdout and stderr show a letter that their encoding lacks by its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _split_command(words: Iterable[str]) -> tuple[set[str], list[str]]:
    """The options of `EVERYWHERE` among the words of a command, by name, and all its other words."""
    names = {flag: name for name, flags in EVERYWHERE.items() for flag in flags}
    options, args = set(), []
    for word in words:
        if word in names:
            options.add(names[word])
        else:
            args.append(word)
    return options, args


NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors of writing. Whoever writes a file names it, so one without a name is of stdout."""


def _usage_message(error: click.ClickException) -> str:
    """Message for a mistake in a command, with the command whose help tells more."""
    text = _no_option(error) if isinstance(error, click.NoSuchOption) else error.format_message()
    text = " ".join(text.split())
    if not text.endswith((".", "?", "?)")):
        text += "."
    context = error.ctx if isinstance(error, click.UsageError) else None
    usage = context.command_path if context else "simulate"
    return f"{text} Help: {usage} --help"


def _fault_message(error: Exception) -> str:
    """An error that nobody foresaw, and whose fault it may be: a user's own game can have some, too."""
    from rules.games import OWN, names

    own_games = [name for name in names() if name not in OWN and name in sys.modules]
    makers = " or ".join(["houserules", *(f"the package {name}" for name in own_games)])
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} (a fault of {makers}; --debug shows where)"


UNMAPPED = "failed to map segment"
"""What Linux says of a library for which there is no memory."""


def message_and_code(error: Exception) -> tuple[str, int]:
    """What a user is told of an error, and the exit code."""
    if isinstance(error, click.ClickException):
        return _usage_message(error), 2
    if isinstance(error, UserError):
        return _go_on(error) if error.goes_on else str(error), 2
    if isinstance(error, FailedError):
        text = " ".join(str(error).split())
        return _go_on(text) if error.goes_on else text, 1
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and UNMAPPED in str(error)):
        return _go_on("there was not enough memory"), 1
    if isinstance(error, OSError) and error.strerror:  # the disk is full, a file has vanished
        nameless = "stdout" if error.errno in NO_ROOM else "a file"
        return _go_on(f"{error.filename or nameless}: {error.strerror}"), 1
    return _fault_message(error), 1


def main(begin: Callable[[], object] | None = None) -> None:
    """Run the program and turn every error into one line and an exit code; `begin` is called when it can."""
    _check_streams()
    if sys.platform == "win32":
        _fail("needs Linux or macOS; on Windows it runs inside WSL", 1)
    # Imports make many objects and no garbage: collecting took a tenth of the start.
    gc.set_threshold(1_000_000)
    default_hook = sys.unraisablehook
    in_main_thread = threading.current_thread() is threading.main_thread()
    signal_pipe = _heed_signals() if in_main_thread else None
    _show_any_letter()

    options, args = _split_command(sys.argv[1:])
    if "quiet" in options:
        from simulate.io.console import err

        err().quiet = True
    if COMPLETE in os.environ:
        import simulate.cli.shells  # noqa: F401  (how bash, zsh and fish are answered)
    trust = all_trusted() if "trust" in options else nullcontext()

    try:
        if begin is not None:
            begin()
        with warnings.catch_warnings(), trust:
            warnings.simplefilter("default", Notice)
            warnings.showwarning = show_warning
            program.main(args, prog_name="simulate", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail(_go_on("interrupted"), 130)
    except BrokenPipeError:  # who read the results has gone, and Python's own flush at the end would fail
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # so modules in C tell it that are being loaded
            _fail(_go_on("interrupted"), 130)
        if "debug" in options:
            raise
        _fail(*message_and_code(error))
    finally:
        if signal_pipe is not None:
            _end_by_signals(signal_pipe)
        sys.unraisablehook = default_hook
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
