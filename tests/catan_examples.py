"""The worked examples of the Catan rule page, a legal and an illegal record for its rules, as data.

`EXAMPLES[name]` is an `Example`: a game record and what a referee must say of it. Names are the numbers of
the rule page (EX-CT-7), with a few words where one number has several records. `LEGAL` does the same for
what rules CT-40 to CT-122 allow and bring about, `ILLEGAL` for what they forbid; there a name begins with the
rule that the record is about; the verdict has the rule that a referee names. Every record is judged alone:

    for example in ALL.values():
        verdict = referee(example.record)
        assert {key: verdict[key] for key in example.verdict} == example.verdict

What a legal record leads to stands in the `result` of the record, which a referee checks (RESULT). Records
named "misread" state the result of a plausible misreading. The notation is that of catan_table.py.
"""

import catan_house_rules  # noqa: F401 - each module fills the shelves
import catan_rules_of_building  # noqa: F401
import catan_rules_of_turns  # noqa: F401
import catan_rules_of_winning  # noqa: F401
import catan_worked  # noqa: F401
from catan_shelf import EXAMPLES, ILLEGAL, LEGAL, Example

ALL: dict[str, Example] = {
    **EXAMPLES,
    **{f"legal: {name}": example for name, example in LEGAL.items()},
    **{f"illegal: {name}": example for name, example in ILLEGAL.items()},
}

__all__ = ["ALL", "EXAMPLES", "ILLEGAL", "LEGAL", "Example"]
