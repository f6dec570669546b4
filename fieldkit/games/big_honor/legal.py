"""The legal commands, and why the others are refused: a page asks here instead of knowing the rules."""

from __future__ import annotations

from typing import Any

from fieldkit.games.big_honor import commands
from fieldkit.games.big_honor.state import MAX_POINTS, PAYS, PRICES, TRIES, State, may_win
from fieldkit.phrases import Language


def can(state: State) -> dict[str, Any]:
    """Return the legal next commands."""
    if state.phase == "over":
        return {"open_table": True}
    legal: dict[str, Any] = {
        "abandon_table": True,
        "change_points": {player.id: _steps(player.points) for player in state.players},
    }
    if state.phase == "settling":
        legal["put_settler"] = list(state.free)
    if commands.cannot_roll(state) is None:
        legal["roll"] = True
    if commands.cannot_send(state) is None:
        legal["send_settler"] = {"pay": list(PAYS), "places": list(state.free)}
    if prices := [price for price in PRICES if commands.cannot_spend(state, price) is None]:
        legal["spend_laurels"] = prices
    if commands.cannot_end_turn(state) is None:
        legal["end_turn"] = True
    if state.phase == "special":
        legal["end_building"] = True
    if may_win(state):
        legal["confirm_win"] = True
    return legal


def _steps(points: int) -> list[int]:
    return [by for by in (1, -1) if 0 <= points + by <= MAX_POINTS]


def refusals(state: State, translate: Language) -> dict[str, dict[str, Any]]:
    """Say why a key of the screen is refused now: a sentence and its rule, by the command.

    Those of laurels are named ``spend_1`` to ``spend_5``.
    """
    if state.phase == "over":
        return {}
    asked = {
        "roll": commands.cannot_roll(state),
        "send_settler": commands.cannot_send(state),
        "end_turn": commands.cannot_end_turn(state),
    } | {f"spend_{price}": commands.cannot_spend(state, price) for price in PRICES}
    return {
        name: {"text": translate(refused.said), "rule": refused.rule}
        for name, refused in asked.items()
        if refused
    }


def chances(state: State) -> dict[str, int] | None:
    """Return the tries left at a full table, and how many pairs of dice without a 7 are lost (BH-3)."""
    if state.phase != "rolled" or state.free or commands.cannot_send(state):
        return None
    own = state.on_turn.id
    ways = {place: 6 - abs(place - 7) for place in state.places}
    lost = sum(n for place, n in ways.items() if state.places[place] == own)
    return {"tries": TRIES - state.tried, "of": sum(ways.values()), "lost": lost}
