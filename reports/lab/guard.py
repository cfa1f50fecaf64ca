"""What keeps the lab to its user: who may ask, what may be run, and which files may be read."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "houserules_lab"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src data:; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""What a page of the lab may load: its own files."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of every response that does not say otherwise."""

SANDBOX = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; style-src 'unsafe-inline'; font-src data:; "
    "img-src data:; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""What the page of an answer may do, which somebody else may have sent: nothing to the lab."""

VERBS = {
    "--game", "compare", "sweep", "study", "report", "replay", "watch", "from", "check", "export", "plot",
}  # fmt: skip
"""What the lab runs, by its first word; nothing that removes anything."""

FORBIDDEN = "forbidden"

KINDS = {
    ".html": "text/html",
    ".csv": "text/csv",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Files that may be read, by their suffix."""


def may_run(words: Sequence[str]) -> str:
    """``FORBIDDEN`` for a command that the lab does not run: another verb, or code outside its folder."""
    if not words or words[0] not in VERBS or "--trust" in words:
        return FORBIDDEN
    for word in words[1:]:
        file = PurePosixPath(word.partition("=")[2] or word)
        if ".py" in word and (file.is_absolute() or ".." in file.parts):
            return FORBIDDEN
    return ""


def file_in(folder: Path, name: str) -> Path | None:
    """A file below a folder that may be read; None for any other, and for links that lead out of it."""
    place = folder / name
    if place.suffix not in KINDS or any(part.startswith(".") for part in PurePosixPath(name).parts):
        return None
    real = place.resolve()
    return real if real.is_relative_to(folder.resolve()) and real.is_file() else None


class Guard:
    """Lets nobody in but the browser that was given the token, from a page of the lab itself."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.token = app, token
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie = f"{COOKIE}_{port}"  # which all programs of this machine share

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, give the cookie to whoever has the token, or let in."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = self._refused(Request(scope)) or self.app
        await answer(scope, receive, send_guarded)

    def _refused(self, request: Request) -> Response | None:
        """The answer to whoever may not come in, or must first have the cookie."""
        if request.headers.get("host") not in self.hosts:
            return PlainTextResponse("this address is not that of the lab\n", 400)
        given = request.query_params.get("token", "")
        if request.method == "GET" and secrets.compare_digest(given, self.token):
            entered = RedirectResponse(request.url.path, 303)
            entered.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")
            return entered
        if not secrets.compare_digest(request.cookies.get(self.cookie, ""), self.token):
            return PlainTextResponse("open the lab by the address that `simulate app` printed\n", 403)
        asks = request.method not in ("GET", "HEAD")
        if asks and request.headers.get("origin", "").removeprefix("http://") not in self.hosts:
            return PlainTextResponse("this was not asked from a page of the lab\n", 403)
        return None
