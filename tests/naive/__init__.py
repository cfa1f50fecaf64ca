"""Naive twins of the engines: slow, obvious judges that share no code with the package.

A twin reads a game record and recomputes everything from the tiles and pieces that lie on the table. It is
wrong only where the rules were misread, never where an engine was made fast.
"""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]
"""A game record, its setup, or what a referee says of it."""
Entry = dict[str, Any]
"""A part of a record: an action, an event, a place, a choice."""
Options = dict[str, Any]
"""Options by name."""
Position = dict[str, Any]
"""What lies on the table, by name."""
