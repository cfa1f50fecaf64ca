"""What `make docs` does to the pages of docs/ beside what MkDocs does: hooks that mkdocs.yml names.

Pages are read in the repository too, so they link to sources, which the site does not have. There a source
is its name, and the list of the rules of a game its part of the index of rules. The first time that a page
uses a term of the glossary it links to it. What the code declares is filled in; notebooks become pages.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from pages import DOCS, INDEX, TOP, filled, rule_index

GLOSSARY = DOCS / "glossary.md"

SHIM = "https://unpkg.com/iframe-worker/shim"
"""What the offline search of Material loads from the network; docs/iframe-worker.js is the same."""

NO_SIDE = ("cookbook.md",)
"""Pages alone in their section, which need no list of its pages."""

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

    made = {INDEX: rule_index(), "changelog.md": (TOP / "CHANGELOG.md").read_text(encoding="utf-8")}
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        made[f"notebooks/{path.stem}.md"] = page_of_notebook(path)
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """A page before it is rendered."""
    name = page.file.src_uri
    if name in NO_SIDE:
        page.meta["hide"] = ["navigation"]
    markdown = filled(markdown)
    text = with_whole_numbers(markdown if "/" in name else without_sources(markdown))
    if name in ("glossary.md", "changelog.md", INDEX):
        return text
    return with_terms(text, "../" * name.count("/"))


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """A page as HTML: nothing in it comes from the network, and its search has a name."""
    output = with_whole_options(output.replace('role="dialog"', 'role="dialog" aria-label="Search"'))
    return output.replace(SHIM, "../" * page.file.src_uri.count("/") + "iframe-worker.js")


FROM_ROOT = re.compile(r"""(?<=[" ])(href|src)=("?)/(?!/)\.?""")
"""A link from the root of a server, where the site need not lie."""


def on_post_template(output_content: str, **_: Any) -> str:
    """The page of links that lead nowhere: its own lead somewhere, wherever the site lies."""
    return FROM_ROOT.sub(r"\1=\2./", output_content.replace(SHIM, "iframe-worker.js"))
