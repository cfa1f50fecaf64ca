"""Links of a built site that lead nowhere: to no file, or to no place on its page.

python tests/site_links.py [build/docs]
"""

from __future__ import annotations

import re
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {
    ("a", "href"),
    ("img", "src"),
    ("source", "srcset"),
    ("iframe", "src"),
    ("script", "src"),
    ("link", "href"),
}
"""Where a page names another file."""


MADE = re.compile(r"__.*|end|(turn|decision)=\d+")
"""Places that a script makes: parts of a menu, and moments of a game to watch."""


class Page(HTMLParser):
    """The links of a page, and the places on it that links can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what leads from here, and to here."""
        for name, value in attrs:
            if value and (tag, name) in LINKS:
                self.links.append(value)
            if value and (name == "id" or (tag, name) == ("a", "name")):
                self.places.add(value)


@cache
def page_of(path: Path) -> Page:
    """A page that lies there."""
    return Page(path.read_text(encoding="utf-8"))


def dead_links(site: Path) -> list[str]:
    """The links within a site that lead nowhere, with the page that each stands on."""
    site = site.resolve()
    dead = []
    for path in sorted(site.rglob("*.html")):
        for link in dict.fromkeys(page_of(path).links):
            if why := fault_of(link, path, site):
                dead.append(f"{path.relative_to(site)}: {link}: {why}")
    return dead


def fault_of(link: str, path: Path, site: Path) -> str:
    """Why a link on the page at `path` leads nowhere; nothing if it leads somewhere, or out of the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if there.is_dir():
        there /= "index.html"
    if not there.is_relative_to(site):
        return "leaves the site"
    if not there.is_file():
        return "no such file"
    place = unquote(parts.fragment)
    if there.suffix != ".html" or not place or MADE.fullmatch(place):
        return ""
    return "" if place in page_of(there).places else "no such place"


if __name__ == "__main__":
    found = dead_links(Path(sys.argv[1] if len(sys.argv) > 1 else "build/docs"))
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.exit(bool(found))
