"""What screens tell beside the accounts: what to get ready, who has won, fouls."""

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
    """How many fouls of the sport's own list a team has, and by player where one was named (FC-33)."""
    noted = [foul for foul in state.fouls if foul.team == team.id]
    players = sorted({foul.player for foul in noted if foul.player})
    return {
        "count": sum(foul.foul != "sent_off" for foul in noted),
        "sent_off": sum(foul.foul == "sent_off" for foul in noted),
        "players": {player: sum(foul.player == player for foul in noted) for player in players},
    }


def fouls_list(translate: Language) -> list[dict[str, str]]:
    """The fouls that are noted with one tap."""
    return [{"id": id, "text": translate(Term(text))} for id, text in FOULS.items()]


def markers(state: State) -> list[dict[str, str]]:
    """What the crew has still to do to markers (FC-19, FC-28)."""
    return [
        {"hoop": one.hoop, "team": one.team, "do": one.do, "building": one.building} for one in state.markers
    ]


def confirming(state: State, translate: Language) -> dict[str, Any] | None:
    """Who would win, whether that may be confirmed without asking the teams, and when (FC-32)."""
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
    """One sentence for bodies, by phase (FC-29, FC-30); empty when there is none."""
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
