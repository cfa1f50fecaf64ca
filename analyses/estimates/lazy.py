"""Packages that take long to import, by the names that others give them: loaded at their first use."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules.sparing import spare

__all__ = ["pd", "special"]

if TYPE_CHECKING:
    import pandas as pd
    from scipy import special
else:

    class _Lazy:
        """Stands for a package until something of it is asked for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            if self._name not in sys.modules:
                spare()
            return getattr(import_module(self._name), name)

    pd = _Lazy("pandas")
    special = _Lazy("scipy.special")  # scipy.stats takes ten times as long
