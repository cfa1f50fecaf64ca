"""What `make docs` does to the pages of docs/ beside what MkDocs does: hooks that mkdocs.yml names.

Pages are read in the repository too, so they link to sources, which the site does not have. There a source
is its name, and the list of the rules of a game its part of the index of rules. The first time that a page
uses a term of the glossary it links to it. What the code declares is filled in; notebooks become pages. A
picture has a dark twin, a page says what a link to it shows, and of each game one is there to watch.
"""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any

from pages import DOCS, INDEX, TOP, filled, rule_index
from site_games import write_games
from site_pictures import dark

GLOSSARY = DOCS / "glossary.md"

SHIM = "https://unpkg.com/iframe-worker/shim"
"""What the offline search of Material loads from the network; docs/iframe-worker.js is the same."""

SEARCH = {
    "changelog.md": {"exclude": True},
    INDEX: {"exclude": True},
    "glossary.md": {"exclude": True},
    "faq.md": {"boost": 3},
    "api.md": {"boost": 0.2},
    "adding-a-game.md": {"boost": 0.2},
}
"""How pages are found that answer no question, are for few, or say all in people's words."""

LINKED = (
    "baseline", "interval", "luck index", "margin", "paired", "percentage point", "pip", "playout", "policy",
    "preset", "seed", "standard deviation", "standard error", "verdict",
)  # fmt: skip
"""Terms with one meaning. A word such as *place* has everyday ones too: whoever needs it looks it up."""

INLINE = re.compile(r"<code>[^<]*</code>")
OPTION = re.compile(r"(?<=[ >])--?[a-z][a-z-]*")
ROW = re.compile(r"^\|.*$", re.M)
INTERVAL = re.compile(r"\[([-+\d.,]+), ([-+\d.,]+)\]")
WHOLE = re.compile(r"\b(?:OQ-)?[A-Z]{2}-V?\d+\b|\([\d.,]+-[\d.,]+\)|[<>]=? [\d.,]+")
"""The number of a rule, a range in brackets, a bound."""


TO_RULES = re.compile(r"\(\.\./rules/(\w+)/numbers\.txt\)")
TO_SOURCES = re.compile(r"\[([^]]+)\]\((?:\.\./)+([^)]*)\)")
NO_PROSE = re.compile(r"(?s:^```.*?^```$)|`[^`\n]*`|!?\[[^]]*\]\([^)]*\)|^#.*$|^\|.*$|<[^>]*>", re.M)
"""Code, links, headings, tables and tags: no place for another link."""


def definitions() -> dict[str, str]:
    """The glossary: each term with what it means."""
    parts = re.split(r"^### (.+)$", GLOSSARY.read_text(encoding="utf-8"), flags=re.M)
    return {term: text.split("\n## ")[0].strip() for term, text in zip(parts[1::2], parts[2::2], strict=True)}


def anchor(term: str) -> str:
    """The anchor of a term on the page of the glossary."""
    return term.replace(" ", "-")


def without_sources(text: str) -> str:
    """Links that leave docs/ as the names of what they lead to; changes and lists of rules have pages."""
    text = text.replace("(../CHANGELOG.md)", "(changelog.md)").replace("(../README.md)", "(index.md)")
    text = TO_RULES.sub(r"(rule-index.md#\1)", text)
    return TO_SOURCES.sub(lambda link: f"`{link[1].strip('`')}`", text)


def with_terms(text: str, up: str) -> str:
    """The first use of each linked term in prose leads to the glossary, `up` from this page."""
    for term in LINKED:
        forms = rf"\b({term[:-1]}(?:y|ies)|{term}s?)\b" if term.endswith("y") else rf"\b({term}s?)\b"
        taken = [found.span() for found in NO_PROSE.finditer(text)]
        for found in re.finditer(forms, text, re.I):
            if not any(start < found.end() and found.start() < end for start, end in taken):
                link = f"[{found[0]}]({up}glossary.md#{anchor(term)}){{ .term }}"
                text = text[: found.start()] + link + text[found.end() :]
                break
    return text


