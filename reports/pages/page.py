"""Every page that is written: one HTML file with its style and its pictures inside."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from reports.pictures.fonts import face
from reports.pictures.style import variables
from reports.words.phrases import in_words, printed
from reports.words.wording import capital


def fill(template: str, **values: object) -> str:
    """The text of one HTML file: a template of `reports/templates` with these values in it.

    A value that the template wants and nobody gives is an error, and text from users is escaped.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("reports.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = read("page.js")
    environment.globals.update(faces=face(), colours=variables(), script=script, allowed=hash_of(script))
    environment.filters.update(printed=printed, by_words=by_words, breakable=breakable)
    environment.filters["sentence"] = lambda text: f"{capital(text)}."
    return environment.get_template(template).render(values)


def by_words(text: str) -> str:
    """A command whose lines break between its words only."""
    from markupsafe import Markup

    return Markup(" ").join(Markup("<span>{}</span>").format(word) for word in text.split(" "))


def breakable(text: str) -> str:
    """A name as it is typed, which a narrow screen may break after its underscores; a rule in words."""
    from markupsafe import Markup, escape

    return Markup("_<wbr>").join(map(escape, (in_words(text) if "=" in text else text).split("_")))


def read(name: str) -> str:
    """A file of the templates."""
    return files("reports.pages").joinpath("templates", name).read_text("utf-8")


def hash_of(text: str) -> str:
    """What a content security policy allows: this text and no other."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
