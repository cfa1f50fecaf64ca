"""Twenty plain questions, as people type them into the search of the site, and the pages that answer each.

Not one of them is the heading of its page.
"""

from __future__ import annotations

QUESTIONS = {
    "how to shorten catan": {
        "faq#how-do-i-make-the-game-shorter-or-longer",
        "questions#a-value-for-what-you-want",
    },
    "play without robber": {"cookbook#what-if-we-drop-the-robber", "index#one-question-in-three-minutes"},
    "install on windows": {
        "faq#how-do-i-install-it-on-windows-or-a-mac",
        "terminal#installing",
        "index#install",
    },
    "invent a new house rule": {"own-rules", "faq#can-i-make-up-a-new-rule-that-is-not-in-the-list"},
    "design my own board game": {"own-games", "faq#how-do-i-add-my-own-game-or-a-prototype"},
    "are seafarers supported": {
        "scope",
        "faq#are-expansions-such-as-cities-and-knights-or-seafarers-included",
    },
    "is the first player at an advantage": {"cookbook#seats-and-fairness", "faq#is-it-fair-to-go-first"},
    "how strong is the AI": {"strength", "players", "faq#how-good-are-the-computer-players"},
    "what does the triangle sign mean": {
        "questions#reading-an-answer",
        "faq#what-do-the-signs-and-the-dots-mean",
    },
    "export to excel": {
        "terminal#tables-for-other-programs",
        "faq#how-do-i-get-the-results-into-excel-or-a-spreadsheet",
    },
    "where should I settle first": {"cookbook#where-should-i-put-my-first-settlement", "positions"},
    "watch a game in my browser": {"watching", "faq#how-do-i-watch-a-game"},
    "which move cost me the win": {
        "cookbook#when-was-the-game-decided-and-which-move-lost-it",
        "faq#which-move-lost-me-the-game",
    },
    "is catan luck or skill": {"cookbook#how-much-is-skill-worth", "faq#how-much-is-luck-and-how-much-skill"},
    "cards instead of dice": {"cookbook#do-cards-instead-of-dice-tame-the-luck", "catan"},
    "is this move legal": {"game-records", "faq#was-that-move-legal"},
    "use it in a jupyter notebook": {"python", "faq#can-i-use-it-from-python-or-a-notebook"},
    "how many games are enough": {
        "questions#how-many-games",
        "faq#how-many-games-do-i-need-to-be-sure",
        "cookbook#how-many-games-until-i-know",
    },
    "can I trust a file from a stranger": {"security", "faq#is-it-safe-to-open-a-file-from-somebody-else"},
    "run on a cluster": {"scaling"},
}
"""A page, or of a page with many questions the place on it."""

FIRST = 3
"""Pages that people look at."""

LEAST = 19
"""Questions that must find theirs."""

TYPED = """
(async () => {
  const input = document.querySelector(".md-search__input"), list = ".md-search-result__item";
  const wait = ms => new Promise(done => setTimeout(done, ms));
  input.focus();
  input.value = "";
  input.dispatchEvent(new Event("keyup"));
  await wait(150);
  input.value = QUESTION;
  input.dispatchEvent(new Event("keyup", {bubbles: true}));
  input.dispatchEvent(new Event("input", {bubbles: true}));
  let before = "", same = 0;
  for (let n = 0; n < 100 && same < 4; n += 1) {
    await wait(100);
    const now = [...document.querySelectorAll(list)].map(item => item.textContent).join();
    same = now && now === before ? same + 1 : 0;
    before = now;
  }
  return JSON.stringify([...document.querySelectorAll(list)].map(item =>
    [...item.querySelectorAll("a")].map(link => link.getAttribute("href"))));
})()
"""
"""What types a question into the search of the theme, and reads what it lists: the places of each page."""
