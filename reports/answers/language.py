"""The language of pages: a part of Jinja's that ends soon, stays small and reaches no Python.

Pages of study files and those of the studies that come with the program are written in it. A page may come
from a stranger. It has sentences, functions that are given to it, conditions and loops. Work, text and
numbers are bounded, and whatever is beyond is refused with what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, cast

from jinja2 import StrictUndefined, Template, TemplateRuntimeError, TemplateSyntaxError, Undefined, nodes
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from reports.words.wording import capital

SOURCE = 50_000
"""Letters of the template of a page; the longest that comes with the program has 18,000."""

RESULT = 1_000_000
"""Letters of a page's text."""

TEXT = 10_000
"""Letters that an expression may make."""

ITEMS = 1_000
"""Items of a list."""

NUMBER = 1e15
"""No larger number is computed with."""

WORK = 100_000
"""Parts of the template that are evaluated, those of a loop once a round.

Pages that come with the program take 7,000 at most.
"""

CALL = 50
"""Parts for which the call of a function counts: it may draw a picture."""

STATEMENTS = (nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.For, nodes.Assign, nodes.With)

OPERATORS = (
    nodes.And, nodes.Or, nodes.Not, nodes.Compare, nodes.Operand, nodes.CondExpr, nodes.Test,
    nodes.Neg, nodes.Pos, nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod,
)  # fmt: skip

VALUES = (
    nodes.Name, nodes.Const, nodes.List, nodes.Tuple, nodes.Dict, nodes.Pair,
    nodes.Getattr, nodes.Getitem, nodes.Slice, nodes.Filter, nodes.Call, nodes.Keyword,
)  # fmt: skip

LITERALS = (nodes.List, nodes.Tuple, nodes.Dict, nodes.Const)

WORDS = {
    nodes.Concat: "~",
    nodes.Pow: "**",
    nodes.AssignBlock: "set ... endset",
    nodes.FilterBlock: "filter ... endfilter",
}
"""How parts are typed that the language has not, unless they are called like their class."""

FILTERS = ("abs", "count", "d", "default", "first", "float", "int", "last", "length")
"""Filters of Jinja that take any value; none takes long."""

TEXT_FILTERS = ("capitalize", "lower", "string", "title", "trim", "upper")
"""Filters of Jinja whose text is about as long as the one that they take."""


