"""A finding as a reader meets it: a plain sentence, how sure it is, and a small picture of its intervals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from analyses.measures.number import CERTAINTIES, LIKELY, OPEN, SURE, Number
from reports.words.phrases import in_words
from reports.words.wording import written

SHAPES = dict(zip(CERTAINTIES, "●◐○", strict=True))
"""Before the word, so that colour is not all that tells them apart."""

CLOSELY, ROUGHLY = (f"the number is known to within a {part} of its size" for part in ("quarter", "half"))
"""What they mean of a number without a margin."""

MEANS = {
    SURE: f"each half of the games says so by itself; or {CLOSELY}",
    LIKELY: f"all games together say so, but not each half; or {ROUGHLY}",
    OPEN: "these games cannot tell; more games may",
}
"""What the words of certainty mean."""

SIZE = 150, 17, 9, 5.9
"""Of the small picture: width of the intervals, height of a row, edge, and width of a letter."""


@dataclass(frozen=True)
class Finding:
    """A sentence, how sure it is, and the numbers that it rests on."""

    text: str
    sure: str
    numbers: Mapping[str, Number]
    """By what tells them apart, such as the number of players."""
    spec: str
    link: str = ""
    """The name of the row of the evidence that it rests on."""
    source: str = ""
    """Where it was read, if it is what somebody says."""
    grounds: Mapping[str, Number] = field(default_factory=dict)
    """Other numbers that say how sure it is, such as the changes of those in the sentence."""
    grounds_link: str = ""
    """The name of the row of the evidence that these stand in."""

    @property
    def chip(self) -> str:
        """``● sure``."""
        return f"{SHAPES[self.sure]} {self.sure}"

    @property
    def line(self) -> str:
        """For a terminal."""
        source = f" Said in: {self.source}." if self.source else ""
        return f"{SHAPES[self.sure]} {self.text}{source}"

    @property
    def svg(self) -> str:
        """The intervals as rows, with the margin as a band; nothing for one number without a margin."""
        if len(self.numbers) == 1 and not next(iter(self.numbers.values())).measure.is_judged:
            return ""
        return bars(self.numbers, self.spec)

    def as_dict(self) -> dict[str, str]:
        """JSON form."""
        source = {"source": self.source} if self.source else {}
        return {"text": self.text, "sure": self.sure, **source}

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text)} <small>{self.chip}</small></p>{self.svg}"


def as_said(text: str, numbers: Mapping[str, Number] | None = None, spec: str = "") -> Finding:
    """A finding whose sentence says itself whether it is settled."""
    sure = OPEN if "not settled" in text else LIKELY if f"({LIKELY})" in text else SURE
    return Finding(unmarked(text), sure, numbers or {}, spec)


def unmarked(text: str) -> str:
    """A sentence without the mark of certainty that a terminal shows in it: a page has it beside."""
    return text.replace(f" ({SURE})", "").replace(f" ({LIKELY})", "")


def least_sure(findings: Iterable[Finding]) -> str:
    """The certainty of the least sure of them."""
    return max((finding.sure for finding in findings), key=CERTAINTIES.index)


def bars(numbers: Mapping[str, Number], spec: str) -> str:
    """A small picture as an SVG element: dot, interval and value of each number, the margin as a band."""
    shown = {
        in_words(k): e for k, e in numbers.items() if e.estimate.low > -1e300 and e.estimate.high < 1e300
    }
    if not shown:
        return ""
    wide, row, edge, letter = SIZE
    room = round(letter * max(map(len, shown)))
    values = _values(shown, spec)
    width = room + wide + round(letter * max(map(len, values.values()))) + 4
    margin = next((e.margin for e in shown.values() if e.margin is not None), None)
    low, high = _range(list(shown.values()), margin, is_change=spec.startswith("+"))

    def x(value: float) -> float:
        return round(room + edge + (value - low) / (high - low) * (wide - 2 * edge), 1)

    height = row * len(shown) + 4
    alt = "; ".join(f"{label}: {written(e.estimate, spec)}".removeprefix(": ") for label, e in shown.items())
    parts = [
        f'<svg class="bars" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(alt)}">'
    ]
    if margin is not None:
        start, end = x(max(-margin, low)), x(min(margin, high))
        parts.append(f'<rect class="band" x="{start}" y="0" width="{end - start:.1f}" height="{height}"/>')
    if low <= 0 <= high:
        parts.append(f'<line class="zero" x1="{x(0)}" x2="{x(0)}" y1="0" y2="{height}"/>')
    for number, (label, entry) in enumerate(shown.items()):
        y, e = number * row + row / 2 + 2, entry.estimate
        parts += [
            f"<title>{escape(alt)}</title>" if number == 0 else "",
            f'<text x="0" y="{y + 4}">{escape(label)}</text>',
            f'<line class="range" x1="{x(e.low)}" x2="{x(e.high)}" y1="{y}" y2="{y}"/>',
            f'<circle cx="{x(e.value)}" cy="{y}" r="3.4"/>',
            f'<text class="value" x="{width}" y="{y + 4}">{values[label]}</text>',
        ]
    return "".join([*parts, "</svg>"])


def _values(numbers: Mapping[str, Number], spec: str) -> dict[str, str]:
    """Each number without its interval, all with as many decimals as the one that has most."""
    values = {label: _value(entry, spec) for label, entry in numbers.items()}
    decimals = max(len(value.removesuffix(" %").partition(".")[2]) for value in values.values())
    same = re.sub(r"\.\d+", f".{decimals}", spec)
    return {label: _value(entry, same) for label, entry in numbers.items()}


def _value(entry: Number, spec: str) -> str:
    return written(entry.estimate, spec).partition(" [")[0]


def _range(entries: Sequence[Number], margin: float | None, is_change: bool) -> tuple[float, float]:
    """From where to where the picture reaches: all intervals, and 0 and the margin where there is one.

    Below 0 it reaches only for changes, and for what lies there.
    """
    low, high = min(e.estimate.low for e in entries), max(e.estimate.high for e in entries)
    if margin is not None:
        is_above = low >= 0 and (high > 3 * margin or not is_change)
        return min(low, 0.0 if is_above else -margin), max(high, margin)
    low = min(low, 0.0) if low < 0 or low < 0.6 * high else low
    return (low, high) if high > low else (low - 1, high + 1)
