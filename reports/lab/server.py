"""The pages of the lab, and what their buttons do."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import shlex
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from reports.lab.choices import FILES, QUICK, Form, question_in, rulebook_of_game
from reports.lab.guard import FORBIDDEN, KINDS, SANDBOX, Guard, file_in, may_run
from reports.lab.jobs import DONE, PLAYING, STOPPED, Job, Jobs
from reports.lab.summaries import parts_of
from reports.pictures.fonts import face
from reports.pictures.style import variables
from rules import games
from rules.errors import UserError
from simulate.io.files import ANSWERS

if TYPE_CHECKING:
    from reports.lab.cards import Card, Cards

HERE = Path(__file__).parent

MOST_BYTES = 1_000_000
"""Of what a page may send."""

EVERY = 0.2
"""Seconds between two looks at what is played."""

ALIVE = 5.0
"""Seconds after which a page hears that the lab is there."""

PROGRAM = sys.executable, "-m", "simulate"
"""The command line of this program."""

DEEP = 2
"""Folders below that of the lab in which files of the user's are looked for."""


class Lab:
    """The lab in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jobs = Jobs(folder)
        self.own_games: dict[str, float] = {}
        """Files with games that are played when they are saved, and of what time each was played."""
        self._rulebooks: dict[tuple[str, float], dict[str, Any]] = {}

    def load(self) -> None:
        """Load what pages need, before somebody waits for it."""
        for name in games.OWN:
            rulebook_of_game(name)
        self._cards()

    # --- pages

    async def start(self, request: Request) -> Response:
        """The games, what is played, and the cards."""
        order = request.query_params.get("sort", "newest")
        known = [games.load(name) for name in games.OWN]
        jobs = list(self.jobs.jobs.values())
        over = {(job.words, job.pages): job for job in jobs if job.is_over and not job.answer}
        return self._page(
            "start.html", games=known, files=self.own_files, cards=self._cards(order), order=order,
            now=[job for job in jobs if not job.is_over], before=sorted(over.values(), key=jobs.index)[::-1],
            in_play={job.answer for job in jobs if not job.is_over},
        )  # fmt: skip

    async def ask(self, request: Request) -> Response:
        """All that can be chosen of a game."""
        game = request.path_params["game"]
        form = await self._form(game)
        if not game.endswith(".py"):
            await self.jobs.warm(game)
        return self._form_page(form, dict(request.query_params))

    async def asked(self, request: Request) -> Response:
        """A filled form: its question waits, or is played at once."""
        game = request.path_params["game"]
        form = await self._form(game)
        filled = await _filled(request)
        try:
            words = form.command(filled)
            if may_run(words) == FORBIDDEN:
                raise UserError("files must lie in the folder of the lab")
        except UserError as error:
            return self._form_page(form, filled, str(error), 422)
        from reports.words.phrases import in_words

        return _to(self.jobs.ask(words, in_words(form.title_of(words))))

    async def study(self, request: Request) -> Response:
        """A study of a game, asked by a click."""
        form = await self._form(request.path_params["game"])
        question = form.studies.get((await _filled(request)).get("study", ""))
        if question is None:
            raise HTTPException(404)
        words = [*question.words, "--n", str(min(question.games, int(QUICK)))]
        return _to(self.jobs.ask(words, f"{form.title}: {question.text}"))

    async def watch(self, request: Request) -> Response:
        """The closest of some games of the standard rules, with the chance to win."""
        form = await self._form(request.path_params["game"])
        page = f"{PAGES}/{slug(form.game)}-watched.html"
        words = ["watch", form.game, "--no-browser", "--out", page, "--force"]
        return _to(self.jobs.ask(words, f"{form.title}: the closest game", [page]))

    async def own(self, request: Request) -> Response:
        """A game of the user's own: it is played again whenever its file is saved."""
        file = self._own_file(request)
        self.own_games.setdefault(file, 0.0)
        await self._play_saved()
        return self._page("own.html", file=file, jobs=self._jobs_of(file)[:4])

    def _jobs_of(self, file: str) -> list[Job]:
        """All jobs of a game of the user's own, the newest first."""
        return [job for job in reversed(self.jobs.jobs.values()) if file in job.words]

    async def check(self, request: Request) -> Response:
        """Try a game of the user's own from all sides."""
        file = self._own_file(request)
        return _to(self.jobs.ask(["check", file], f"{file}: does it hold?"))

    def _own_file(self, request: Request) -> str:
        file = str(request.path_params["file"])
        if file not in self.own_files:
            raise HTTPException(404)
        return file

    async def _play_saved(self) -> None:
        """Play each game of the user's own whose file was saved, and stop what plays the older one."""
        for file, played in list(self.own_games.items()):
            words = ("--game", file, "--n", QUICK)
            with suppress(OSError):
                saved = (self.folder / file).stat().st_mtime
                if saved == played:
                    continue
                job = self.jobs.current
                if job is None or job.words != words:
                    self.own_games[file] = saved
                    self._play_own(file, words)
                elif job.state == PLAYING:
                    await self.jobs.stop(job, "the file was saved again")

    def _play_own(self, file: str, words: Sequence[str]) -> None:
        def report(job: Job) -> list[str]:
            page = f"{PAGES}/{slug(job.told['run'])}.html"  # of its own, so that older ones stay
            job.pages = (page,)
            return ["report", job.told["run"], "--out", page, "--force"]

        self.jobs.ask(words, f"{file}: {int(QUICK):,} games", then=report)

    async def watch_files(self) -> None:
        """Look every moment whether a game of the user's own was saved."""
        while True:
            await asyncio.sleep(EVERY)
            if self.jobs.tabs:
                await self._play_saved()

    # --- games

    async def show(self, request: Request) -> Response:
        """A game of an answer to watch: under one rule, under both, or with the chance to win."""
        card = self._card_of(request.path_params["folder"])
        filled = await _filled(request)
        run = filled.get("run", "")
        if card is None or run not in card.runs.values():
            raise HTTPException(404)
        which = filled.get("number", "").strip() or filled.get("game", "closest").strip()
        if which == RANDOM:  # by its number, so that its page stays that of this game
            which = str(secrets.randbelow(card.last_game + 1))
        if which not in GAMES and not (which.isdecimal() and int(which) <= card.last_game):
            known = ", ".join([*GAMES, RANDOM])
            raise HTTPException(422, f"{which}: a game is a number from 0 to {card.last_game}, or {known}")
        how, base = filled.get("how", "watch"), next(iter(card.runs.values()))
        page = f"{PAGES}/{slug(run)}-{which}-{how}.html"
        title = f"{card.title}: {GAMES.get(which, f'game {which}')}"
        picked = ["--game-index", which, "--out", page, "--force"]
        if how == "chances":
            words = ["watch", run, "--no-browser", *picked]
            return _to(self.jobs.ask(words, f"{title}, with the chance to win", [page]))
        if how == "both" and run != base:
            other = f"{PAGES}/{slug(base)}-{which}-beside.html"
            shown = {words: at for words, at in card.runs.items() if at in (base, run)}

            def replay_other(job: Job) -> list[str]:
                index = f"{job.told['game_index']}"
                return ["replay", base, "--game-index", index, "--out", other, "--force"]

            words = ["replay", run, "--against", base, *picked]
            return _to(self.jobs.ask(words, f"{title}, under both rules", [other, page], replay_other, shown))
        return _to(self.jobs.ask(["replay", run, *picked], title, [page]))

    async def play_on(self, request: Request) -> Response:
        """Who wins from a moment of a game on, what its moves are worth, and the board as it lies then."""
        job = self._job(request)
        filled = await _filled(request)
        kind = "decision" if "decision" in filled else "turn"
        number = filled.get(kind, "").strip()
        if not number.isdecimal() or "game_index" not in job.told:
            raise HTTPException(422, f"a {kind} is a number")
        run = job.told["run"] if job.words[0] == "watch" else job.words[1]
        if filled.get("run") in job.runs.values():
            run = filled["run"]
        index = f"{job.told['game_index']}"
        page = f"{PAGES}/{slug(run)}-{index}-{kind}-{number}.png"  # a browser takes long to paint an SVG
        words = ["from", run, "--game-index", index, f"--{kind}", number, "--n", PLAYOUTS]
        about = "the moment shown" if kind == "decision" else f"turn {number}"
        title = f"{job.title}: who wins from {about}?"
        return _to(self.jobs.ask([*words, "--json", "--out", page, "--force"], title, [page]))

    async def every_move(self, request: Request) -> Response:
        """The same moment again, with each of its legal moves."""
        job = self._job(request)
        if job.words[0] != "from":
            raise HTTPException(404)
        return _to(self.jobs.ask([*job.words, "--moves", "all"], f"{job.title} Every move", job.pages))

    async def export(self, request: Request) -> Response:
        """An answer as a picture or a workbook."""
        card = self._card_of(request.path_params["folder"])
        kind = request.path_params["kind"]
        if card is None or kind not in EXPORTS:
            raise HTTPException(404)
        file = f"{PAGES}/{slug(card.folder)}.{kind}"
        verb, what = EXPORTS[kind]
        words = [verb, card.folder, "--out", file, "--force"]
        return _to(self.jobs.ask(words, f"{card.title}: {what}", [file]))

    # --- questions

    async def job(self, request: Request) -> Response:
        """A question while it is played."""
        job = self._job(request)
        end = self._end_of(job)
        if end.startswith("/card/"):
            return RedirectResponse(end, 303)
        return self._page("job.html", job=job)

    async def card(self, request: Request) -> Response:
        """An answer."""
        folder = request.path_params["folder"]
        job = self.jobs.of_answer(folder)
        if job is not None and not job.is_over:
            return RedirectResponse(f"/job/{job.key}", 303)
        card = self._card_of(folder)
        if card is None:
            raise HTTPException(404)
        has_excel = find_spec("openpyxl") is not None
        return self._page("card.html", card=card, job=job, has_excel=has_excel)

    async def beside(self, request: Request) -> Response:
        """Several answers side by side."""
        cards = [self._card_of(folder) for folder in request.query_params.getlist("card")]
        return self._page("beside.html", cards=[card for card in cards if card is not None])

    # --- buttons

    async def stop(self, request: Request) -> Response:
        """Stop at the next block."""
        job = self._job(request)
        await self.jobs.stop(job)
        return _to(job)

    async def go_on(self, request: Request) -> Response:
        """Play on what was stopped."""
        key = request.path_params["key"]
        if job := self.jobs.jobs.get(key):
            words, title = list(job.words), job.title
        elif card := self._card_of(key):
            words, title = card.words, card.title
        else:
            raise HTTPException(404)
        if may_run(words) == FORBIDDEN:
            raise HTTPException(403)
        return _to(self.jobs.ask(words, title))

    async def name(self, request: Request) -> Response:
        """Name a card."""
        folder = request.path_params["folder"]
        filled = await _filled(request)
        self.jobs.name(folder, filled.get("name", "").strip()[:80])
        return RedirectResponse(f"/card/{folder}", 303)

    # --- what changes

    async def events(self, request: Request) -> Response:
        """What is played, as it goes: for each job the part of a page that tells of it."""

        async def told() -> AsyncIterator[str]:
            self.jobs.opened()
            try:
                last = ""
                while True:
                    changed = self.jobs.changed
                    text = json.dumps(self._live())
                    if text != last:
                        last = text
                        yield f"data: {text}\n\n"
                    try:
                        await asyncio.wait_for(changed.wait(), ALIVE)
                        await asyncio.sleep(EVERY)
                    except TimeoutError:
                        yield ": here\n\n"
            finally:
                self.jobs.closed()

        return StreamingResponse(told(), media_type="text/event-stream")

    def _live(self) -> dict[str, Any]:
        return {
            "jobs": {
                job.key: {
                    "state": job.state,
                    "leads": self._end_of(job),
                    "html": self._rendered("live.html", job=job),
                }
                for job in self.jobs.jobs.values()
            },
            "newest": {file: jobs[0].key for file in self.own_games if (jobs := self._jobs_of(file))},
            "queue": self._rendered("queue.html", current=self.jobs.current, waiting=self.jobs.waiting),
        }

    def _end_of(self, job: Job) -> str:
        """Where a page that follows a job goes when that is over; nothing if it stays."""
        if job.is_over and job.answer and self._card_of(job.answer):
            return f"/card/{job.answer}"
        return f"/job/{job.key}" if job.state == DONE and job.pages else ""

    # --- files

    async def file(self, request: Request) -> Response:
        """A file of an answer or a run, which can do nothing to the lab."""
        place = file_in(self.folder, request.path_params["name"])
        if place is None:
            raise HTTPException(404)
        headers = {"Content-Security-Policy": SANDBOX}
        from reports.lab.cards import name_of

        name = name_of(request.path_params["name"]) if "download" in request.query_params else None
        return FileResponse(place, media_type=KINDS[place.suffix], headers=headers, filename=name)

    async def style(self, request: Request) -> Response:
        """The style of the lab."""
        text = f"{face()}\n{variables()}\n{(HERE / 'static' / 'lab.css').read_text('utf-8')}"
        return _kept(Response(text, media_type="text/css"))

    async def script(self, request: Request) -> Response:
        """Its script."""
        return _kept(Response((HERE / "static" / "lab.js").read_text("utf-8"), media_type="text/javascript"))

    async def board(self, request: Request) -> Response:
        """The board of a game, by which it is chosen."""
        place = file_in(HERE / "static", f"{request.path_params['game']}.webp")
        if place is None:
            raise HTTPException(404)
        return _kept(FileResponse(place, media_type="image/webp"))

    def files(self, suffix: str) -> list[str]:
        """Files of the user's by their suffix, as they are typed in the folder of the lab."""
        found = []
        for depth in range(DEEP + 1):
            for path in self.folder.glob("*/" * depth + f"*{suffix}"):
                name = path.relative_to(self.folder).as_posix()
                hidden = any(part.startswith(".") for part in name.split("/"))
                if not hidden and name.split("/")[0] not in MADE and path.is_file():
                    found.append(name)
        return sorted(found)

    @property
    def own_files(self) -> list[str]:
        """The user's games in plain Python."""
        return [name for name in self.files(".py") if PLAIN in self._text(name)]

    @property
    def own_rules(self) -> list[str]:
        """The user's rules for games that are there."""
        return [name for name in self.files(".py") if HOUSE in self._text(name)]

    def _text(self, name: str) -> str:
        with suppress(OSError):
            return (self.folder / name).read_text("utf-8", errors="replace")
        return ""

    # --- help

    async def _form(self, game: str) -> Form:
        """What can be chosen of a game."""
        if game in games.OWN:
            return Form(rulebook_of_game(game))
        if game not in self.own_files:
            raise HTTPException(404)
        return Form(await self._own_rulebook(game))

    async def _own_rulebook(self, file: str) -> dict[str, Any]:
        """What can be chosen of the game in a file: asked of another process, for to know it executes it."""
        stamp = (file, (self.folder / file).stat().st_mtime)
        if stamp not in self._rulebooks:
            process = await asyncio.create_subprocess_exec(
                *PROGRAM, "rules", file, "--json", cwd=self.folder,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            told, fault = await process.communicate()
            if process.returncode:
                raise HTTPException(422, fault.decode(errors="replace").strip())
            self._rulebooks[stamp] = json.loads(told)
        return self._rulebooks[stamp]

    def _form_page(self, form: Form, filled: dict[str, str], fault: str = "", code: int = 200) -> Response:
        own_game = form.game not in games.OWN
        boxes = (
            {} if own_game else {name: label for name, label in FILES.items() if form.rulebook["box"] == name}
        )
        return self._page(
            "ask.html", code, form=form, filled=filled, fault=fault, boxes=boxes,
            changed=form.changed(filled), tables=self.files(".toml"),
            codes=[] if own_game else self.own_rules,
        )  # fmt: skip

    def _job(self, request: Request) -> Job:
        job = self.jobs.jobs.get(request.path_params["key"])
        if job is None:
            raise HTTPException(404)
        return job

    def _cards(self, order: str = "newest") -> list[Card]:
        return self.cards.all(self.jobs.names, order)

    def _card_of(self, folder: str) -> Card | None:
        return (
            self.cards.get(folder, self.jobs.names) if folder.count("/") == 1 and ".." not in folder else None
        )

    def _earlier(self, job: Job) -> Card | None:
        """The answer that is there to the question of a job that was stopped before it found that."""
        if job.state != STOPPED or job.answer:
            return None
        asked = question_in(job.words)
        answered = (card for card in self._cards() if card.is_answered)
        return next((card for card in answered if question_in(shlex.split(card.command)[1:]) == asked), None)

    @cached_property
    def cards(self) -> Cards:
        """The answers that lie here."""
        from reports.lab.cards import Cards

        return Cards(self.folder)

    @cached_property
    def _templates(self) -> Any:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        environment = Environment(
            loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        environment.globals.update(
            told_open=told_open, shown_position=shown_position, clock=clock, parts_of=parts_of,
            earlier=self._earlier,
        )  # fmt: skip
        return environment

    def _rendered(self, template: str, **values: Any) -> str:
        return str(self._templates.get_template(template).render(values))

    def _page(self, template: str, code: int = 200, **values: Any) -> Response:
        queue = {"current": self.jobs.current, "waiting": self.jobs.waiting}
        return HTMLResponse(self._rendered(template, **queue, **values), code)

    async def fault(self, request: Request, error: Exception) -> Response:
        """A page for what is not there, or cannot be read."""
        assert isinstance(error, HTTPException)
        return self._page("fault.html", error.status_code, text=error.detail)


PAGES = "lab"
"""The folder of pages and pictures that the lab makes."""

GAMES = {"closest": "the closest game", "longest": "the longest game", "typical": "a typical game"}
"""Games of a run by a word, and what each is called."""

RANDOM = "random"
"""Any game."""

PLAYOUTS = "400"
"""Playouts of a moment, and of each of its moves: there in some seconds."""

EXPORTS = {"png": ("plot", "a picture"), "xlsx": ("export", "a workbook")}
"""The verb that makes a file of an answer, and what that is, by its suffix."""

PLAIN, HOUSE = "simulate.plain", "simulate.house"
"""What a file imports that holds a game, and one that holds rules."""

MADE = (PAGES, "runs", *ANSWERS.values())
"""Folders that the program fills: no files of the user's lie there."""


def clock(seconds: float) -> str:
    """How long something takes, roughly: ``20 s``, ``3 min``, ``2 h``."""
    if seconds < 90:
        return f"{max(1, round(seconds)):d} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.0f} h"


async def _filled(request: Request) -> dict[str, str]:
    """What a form was filled with."""
    return dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))


