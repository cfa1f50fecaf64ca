"""Effects: one small program a card in `cards.toml`, and the kernels that carry out its steps.

For every step that somebody decides there are three things: `ask` finds what can be chosen and says
whether there is anything, `list_answers` lists it as moves, `answer` does what was chosen.
"""
