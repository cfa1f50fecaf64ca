"""The robber steals two cards: a second one by lot, if the victim has another."""

from rules.catan import robber
from rules.catan.robber import draw_stolen
from simulate.house import original, replaces


@replaces(robber.take_stolen)
def take_stolen(state, victim, resource):
    original(state, victim, resource)
    if state.hand_size[victim] > 0:
        original(state, victim, draw_stolen(state, victim))
