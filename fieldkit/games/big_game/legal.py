"""Which commands are legal now, and why the others are not: what a page asks instead of knowing the rules."""

from __future__ import annotations

from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games.big_game import turns
from fieldkit.games.big_game.state import State
from fieldkit.phrases import Language

MOST_OPEN = 20
"""How many open claims are listed at once, those first that are judged first."""


def main(state: State) -> str:
    """The command of the main key: ``judge_claim`` is for the first open claim; empty when all is over."""
    phase = state.phase
    if phase == "over":
        return ""
    if phase == "robbers":
        return "roll_robbers"
    if phase in ("seven", "held"):
        return "go_on"
    if phase == "won" or (phase == "final" and not state.open_claims):
        return "confirm_result"
    return "judge_claim" if phase in ("judging", "final") else "next_turn"


def can(state: State) -> dict[str, Any]:
    """The legal next commands of the referee."""
    phase = state.phase
    if phase == "over":
        return {"open_hall": True}
    legal: dict[str, Any] = {
        "abandon_hall": True,
        "set_options": True,
        "set_award": True,
        "repeat_line": True,
    }
    legal |= {"call_steward": True, "advance": _advances(state)}
    if not state.rehearsal:
        legal |= {"register": True, "import_players": True, "substitute": True, "mark_away": True}
        legal |= {"rename_player": True, "sanction": True, "remove_player": True}
    legal[main(state)] = True
    if not state.turn:
        legal["set_boards"] = True
    if phase == "turn":
        legal |= {"stop_clock": True, "hold_clock": True}
    if phase in ("turn", "held", "seven", "robbers"):
        legal["change_clock"] = True
    if turns.cannot_take_back(state) is None:
        legal["take_back_roll"] = True
    if phase in ("turn", "held", "ended", "judging", "won", "break", "final") and state.people:
        legal["claim"] = True
    if state.open_claims:
        legal["withdraw_claim"] = [claim.id for claim in state.open_claims[:MOST_OPEN]]
    if open_calls := [call.id for call in state.calls if not call.done]:
        legal["close_call"] = open_calls
    if phase in ("ended", "break"):
        legal["call_break"] = True
    if cannot_end(state) is None:
        legal["end_hall"] = True
    return legal


def _advances(state: State) -> bool:
    """True while the start button moves the hall on."""
    if state.phase in ("robbers", "seven", "held"):
        return True
    return state.phase != "turn" and turns.cannot_roll(state) is None


def cannot_end(state: State) -> Rejected | None:
    """Why the hall cannot be ended for time now (BG-12)."""
    if state.phase in ("registration", "ended", "break"):
        return None if state.turn else Rejected("not_begun", "Nothing was played: abandon the hall", "BG-12")
    return Rejected("turn_on", "First the turn ends and its claims are judged", "BG-12")


def refusals(state: State, translate: Language) -> dict[str, dict[str, Any]]:
    """Why what is always on the console cannot be done now: a sentence and its rule, by the command."""
    if state.phase == "over":
        return {}
    asked = {
        "next_turn": turns.cannot_roll(state),
        "take_back_roll": turns.cannot_take_back(state),
        "end_hall": cannot_end(state),
    }
    if state.phase != "turn":
        asked["stop_clock"] = Rejected("not_running", "No clock runs", "BG-5")
    return {
        name: {"text": translate(refused.said), "rule": refused.rule}
        for name, refused in asked.items()
        if refused
    }
