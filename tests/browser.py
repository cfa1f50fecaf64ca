"""Debian's Chromium, driven by Playwright: pages as people see them, and what axe-core says of them."""

from __future__ import annotations

import importlib.util
import json
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = shutil.which("chromium")
AXE = importlib.util.find_spec("axe_core_python")
COLOURS = "color-contrast"
"""What axe-core asks of colours; nothing else differs between a light page and a dark one."""


class Tab:
    """A page that is open; `faults` are errors and refusals that it reported."""

    def __init__(self, browser: Browser, **given: Any) -> None:
        self.browser = browser
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 1280, "height": 900}, is_mobile=True, **given
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    def close(self) -> None:
        """Close it, and forget what its pages kept."""
        self.context.close()

    def open(self, address: str) -> None:
        """Go to an address and wait until it is loaded."""
        self.page.goto("about:blank")  # or an address that differs behind its # would not load
        self.page.goto(address)

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        return self.page.evaluate(script)

    def resize(self, width: int, height: int) -> None:
        """Show the page on a screen of this size."""
        self.page.set_viewport_size({"width": width, "height": height})

    def point(self, selector: str, across: float) -> None:
        """Move the mouse over an element, so far from its left side to its right."""
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + across * box["width"], box["y"] + box["height"] / 2)

    def press(self, key: str, shift: bool = False) -> None:
        """Press a key."""
        self.page.keyboard.press(f"Shift+{key}" if shift else {" ": "Space"}.get(key, key))


def serious_faults(tab: Tab, address: str) -> list[Any]:
    """What axe-core (Deque Systems) finds serious on a page with everything open; its colours, dark too.

    The page is opened as `tab` would see it: signed in where that is.
    """
    assert AXE is not None
    assert AXE.origin is not None
    script = Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8")
    found = []
    for mode, rules in (("light", ""), ("dark", f"runOnly: ['{COLOURS}'], ")):
        signed_in = tab.context.storage_state()
        with closing(Tab(tab.browser, bypass_csp=True, color_scheme=mode, storage_state=signed_in)) as other:
            other.open(address)
            other.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            other.run(f"{script}; 1")
            asked = f"axe.run({{{rules}iframes: false, resultTypes: ['violations']}})"
            faults = json.loads(other.run(f"{asked}.then(r => JSON.stringify(r.violations))"))
        found += [(mode, f) for f in faults if f["impact"] in ("serious", "critical")]
    return found


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser of its own."""
    assert CHROMIUM is not None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
