"""Every page that is written: one HTML file with its style and its pictures inside."""

from __future__ import annotations

import re

from reports.words import capital


def fill(template: str, **values: object) -> str:
    """The text of one HTML file: a template of `reports/templates` with these values in it.

    A value that the template wants and nobody gives is an error, and text from users is escaped.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"unbroken": unbroken, "sentence": lambda text: f"{capital(text)}."}
    return environment.get_template(template).render(values)


def unbroken(text: str) -> str:
    """The text with numbers, percent signs and intervals, or a mark and what it says, on one line."""
    text = re.sub(r"\[(\S+), (\S+)\]", "[\\1,\N{NO-BREAK SPACE}\\2]", text)
    return re.sub(r" (?=[%[])|(?<=[≠=?]) ", "\N{NO-BREAK SPACE}", text)
