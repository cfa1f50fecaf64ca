"""Tab completion as bash, zsh and fish want it: click's, with three things mended.

A rule is completed in two steps, ``dice_cap=`` and then its value. So no blank may follow the first, bash, to
which ``=`` begins a word, has to be told only what comes behind it, and commas belong to words.
"""

from __future__ import annotations

import os
from typing import Any

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
    split_arg_string,
)

from simulate.cli.aids import GOES_ON


class Bash(BashComplete):
    """Bash parts words at ``=``; they are put together again, and the answer is cut as bash wants it."""

    source_template = BashComplete.source_template.replace(
        "elif [[ $type == 'plain' ]]; then",
        f"elif [[ $type == '{GOES_ON}' ]]; then\n"
        "            COMPREPLY+=($value)\n"
        "            compopt -o nospace\n"
        "        elif [[ $type == 'plain' ]]; then",
    )

    parted = False
    """Whether bash has parted the word that is completed."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is completed, and that one."""
        parts = split_arg_string(os.environ["COMP_WORDS"])
        index = int(os.environ["COMP_CWORD"])
        parts += [""] * (index + 1 - len(parts))  # the word at the cursor may be empty still
        words: list[str] = []
        for word in parts[: index + 1]:
            self.parted = word == "=" or (bool(words) and words[-1].endswith("=") and self.parted)
            if self.parted and words:
                words[-1] += word
            else:
                words.append(word)
        return words[1:-1], words[-1]

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        """What the word may become, or what bash takes for it."""
        items = super().get_completions(args, incomplete)
        if self.parted:
            option = incomplete.startswith("-") and "=" in incomplete
            word = incomplete.partition("=")[2] if option else incomplete
            for item in items:
                item.value = item.value[word.rfind("=") + 1 :]
        return items


class Zsh(ZshComplete):
    """Zsh shows the values of a rule at once, so that no blank follows its name."""

    source_template = (
        ZshComplete.source_template.replace(
            """        elif [[ "$type" == "dir" ]]; then""",
            f"""        elif [[ "$type" == "{GOES_ON}" ]]; then
            completions_that_go_on+=("$key")
        elif [[ "$type" == "dir" ]]; then""",
        )
        .replace(
            """    if [ -n "$completions" ]; then""",
            """    if [ -n "$completions_that_go_on" ]; then
        compadd -U -S '' -V unsorted -a completions_that_go_on
    fi

    if [ -n "$completions" ]; then""",
        )
        .replace(
            "    local -a completions\n", "    local -a completions\n    local -a completions_that_go_on\n"
        )
    )


class Fish(FishComplete):
    """Fish sets no blank behind ``=`` by itself, but a comma belongs to the word."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split --max 1 ","'
    ).replace('= "plain"', f'= "plain" -o $metadata[1] = "{GOES_ON}"')


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}

for shell in SHELLS.values():
    add_completion_class(shell)
