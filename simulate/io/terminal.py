"""The console of rich that shows what others wrote, and obeys none of it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from simulate.io.shell import visible


class Terminal(Console):
    """A console on which only rich itself moves the cursor, colours and clears.

    Whatever is shown comes by here: lines, bars of progress and what changes in place.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The parts of what is shown, their text made visible."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(visible(segment.text, kept="\n"), segment.style)
