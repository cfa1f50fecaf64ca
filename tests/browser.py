"""Debian's Chromium, driven through its DevTools protocol with nothing but the standard library."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

CHROMIUM = shutil.which("chromium")
AXE = importlib.util.find_spec("axe_core_python")
COLOURS = "color-contrast"
"""What axe-core asks of colours; nothing else differs between a light page and a dark one."""


class Tab:
    """A page that is open; `faults` are errors and refusals that it reported."""

    def __init__(self, address: str) -> None:
        host, path = address.removeprefix("ws://").split("/", 1)
        name, port = host.split(":")
        self.socket = socket.create_connection((name, int(port)), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.file = self.socket.makefile("rb")
        while self.file.readline().strip():
            pass
        self.number = 0
        self.faults: list[str] = []
        self.loaded = False
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **given: Any) -> Any:
        """Send a command and wait for its answer."""
        self.number += 1
        text = json.dumps({"id": self.number, "method": method, "params": given}).encode()
        size = bytes([0x80 | 127]) + len(text).to_bytes(8, "big")  # masked, with a mask of zeros
        self.socket.sendall(b"\x81" + size + bytes(4) + text)
        while (message := self._read()).get("id") != self.number:
            self._note(message)
        assert "error" not in message, message
        return message["result"]

    def _note(self, message: Any) -> None:
        """Keep what the page reports."""
        self.loaded |= message.get("method") == "Page.loadEventFired"
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.faults.append(json.dumps(message["params"]))

    def _read(self) -> Any:
        """The next message."""
        size = self.file.read(2)[1] & 127
        if size > 125:
            size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
        return json.loads(self.file.read(size))

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        self.loaded = False
        self.ask("Page.navigate", url=address)
        while not self.loaded:
            self._note(self._read())

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def resize(self, width: int, height: int) -> None:
        """Show the page on a screen of this size."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True
        )

    def point(self, selector: str, across: float) -> None:
        """Move the mouse over an element, so far from its left side to its right."""
        x, y = self.run(
            f"(b => [b.x + {across} * b.width, b.y + b.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, key: str, shift: bool = False) -> None:
        """Press a key."""
        text = {"text": key} if key == " " else {}
        for kind in ("keyDown", "keyUp"):
            given = {"type": kind, "key": key, "modifiers": 8 if shift else 0}
            self.ask("Input.dispatchKeyEvent", **given, **(text if kind == "keyDown" else {}))


def serious_faults(tab: Tab, address: str) -> list[Any]:
    """What axe-core (Deque Systems) finds serious on a page with everything open; its colours, dark too."""
    assert AXE is not None
    assert AXE.origin is not None
    script = Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8")
    found = []
    tab.ask("Page.setBypassCSP", enabled=True)
    for mode, rules in (("light", ""), ("dark", f"runOnly: ['{COLOURS}'], ")):
        tab.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": mode}])
        tab.open(address)
        tab.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        tab.run(f"{script}; 1")
        asked = f"axe.run({{{rules}resultTypes: ['violations']}})"
        faults = json.loads(tab.run(f"{asked}.then(r => JSON.stringify(r.violations))"))
        found += [(mode, f) for f in faults if f["impact"] in ("serious", "critical")]
    tab.ask("Emulation.setEmulatedMedia", features=[])
    tab.ask("Page.setBypassCSP", enabled=False)
    return found


@contextmanager
def opened(folder: Path) -> Iterator[Tab]:
    """A tab in a browser of its own that keeps its files in `folder`."""
    assert CHROMIUM is not None
    browser = subprocess.Popen(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
         f"--user-data-dir={folder}", "about:blank"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        told = folder / "DevToolsActivePort"
        until = time.monotonic() + 60
        while not (told.exists() and told.read_text().count("\n")):
            assert time.monotonic() < until, "chromium did not start"
            time.sleep(0.05)
        port = told.read_text().splitlines()[0]
        with urlopen(Request(f"http://127.0.0.1:{port}/json/new?about:blank", method="PUT")) as answer:
            tab = Tab(json.load(answer)["webSocketDebuggerUrl"])
        yield tab
    finally:
        browser.terminate()
        browser.wait()
