"""Reading TOML files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rules.errors import UserError


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; a UserError names the file and the line that is broken."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # of a number with thousands of digits, tables in tables
        raise UserError(f"{path}: not valid TOML: {' '.join(str(error).split())}") from None