def _kept(response: Response) -> Response:
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def application(lab: Lab, port: int, token: str) -> Starlette:
    """The lab as a program that answers requests."""

    @asynccontextmanager
    async def open_lab(app: Starlette) -> AsyncIterator[None]:
        playing = asyncio.create_task(lab.jobs.play())
        looking = asyncio.create_task(lab.watch_files())
        loading = asyncio.create_task(asyncio.to_thread(lab.load))
        yield
        await loading
        for task in (playing, looking):
            task.cancel()
        await asyncio.gather(playing, looking, return_exceptions=True)

    def get(path: str, page: Callable[[Request], Any]) -> Route:
        return Route(path, page, methods=["GET"])

    def post(path: str, button: Callable[[Request], Any]) -> Route:
        return Route(path, _bounded(button), methods=["POST"])

    routes = [
        get("/", lab.start),
        get("/ask/{game:path}", lab.ask),
        post("/ask/{game:path}", lab.asked),
        post("/study/{game:path}", lab.study),
        post("/watch/{game:path}", lab.watch),
        get("/own/{file:path}", lab.own),
        post("/check/{file:path}", lab.check),
        post("/show/{folder:path}", lab.show),
        post("/from/{key}", lab.play_on),
        post("/moves/{key}", lab.every_move),
        post("/export/{kind}/{folder:path}", lab.export),
        get("/job/{key}", lab.job),
        post("/stop/{key}", lab.stop),
        post("/on/{key:path}", lab.go_on),
        get("/card/{folder:path}", lab.card),
        post("/name/{folder:path}", lab.name),
        get("/beside", lab.beside),
        get("/events", lab.events),
        get("/file/{name:path}", lab.file),
        get("/lab.css", lab.style),
        get("/lab.js", lab.script),
        get("/board/{game}", lab.board),
    ]
    return Starlette(
        routes=routes,
        lifespan=open_lab,
        middleware=[Middleware(Guard, port=port, token=token)],
        exception_handlers={HTTPException: lab.fault},
    )


