"""Sentences for screens beside the accounts: what to get ready, who has won, fouls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.games.full_contact import corrections
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.points import at_target, winners
from fieldkit.games.full_contact.state import Phase, State, Team
from fieldkit.games.full_contact.words import FOULS
from fieldkit.phrases import N_, Language, Message, MessageList, Term


def fouls(state: State, team: Team) -> dict[str, Any]:
    """Return the number of a team's fouls and sendings-off, also by player if one was named (FC-33)."""
    noted = [foul for foul in state.fouls if foul.team == team.id]
    players = sorted({foul.player for foul in noted if foul.player})
    return {
        "count": sum(foul.foul != "sent_off" for foul in noted),
        "sent_off": sum(foul.foul == "sent_off" for foul in noted),
        "players": {player: sum(foul.player == player for foul in noted) for player in players},
    }


def fouls_list(translate: Language) -> list[dict[str, str]]:
    """Return the fouls that are noted with one tap."""
    return [{"id": id, "text": translate(Term(text))} for id, text in FOULS.items()]


def confirming(state: State, translate: Language) -> dict[str, Any] | None:
    """Return who would win, and when that may be confirmed (FC-32); None if nobody is at the target."""
    there = at_target(state)
    if not there or state.phase == "over":
        return None
    won = winners(state)
    ready = state.phase == "break" and bool(won) and corrections.all_served(state)
    teams = MessageList([called(team) for team in there], N_("and"))
    return {"teams": list(won), "ready": ready, "says": translate(_when(state, teams, bool(won), ready))}


def _when(state: State, teams: MessageList, decided: bool, ready: bool) -> Message:
    if not decided:
        return Message("{teams} are at the target: they play an extra round", {"teams": teams})
    if ready:
        return Message("{teams} are at the target: confirm the result", {"teams": teams})
    if state.phase == "break":
        text = N_(
            "{teams} are at the target: confirm when the break is over, or when no team wants anything more"
        )
        return Message(text, {"teams": teams})
    return Message("{teams} are at the target: the result is confirmed in the break", {"teams": teams})


_READY: Mapping[Phase, str] = {
    "ready": N_("One foot in a hoop of your team; knights wear the band on the head"),
    "break": N_("One foot in a hoop of your team; knights wear the band on the head"),
    "head_start": N_("{team} play; all others wait with one foot in their hoop, and nobody tags"),
    "round": N_("One ball at a time; tag with both hands; who is tagged stands still"),
    "grace": N_("Let go of the ball and stay where you are"),
    "stopped": N_("Everybody stands still; who was tagged stays tagged"),
    "over": "",
}


def get_ready(state: State, translate: Language) -> str:
    """Return one sentence for bodies, by phase (FC-29, FC-30), or an empty one."""
    current = state.round
    if state.phase in ("ready", "break") and state.supremacy is not None:
        team = called(state.team(state.supremacy))
        return translate.sentence(
            "One foot in a hoop of your team; only {team} wear the band on the head", team=team
        )
    head = current.span.head_team if current and state.phase == "head_start" else None
    team = called(state.team(head)) if head else ""
    text = _READY[state.phase]
    return translate.sentence(text, team=team) if text else ""
