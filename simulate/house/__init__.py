"""House rules of a user's own: a file that replaces functions of a game that is there, and adds options.

    from simulate.house import option, original, replaces

`writing` is what an author writes, `reading` makes a game of it.
"""

from rules.kernel import kernel
from simulate.house.writing import original, replaces
from simulate.plain.game import option

__all__ = ["kernel", "option", "original", "replaces"]
