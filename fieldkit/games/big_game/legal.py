"""The legal commands, and why the others are refused: a page asks here instead of knowing the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import declared
from fieldkit.games.big_game import claims, people, turns
from fieldkit.games.big_game.base import Command
from fieldkit.games.big_game.state import State
from fieldkit.phrases import Language

MAX_OPEN = 20
"""The open claims that are listed at once, those first that are judged first."""
_ENDS = {"call_break": turns.cannot_break, "end_hall": turns.cannot_end}
"""Commands that are possible under an alarm too (BG-5)."""

_PEOPLE: Iterable[Any] = declared(people, Command).values()
_FOR_PLAYERS = [kind.type for kind in _PEOPLE]


def main(state: State) -> str:
    """Return the command of the main key: ``judge_claim`` is for the first open claim; empty at the end."""
    phase = state.phase
    if phase == "over":
        return ""
    if phase == "alarm":
        return "lift_alarm"
    if phase == "robbers":
        return "roll_robbers"
    if phase in ("seven", "held"):
        return "go_on"
    if phase == "won" or (phase == "final" and not state.open_claims):
        return "confirm_result"
    if phase in ("judging", "final"):
        return "close_claims" if claims.closable(state) else "judge_claim"
    return "next_turn"


def can(state: State) -> dict[str, Any]:
    """Return the legal next commands of the referee."""
    phase = state.phase
    if phase == "over":
        return {"open_hall": True}
    always = ["set_options", "set_award", "repeat_line", "call_steward", main(state)]
    legal: dict[str, Any] = dict.fromkeys(always + ([] if state.rehearsal else _FOR_PLAYERS), True)
    for name, cannot in _ENDS.items():
        if cannot(state) is None:
            legal[name] = True
    if open_calls := [call.id for call in state.calls if not call.done]:
        legal["close_call"] = open_calls
    return legal if phase == "alarm" else legal | _moves(state)


def _moves(state: State) -> dict[str, Any]:
    """Return the commands that an alarm forbids."""
    phase = state.phase
    legal: dict[str, Any] = {"abandon_hall": True, "advance": _advances(state), "raise_alarm": True}
    if not state.turn:
        legal["set_boards"] = True
    if phase == "turn":
        legal |= {"stop_clock": True, "hold_clock": True}
    if phase in ("turn", "held", "seven", "robbers"):
        legal["change_clock"] = True
    if turns.cannot_take_back(state) is None:
        legal["take_back_roll"] = True
    if turns.cannot_end_turn(state) is None:
        legal["end_turn"] = True
    if state.turn and state.people:
        legal["claim"] = True
    if any(claims.cannot_judge(state, claim) is None for claim in state.claims):
        legal["judge_claim"] = True
    if state.open_claims:
        legal["withdraw_claim"] = [claim.id for claim in state.open_claims[:MAX_OPEN]]
    return legal


def _advances(state: State) -> bool:
    if state.phase in ("robbers", "seven", "held"):
        return True
    return state.phase != "turn" and turns.cannot_roll(state) is None


def refusals(state: State, translate: Language) -> dict[str, dict[str, Any]]:
    """Say why a key of the console is refused now: a sentence and its rule, by the command."""
    if state.phase == "over":
        return {}
    asked = {
        "next_turn": turns.cannot_roll(state),
        "take_back_roll": turns.cannot_take_back(state),
        "end_turn": turns.cannot_end_turn(state),
    } | {name: cannot(state) for name, cannot in _ENDS.items()}
    if state.phase != "turn":
        asked["stop_clock"] = Rejected("not_running", "No clock runs", "BG-5")
    return {
        name: {"text": translate(refused.said), "rule": refused.rule}
        for name, refused in asked.items()
        if refused
    }
