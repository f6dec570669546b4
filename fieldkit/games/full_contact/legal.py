"""The legal commands, so that a page need not know the rules."""

from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games.full_contact import bank, corrections, rounds, setup
from fieldkit.games.full_contact.cards import CARDS, cannot_use
from fieldkit.games.full_contact.options import ITEMS
from fieldkit.games.full_contact.sightings import cannot_deposit, cannot_place
from fieldkit.games.full_contact.state import State, Team
from fieldkit.phrases import Language, Term


def can(state: State, translate: Language) -> dict[str, Any]:
    """Return the legal next commands (all but which balls a trade, a card or a discard names)."""
    if state.phase == "over":
        return {"create_match": True}
    free = [hoop for hoop in state.hoops if hoop.building == "none"]
    able = [team.id for team in state.teams if free and not cannot_place(state, team.id, free[0])]
    may: dict[str, Any] = {
        "start_round": not rounds.blocked(state),
        "stop_round": state.phase in rounds.RUNNING,
        "resume_round": state.phase == "stopped",
        "end_round": state.phase == "stopped",
        "void_round": rounds.can_void(state),
        "refilled": any(n > 0 for n in state.refill.values()),
        "break_clock": state.phase == "break",
        "confirm_result": not corrections.cannot_confirm(state),
        "edit_setup": not setup.cannot_edit(state),
        "markers_set": bool(state.markers),
        **dict.fromkeys(("correct", "note", "strike", "end_match", "abandon_match"), True),
        "deposit": [hoop.id for hoop in state.hoops if not cannot_deposit(state, hoop)],
        "settle": [entry.id for entry in state.pending],
        "discard": [team.id for team in state.teams if team.owed],
        "place": {team: [hoop.id for hoop in free] for team in able},
    }
    legal = {name: allowed for name, allowed in may.items() if allowed}
    return legal | (_break_can(state, translate) if state.phase == "break" else {})


def _break_can(state: State, translate: Language) -> dict[str, Any]:
    legal: dict[str, Any] = {"buy": {team.id: _buy(state, team, translate) for team in state.teams}}
    legal["use_card"] = {
        team.id: {
            card: _refusal(refused, translate) if (refused := cannot_use(state, team, CARDS[card])) else True
            for card in dict.fromkeys(team.cards)
        }
        for team in state.teams
        if team.cards
    }
    traders = [team.id for team in state.teams if not team.owed]
    if len(traders) > 1:
        legal["trade"] = traders
    return legal


def _buy(state: State, team: Team, translate: Language) -> dict[str, Any]:
    offers: dict[str, Any] = {}
    for item in ITEMS:
        refused = bank.cannot_buy(state, team, item)
        if refused:
            offers[item] = _refusal(refused, translate)
            continue
        offers[item] = {"pays": [dict(way) for way in bank.affordable(state, team.id, item)]}
        if item == "settlement" and all(hoop.building != "none" for hoop in state.hoops):
            warning = Term("No hoop is free: the settlement stays in hand until one is")
            offers[item]["warn"] = translate(warning)
        if item == "city":
            offers[item]["hoops"] = state.buildings(team.id, "settlement")
    return offers


def _refusal(refused: Rejected, translate: Language) -> dict[str, Any]:
    return {"refused": translate(refused.said), "rule": refused.rule}
