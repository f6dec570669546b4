"""The development cards (FC-23 to FC-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fieldkit.errors import Rejected
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.bank import owes
from fieldkit.games.full_contact.names import (
    called,
    hoop_label,
    known_card,
    known_hoop,
    known_kind,
    known_kinds,
    known_team,
)
from fieldkit.games.full_contact.rounds import wrong_phase
from fieldkit.games.full_contact.state import FIELD, Hoop, State, Team, covers, is_starting, total
from fieldkit.phrases import N_


def use(state: State, command: co.UseCard) -> tuple[ev.Event, ...]:
    """A team uses a card it holds, in a break (FC-24)."""
    team, card = known_team(state, command.team), known_card(command.card)
    _check_names(state, command)
    refused = cannot_use(state, team, card)
    if refused:
        raise refused
    return (_EFFECTS[card](state, team, command),)


def _check_names(state: State, command: co.UseCard) -> None:
    if command.kinds is not None:
        known_kinds(state, command.kinds)
    if command.kind is not None:
        known_kind(state, command.kind)
    if command.victim is not None:
        known_team(state, command.victim)
    if command.hoop is not None:
        known_hoop(state, command.hoop)


def cannot_use(state: State, team: Team, card: str) -> Rejected | None:
    """Why the team cannot use that card now, whatever it names with it; None if it can."""
    if state.phase != "break":
        return wrong_phase(state, "FC-24")
    if card not in team.cards:
        return Rejected("no_such_card", "{team} do not hold that card", "FC-24", team=called(team))
    owing = next((other for other in state.teams if other.owed), None)
    if owing:
        return owes(owing)
    if card == "barbarians" and not targets(state, team.id):
        return Rejected("no_target", "No opponent has a building that Barbarians can take", "FC-28")
    if card == "foresight" and state.foresight is not None:
        return Rejected("head_start_taken", "A head start is already set for the next round", "FC-29")
    if card == "military_supremacy" and state.supremacy is not None:
        return Rejected("supremacy_taken", "Supremacy is already set for the next round", "FC-30")
    return None


def targets(state: State, team: str) -> tuple[Hoop, ...]:
    """The buildings that a team's Barbarians could hit (FC-28)."""
    return tuple(
        hoop
        for hoop in state.hoops
        if hoop.team not in (None, team) and hoop.building != "none" and not is_starting(state, hoop)
    )


def _victory_point(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    return ev.CardUsed(team.id, "victory_point")


def plenty(state: State) -> int:
    """How many balls Year of Plenty takes now: fewer only if the field holds fewer (FC-25)."""
    return min(state.numbers.plenty, total(state.stocks[FIELD]))


def _year_of_plenty(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    field = state.stocks[FIELD]
    count = plenty(state)
    kinds = known_kinds(state, command.kinds or {})
    if total(kinds) != count:
        raise Rejected("wrong_count", "Year of Plenty takes exactly {n} balls", "FC-25", n=count)
    if not covers(field, kinds):
        raise Rejected("not_on_field", "The field does not hold those balls", "FC-25")
    return ev.CardUsed(team.id, "year_of_plenty", taken={FIELD: kinds})


def _monopoly(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    kind = command.kind
    if kind is None:
        raise Rejected("kind_needed", "Name the kind of ball that Monopoly takes", "FC-26")
    others = [other.id for other in state.teams if other.id != team.id]
    taken = {id: {kind: state.stocks[id][kind]} for id in others if state.stocks[id].get(kind)}
    return ev.CardUsed(team.id, "monopoly", taken=taken, kind=kind)


def _robber(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    halves = {
        other.id: (total(state.stocks[other.id]) + 1) // 2 for other in state.teams if other.id != team.id
    }
    return ev.CardUsed(team.id, "robber", owed={id: half for id, half in halves.items() if half})


def _barbarians(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    if command.hoop is None:
        raise Rejected("hoop_needed", "Name the hoop that Barbarians attack", "FC-28")
    hoop = known_hoop(state, command.hoop)
    if is_starting(state, hoop):
        raise Rejected("starting_city", "A starting city is safe from Barbarians", "FC-28")
    if hoop not in targets(state, team.id):
        raise Rejected(
            "no_target", "No opponent has a building in hoop {hoop}", "FC-28", hoop=hoop_label(hoop.id)
        )
    if command.victim is not None and command.victim != hoop.team:
        name = called(state.team(command.victim))
        text = N_("{team} have no building in hoop {hoop}")
        raise Rejected("wrong_victim", text, "FC-28", team=name, hoop=hoop_label(hoop.id))
    left = "settlement" if hoop.building == "city" else "none"
    return ev.CardUsed(team.id, "barbarians", victim=hoop.team, hoop=hoop.id, building=left)


def _foresight(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    return ev.CardUsed(team.id, "foresight")


def _military_supremacy(state: State, team: Team, command: co.UseCard) -> ev.CardUsed:
    return ev.CardUsed(team.id, "military_supremacy")


_EFFECTS: Mapping[str, Callable[[State, Team, co.UseCard], ev.CardUsed]] = {
    "victory_point": _victory_point,
    "year_of_plenty": _year_of_plenty,
    "monopoly": _monopoly,
    "robber": _robber,
    "barbarians": _barbarians,
    "foresight": _foresight,
    "military_supremacy": _military_supremacy,
}