def told_open(job: Job) -> str:
    """What would settle what is open, and how long that takes."""
    assert job.look is not None
    games, needed = job.look["games"], job.look["games_needed"]
    if job.look["settled"]:
        return "All is settled."
    if not needed:
        return "Something is open."
    text = f"About {float(f'{needed:.2g}'):,.0f} would settle what is open"
    if job.is_over or not job.rate or needed <= games:
        return f"{text}."
    kinds = max(2, len(job.look["arms"]) + 1, len((job.look["curve"] or {"points": []})["points"]))
    return f"{text}: {clock((needed - games) * kinds / job.rate)} more."


def _to(job: Job) -> Response:
    """To the page of a job."""
    return RedirectResponse(f"/job/{job.key}", 303)


def shown_position(job: Job) -> Any:
    """What a job says of a moment of a game, if it was asked that."""
    from reports.lab.positions import shown_position

    return shown_position(job)


def slug(name: str) -> str:
    """A name for a file: ``runs/catan-5f1c2a`` as ``runs-catan-5f1c2a``."""
    return re.sub(r"[^\w]+", "-", name)


def _bounded(button: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """A button that takes no more than `MOST_BYTES`."""

    async def pressed(request: Request) -> Response:
        size = request.headers.get("content-length", "")
        if not size.isdigit() or int(size) > MOST_BYTES:
            raise HTTPException(413, "that is more than the lab takes")
        answer: Response = await button(request)
        return answer

    return pressed


def serve(folder: Path, port: int, opened: Callable[[str], None]) -> None:
    """Serve the lab of a folder until Ctrl-C; `opened` is told the address that lets a browser in.

    `port` 0 is any that is free.

    Raises
    ------
    UserError
        If the port is taken.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError as error:
        raise UserError(f"--port {port}: {error.strerror}; leave it out for one that is free") from None
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    app = application(Lab(folder), port, token)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=1, server_header=False
    )
    server = _Server(config, lambda: opened(f"http://127.0.0.1:{port}/?token={token}"))
    server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self.ready()
