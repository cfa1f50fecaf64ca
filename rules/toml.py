"""Reading TOML files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from rules.errors import UserError


def read_toml(path: Path, asked: str = "") -> dict[str, Any]:
    """The tables of a TOML file; a UserError names it, behind what is `asked` for, and what is broken."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{asked}{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"{asked}{path}: not valid TOML: not a text file") from None
    except (ValueError, RecursionError) as error:  # of a number with thousands of digits, tables in tables
        raise UserError(f"{asked}{path}: not valid TOML: {' '.join(str(error).split())}") from None
