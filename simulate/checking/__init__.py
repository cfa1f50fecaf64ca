"""Tries a game from all sides: what `simulate check` says, of games in plain Python and of compiled ones.

`plain` and `compiled` are what is tried of each, `hidden` what seats of a compiled game see, `options` and
`runs` what is tried of every game alike, and `twins` plays a compiled game and a plain one side by side.
"""
