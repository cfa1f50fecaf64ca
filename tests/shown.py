"""What the site shows of real games: ten house rules of each game, and the question on its first page.

    python tests/shown.py [NAME ...]

plays what `COMMANDS` names, each in a folder of its own, and keeps in docs/shown/NAME.json what pages show of
the answer: small, with the command that made it. The other functions make cards and the slider of it.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from rules.games import OWN, load
from simulate.io.console import note

TOP = Path(__file__).parent.parent
SHOWN = TOP / "docs" / "shown"
GAMES = 2000
"""Of each rule."""

MOST = 10
"""House rules of a game that its page shows: what surest changes something, in the order of the study."""

QUESTION = "points"
COMMANDS = {
    **{game: f"study houserules --game {game} --n {GAMES}" for game in OWN},
    QUESTION: f"sweep --game catan --rule points_to_win=6..12 --n {GAMES}",
}
CHIPS = {"sure": "●", "likely": "◐", "not settled": "○"}
SURE = tuple(CHIPS)


# --- from an answer


def rules_shown(findings: Mapping[str, Any], arms: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """A card a rule: the question, the sentence, how sure, and the command that asks it alone."""
    game = findings["game"]
    said = [{"text": findings["answer"], "sure": findings["sure"]}, *findings["findings"]]
    cards = []
    for arm in arms:
        head = f"{arm['name'][0].upper()}{arm['name'][1:]}: "
        for finding in said:
            if finding["text"].startswith(head):
                text = finding["text"].removeprefix(head)
                cards.append(
                    {
                        "question": f"{head[:-2]}?",
                        "answer": f"{text[0].upper()}{text[1:]}",
                        "sure": finding["sure"],
                        "command": f"simulate compare --game {game} {asked(arm)}",
                    }
                )
    first = sorted(cards, key=lambda card: SURE.index(card["sure"]))[:MOST]
    return [card for card in cards if card in first]


def asked(arm: Mapping[str, Any]) -> str:
    """What asks for an arm alone."""
    if "preset" in arm:
        return f"--preset {arm['preset']}"
    values = (f"{value}".lower() if isinstance(value, bool) else value for value in arm["rules"].values())
    return " ".join(f"--rule {name}={value}" for name, value in zip(arm["rules"], values, strict=True))


def curve_shown(findings: Mapping[str, Any]) -> dict[str, Any]:
    """A measure a row, with its value, interval and change at each value of the rule."""
    rows = findings["sections"]["curves"]
    axis = findings["chart"]["axis"]
    measures: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = f"{row['measure']} {row['at']}".strip()
        scale = 100 if row["kind"] == "share" else 1
        mine = measures.setdefault(key, {"words": row["words"], "scale": scale, "points": []})
        numbers = [float(f"{scale * row[name]:.4g}") for name in ("value", "band_low", "band_high")]
        mine["points"].append({"value": numbers, "sure": row["sure"], "standard": row["standard"]})
    asked = {key: measures[key] for key in ASKED}
    return {"axis": axis, "values": findings["chart"]["values"], "measures": asked}


def shown(name: str) -> dict[str, Any]:
    """What is kept of the answer to a command, which is played anew."""
    from builders import run_program

    command = COMMANDS[name]
    with tempfile.TemporaryDirectory() as folder:
        done = run_program(*command.split(), "--json", cwd=Path(folder))
        if done.returncode:
            raise SystemExit(done.stderr)
        return kept(name, json.loads(done.stdout))


def kept(name: str, findings: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of these findings."""
    about = {
        "command": f"simulate {COMMANDS[name]}",
        "program": findings["runs"][0]["program"],
        "n": findings["n"],
        "players": findings["players"],
        "seeds": findings["seeds"],
    }
    if name == QUESTION:
        return about | curve_shown(findings)
    study = tomllib.loads((TOP / "analyses" / "studies" / "houserules.toml").read_text(encoding="utf-8"))
    return about | {"rules": rules_shown(findings, study["of"][name]["arms"])}


# --- on pages


def known(name: str) -> dict[str, Any]:
    """What was kept."""
    found: dict[str, Any] = json.loads((SHOWN / f"{name}.json").read_text(encoding="utf-8"))
    return found


def place_of(question: str) -> str:
    """The address of a finding on its page."""
    return "rule-" + "-".join(re.findall(r"[a-z0-9]+", question.lower()))


def cards(game: str) -> str:
    """Ten house rules of a game as cards."""
    found = known(game)
    lines = ['<ul class="cards" markdown="0">']
    for rule in found["rules"]:
        place, sure = place_of(rule["question"]), rule["sure"]
        lines += [
            f'<li id="{place}"><h3>{escape(rule["question"])}'
            f'<a class="headerlink" href="#{place}" title="Address of this finding">&para;</a></h3>',
            f"<p>{escape(rule['answer'])}</p>",
            f'<p><span class="chip {sure.replace(" ", "-")}">{CHIPS[sure]} {sure}</span></p>',
            f"<details><summary>ask it</summary><pre><code>{escape(rule['command'])}</code></pre></details>",
            "</li>",
        ]
    players = " or ".join(map(str, found["players"]))
    return "\n".join(
        [
            *lines, "</ul>", "",
            f"Of {found['n']:,} games with each rule, {players} players, seeds 1 and 2: "
            f"`{found['command']}`. How sure is told in [reading an answer](questions.md#how-sure).",
        ]
    )  # fmt: skip


def watched(game: str) -> str:
    """A game to watch in its page."""
    title = load(game).title
    return (
        f'<iframe class="watch" src="watch/{game}.html" title="A game of {title} to watch" loading="lazy">'
        f'</iframe>\n\n<a href="watch/{game}.html">The same game on a page of its own</a>. '
        "[Watching a game](watching.md) says how to make one."
    )


ASKED = ("turns", "lead", "win_share seat 1")
"""The measures that the slider tells of."""


def question() -> str:
    """The question of the first page: a slider, and what the games say at each of its values."""
    found = known(QUESTION)
    measures = {key: found["measures"][key] for key in ASKED}
    standard = next(n for n, p in enumerate(measures["turns"]["points"]) if p["standard"])
    data = {"values": found["values"], "standard": standard, "measures": measures}
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    rows = "".join(
        f"<tr><th>{value} points{' (standard)' * (n == standard)}</th>"
        f"<td>{measures['turns']['points'][n]['value'][0]:.0f} turns</td></tr>"
        for n, value in enumerate(found["values"])
    )
    return "\n".join(
        [
            '<div class="ask" markdown="0">',
            f'<label>Catan to <b id="ask-value">{found["values"][standard]}</b> points <input id="ask-dial" '
            f'type="range" min="0" max="{len(found["values"]) - 1}" value="{standard}"></label>',
            '<p id="ask-answer" class="ask-answer" aria-live="polite"></p>',
            '<div id="ask-bars" class="ask-bars"></div>',
            f"<noscript><table>{rows}</table></noscript>",
            f'<script type="application/json" id="ask-data">{text}</script>',
            "</div>",
            "",
            f"<small>{found['n']:,} games to each number of points, four good players, on the same islands "
            f"and dice; * is the standard: `{found['command']}`</small>",
        ]
    )  # fmt: skip


def main() -> None:
    """Play and keep what is named, or everything."""
    SHOWN.mkdir(exist_ok=True)
    for name in sys.argv[1:] or COMMANDS:
        note(COMMANDS[name])
        text = json.dumps(shown(name), indent=1, ensure_ascii=False)
        (SHOWN / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
