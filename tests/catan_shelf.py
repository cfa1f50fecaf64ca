"""Where the Catan records stand that referees are tested with, and how they get there."""

from dataclasses import dataclass

from catan_table import stated


@dataclass(frozen=True)
class Example:
    """A record, what it shows, and the part of the referee's verdict that it fixes."""

    name: str
    shows: str
    record: dict
    verdict: dict


EXAMPLES: dict[str, Example] = {}
LEGAL: dict[str, Example] = {}
ILLEGAL: dict[str, Example] = {}


def gives(shelf, name, shows, record, **result):
    """Shelve a legal record with the result that it leads to."""
    assert name not in shelf, name
    found = stated(record["players"], **result)
    verdict = {"legal": True, "turn": None, "rule": None}
    if "points" in found:
        verdict["scores"] = found["points"]
    if "winner" in found:
        verdict["winners"] = [] if found["winner"] is None else [found["winner"]]
    shelf[name] = Example(name, shows, record | {"result": found}, verdict)


def breaks(name, shows, record, rule, at=None, shelf=ILLEGAL):
    """Shelve a record with a fault, in its last event unless `at` says where: the rule it breaks."""
    assert name not in shelf, name
    turn = len(record["turns"]) - 1 if at is None else at
    shelf[name] = Example(name, shows, record, {"legal": False, "turn": turn, "rule": rule})


def misread(name, shows, record, **result):
    """Shelve a record that states what the rule does not bring about."""
    record = record | {"result": stated(record["players"], **result)}
    faulty(f"{name}, misread", shows, record, "RESULT")


def faulty(name, shows, record, rule="SETUP"):
    """Shelve a record whose setup or result is at fault."""
    assert name not in ILLEGAL, name
    ILLEGAL[name] = Example(name, shows, record, {"legal": False, "turn": None, "rule": rule})