def with_whole_numbers(text: str) -> str:
    """In tables no line breaks within an interval or what is `WHOLE`, or before a percent sign."""

    def whole(row: re.Match[str]) -> str:
        kept = INTERVAL.sub("[\\1,\u00a0\\2]", row[0]).replace(" %", "\u00a0%")
        return WHOLE.sub(r'<span class="whole">\g<0></span>', kept)

    return ROW.sub(whole, text)


def with_whole_options(html: str) -> str:
    """A command among words breaks between its options, not behind the hyphens of one."""
    return INLINE.sub(lambda code: OPTION.sub(r'<span class="whole">\g<0></span>', code[0]), html)


def page_of_notebook(path: Path) -> str:
    """A notebook as a page: its text, its code, and what it printed."""
    said = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        said.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            text = "".join(output.get("text") or output["data"]["text/plain"]).rstrip()
            said.append(f"```text\n{text}\n```")
    return "\n\n".join([*said, f"[The notebook as a file]({path.name}){{ download }}", ""])


# --- called by MkDocs


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made: the index of rules, the changes, and one for each notebook."""
    from mkdocs.structure.files import File

    changes = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
    made = {INDEX: rule_index(), "changelog.md": changes}
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        made[f"notebooks/{path.stem}.md"] = page_of_notebook(path)
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A page before it is rendered."""
    name = page.file.src_uri
    if name in SEARCH:
        page.meta["search"] = SEARCH[name]
    markdown = filled(markdown)
    text = with_whole_numbers(markdown if "/" in name else without_sources(markdown))
    if name in ("glossary.md", "changelog.md", INDEX):
        return text
    return with_terms(text, "../" * name.count("/"))


PNG = re.compile(r'<img ([^>]*?)src="([^":]+?)\.png"([^>]*)>')


def with_dark_pictures(html: str) -> str:
    """Each picture twice: the theme shows the one that fits its colours."""
    return PNG.sub(
        lambda img: (
            f'<img {img[1]}src="{img[2]}.png#only-light"{img[3]}>'
            f'<img {img[1]}src="{img[2]}-dark.png#only-dark"{img[3]}>'
        ),
        html,
    )


def described(html: str) -> str:
    """What a page says first, in a line."""
    paragraph = re.search(r"<p>(.+?)</p>", html, re.S)
    text = unescape(re.sub(r"<[^>]*>", "", paragraph[1])) if paragraph else ""
    return " ".join(text.split())


def card_of_link(title: str, text: str, site: str, name: str, address: str | None) -> str:
    """What others show of a link to the page (Open Graph)."""
    tags = {"og:type": "article", "og:site_name": site, "og:title": title, "og:description": text}
    if address:
        tags |= {"og:url": address, "og:image": f"{address.removesuffix(name)}images/answer.png"}
    return "".join(
        f'<meta property="{key}" content="{escape(value)}">' for key, value in tags.items() if value
    )


def on_page_content(html: str, **_: Any) -> str:
    """What a page says, as HTML: its pictures fit a dark screen, too."""
    return with_dark_pictures(html)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """A page as HTML: nothing in it comes from the network, and its search has a name."""
    output = with_whole_options(output.replace('role="dialog"', 'role="dialog" aria-label="Search"'))
    text = described(page.content or "") or config.site_description
    card = card_of_link(page.title or config.site_name, text, config.site_name, page.url, page.canonical_url)
    output = output.replace("</head>", f"{card}</head>", 1)
    return output.replace(SHIM, "../" * page.file.src_uri.count("/") + "iframe-worker.js")


def on_post_build(config: Any) -> None:
    """What lies beside the pages: dark pictures, and games to watch."""
    site = Path(config.site_dir)
    for path in sorted((site / "images").rglob("*.png")):
        path.with_name(f"{path.stem}-dark.png").write_bytes(dark(path))
    write_games(site / "watch")


FROM_ROOT = re.compile(r"""(?<=[" ])(href|src)=("?)/(?!/)\.?""")
"""A link from the root of a server, where the site need not lie."""


def on_post_template(output_content: str, **_: Any) -> str:
    """The page of links that lead nowhere: its own lead somewhere, wherever the site lies."""
    return FROM_ROOT.sub(r"\1=\2./", output_content.replace(SHIM, "iframe-worker.js"))