class Language(ImmutableSandboxedEnvironment):
    """Fills one page. What it counts is of this page, so each page has its own."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%"))

    def __init__(self) -> None:
        super().__init__(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=plain)
        self.work = WORK
        self.functions: Collection[int] = ()
        self.globals = {"range": self._range}
        texts = {"capital": capital} | {name: self.filters[name] for name in TEXT_FILTERS}
        self.filters = {name: self.filters[name] for name in FILTERS}
        self.filters |= {name: of_text(function) for name, function in texts.items()}
        self.filters |= {"join": self._join, "replace": replace, "round": rounded, "thousands": thousands}
        self.filters |= {COUNTED: self._counted, PLAIN: plain}

    def fill(self, source: str, words: Mapping[str, Any]) -> str:
        """The text of a page whose template may use these words.

        Raises
        ------
        TemplateError
            For a mistake, or for what is too large or takes too long.
        """
        if len(source) > SOURCE:
            raise TemplateRuntimeError(f"has {len(source):,} letters; {SOURCE:,} are the most")
        self.functions = {id(value) for value in (*words.values(), *self.globals.values()) if callable(value)}
        try:
            tree = self.parse(source)
            check(tree)
            self._spend(cost(tree))
            bound(tree)
            template = Template.from_code(self, self.compile(tree), self.globals)
        except RecursionError:
            raise TemplateRuntimeError("is nested too deeply") from None

        text, size = [], 0
        for piece in template.generate(words):
            size += len(piece)
            if size > RESULT:
                raise TemplateRuntimeError(f"its text is longer than {RESULT:,} letters")
            text.append(piece)
        return "".join(text)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """What an operator makes of two numbers, or ``+`` of two texts or lists."""
        sequences = isinstance(left, str | list | tuple) and isinstance(right, type(left))
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if sequences and operator == "+":
            check_size(len(left) + len(right), TEXT if isinstance(left, str) else ITEMS)
        elif numbers:
            check_number(left)
            check_number(right)
        elif not isinstance(left, Undefined) and not isinstance(right, Undefined):
            kinds = f"{type(left).__name__} and {type(right).__name__}"
            raise TemplateRuntimeError(f"'{operator}' is for numbers, not for {kinds}")
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, function: Any, /, *arguments: Any, **named: Any) -> Any:
        """What a function of the page makes; methods of texts could make one of any size."""
        if not isinstance(function, Undefined) and id(function) not in self.functions:
            raise TemplateRuntimeError("calls what is no function of the page")
        return super().call(context, function, *arguments, **named)

    def _spend(self, parts: int) -> None:
        self.work -= parts
        if self.work < 0:
            raise TemplateRuntimeError("its loops go round too often; shorten them")

    def _range(self, *limits: int) -> range:
        numbers = range(*limits)
        self._spend(len(numbers))
        return numbers

    def _join(self, values: Iterable[Any], between: str = "") -> str:
        """Texts or numbers as one text."""
        texts = [str(plain(value)) for value in self._counted(values, 1)]
        check_size(sum(map(len, texts)) + len(between) * len(texts), TEXT)
        return between.join(texts)

    def _counted(self, values: Iterable[Any], parts: int) -> Iterator[Any]:
        """The values, each of which costs as many parts as a round of its loop has."""
        for value in values:
            self._spend(parts)
            yield value


COUNTED = "in rounds that are counted"
PLAIN = "text or number"
"""Filters that `bound` adds; nobody can type their names."""


def check(tree: nodes.Template) -> None:
    """Refuse what is not part of the language.

    Raises
    ------
    TemplateSyntaxError
        Naming it, and its line.
    """
    for node in [tree, *tree.find_all(nodes.Node)]:
        known = isinstance(node, STATEMENTS + OPERATORS + VALUES)
        what = WORDS.get(type(node), type(node).__name__.lower())
        if isinstance(node, nodes.For) and node.recursive:
            known, what = False, "recursive"
        if isinstance(node, nodes.Call) and not isinstance(node.node, nodes.Name):
            known, what = False, "a.b()"
        if not known:
            raise TemplateSyntaxError(f"'{what}' is not in the language of pages", node.lineno)
        if isinstance(node, nodes.Const) and isinstance(node.value, int | float):
            check_number(node.value)
        if isinstance(node, nodes.List | nodes.Tuple | nodes.Dict):
            check_size(len(node.items), ITEMS)


def cost(tree: nodes.Node) -> int:
    """How many parts of a template are evaluated at most, if each loop goes round once."""
    return 1 + sum(CALL if isinstance(node, nodes.Call) else 1 for node in tree.find_all(nodes.Node))


def bound(tree: nodes.Template) -> None:
    """Let loops count their rounds, and lists hold no lists but those that are written out."""
    for loop in list(tree.find_all(nodes.For)):
        loop.iter = filtered(loop.iter, COUNTED, nodes.Const(cost(loop)))
    for written in list(tree.find_all(nodes.List)):
        written.items = plain_items(written.items)
    for group in list(tree.find_all(nodes.Tuple)):
        if group.ctx == "load":  # else it is the names that a loop gives
            group.items = plain_items(group.items)
    for pair in list(tree.find_all(nodes.Pair)):
        if not isinstance(pair.value, LITERALS):
            pair.value = filtered(pair.value, PLAIN)


def plain_items(items: list[nodes.Expr]) -> list[nodes.Expr]:
    """The items of a list: lists that are written out, and texts and numbers."""
    return [item if isinstance(item, LITERALS) else filtered(item, PLAIN) for item in items]


def filtered(node: nodes.Node, name: str, *arguments: nodes.Expr) -> nodes.Filter:
    """An expression behind which stands a filter."""
    return nodes.Filter(cast(nodes.Expr, node), name, list(arguments), [], None, None, lineno=node.lineno)


# --- filters


def plain(value: Any) -> Any:
    """A text or number as it is; of a list its text could be of any size."""
    if value is None or isinstance(value, str | int | float | Undefined):
        return value
    raise TemplateRuntimeError(f"a {type(value).__name__} is no text; take its items, or join them")


def of_text(function: Callable[[str], str]) -> Callable[[Any], str]:
    """A filter that takes one text or number, and no list."""
    return lambda value: function(str(plain(value)))


def replace(text: str, old: str, new: str) -> str:
    """A text with another word in place of one."""
    text = str(plain(text))
    check_size(len(text) + text.count(old) * len(new), TEXT)
    return text.replace(old, new)


def rounded(value: float, digits: int = 0) -> float:
    """A number with so many digits behind the point."""
    return round(float(value), digits)


def thousands(value: float) -> str:
    """A whole number as people read it: ``8,000``."""
    return f"{value:,d}"


def check_number(number: float) -> None:
    """Refuse a number that is too large to compute with."""
    if abs(number) > NUMBER:
        raise TemplateRuntimeError(f"computes with a number above {NUMBER:,.0f}")


def check_size(size: int, most: int) -> None:
    """Refuse what would be too large, before it is made."""
    if size > most:
        raise TemplateRuntimeError(
            f"makes a text or list of {size:,} letters or items; {most:,} are the most"
        )
