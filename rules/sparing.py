"""Parts of NumPy that no game needs: loaded at their first use.

SciPy begins with ``from numpy import *``, which loads f2py and testing too: 50 ms of the start of a command.
"""

from __future__ import annotations

import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

SPARED = ("f2py", "testing")


def spare() -> None:
    """Put off loading what is spared, unless it is loaded already; to be called before SciPy is imported."""
    import numpy as np

    for part in SPARED:
        name = f"numpy.{part}"
        spec = None if name in sys.modules else find_spec(name)
        if spec is None or spec.loader is None:
            continue
        spec.loader = LazyLoader(spec.loader)
        sys.modules[name] = module = module_from_spec(spec)
        spec.loader.exec_module(module)
        setattr(np, part, module)
