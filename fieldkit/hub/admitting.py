"""The organisers' calls about fields, people, screens and teams; Rejected, Unknown, NotStored are raised."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec.structs import asdict

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import Team, Teams
from fieldkit.event.state import CheckIn, EventState, FieldDecision, NewKit, TeamsDecision
from fieldkit.event.teams import checked, read, write
from fieldkit.hub.access import FIELD
from fieldkit.hub.derive import Facts
from fieldkit.hub.hub import Hub
from fieldkit.journal.record import wall_label
from fieldkit.phrases import N_, MessageList

MAX_FIELDS, MAX_SCREENS, MAX_NAME = 32, 100, 40
"""The number of fields and screens an event may have, and the length (characters) of their names."""
SHOWN = ("rotation", "fields", "standings", "schedule", "queue")
"""The choices of any screen; besides, ``field:`` and the id of a field."""
ONE_FIELD = "field:"
SEEN_S = 30
"""A screen counts as there for two of these (s); it is noted again at most this often."""
_ID = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)


def new_field(hub: Hub, id: str, name: str, by: str) -> str:
    """One more field; returns its key, which nobody sees again."""
    name = _named(name)

    def decide(state: EventState) -> FieldDecision:
        if not _ID.fullmatch(id):
            raise Rejected("bad_id", "A field's id is 1 to 32 small letters, digits and dashes.")
        if id in state.fields:
            raise Rejected("field_taken", "There is a field {id} already.", None, id=id)
        if name.casefold() in {known.casefold() for known in state.fields.values()}:
            raise Rejected("field_taken", "There is a field called {name} already.", None, name=name)
        if len(state.fields) >= MAX_FIELDS:
            raise Rejected("too_many", "An event has at most {n} fields.", None, n=MAX_FIELDS)
        return FieldDecision(id, name)

    hub.decide(decide, by)
    return hub.access.new_key(id)


def rename_field(hub: Hub, id: str, name: str, by: str) -> None:
    """Rename a field."""
    made = FieldDecision(id, _named(name))
    check_field(hub.state, id)
    hub.decide(lambda state: made, by)


def new_key(hub: Hub, field: str) -> str:
    """One more key of a field, which nobody sees again; those before it stay good until they are revoked."""
    check_field(hub.state, field)
    return hub.access.new_key(field)


def new_kit(hub: Hub, field: str, reason: str, by: str) -> int:
    """Let the field go on with another record, of another kit, say; return which one of the field it is."""
    reason = " ".join(reason.split())

    def decide(state: EventState) -> NewKit:
        check_field(state, field)
        if not 0 < len(reason) <= 200 or not reason.isprintable():
            raise Rejected("reason", "Say why another record takes over.")
        return NewKit(field, reason)

    return hub.decide(decide, by).generations[field]


def new_person(hub: Hub, role: str, name: str, field: str = "") -> tuple[str, str]:
    """Let a person in; returns their id and PIN, which nobody sees again. A referee is one of a field."""
    if role == "referee":
        check_field(hub.state, field)
    elif field:
        raise Unknown("unknown_role", "Only a referee belongs to a field.")
    return hub.access.new_person(role, name, field)


def revoke(hub: Hub, id: str) -> None:
    """Let a key or a person in no longer."""
    if any(one.id == id and one.revoked for one in hub.access.listed()):
        raise Rejected("revoked", "That is revoked already.")
    hub.access.revoke(id)


def check_field(state: EventState, field: str) -> None:
    """Raise Unknown for a field that does not take part."""
    if field not in state.fields:
        raise Unknown("no_field", "There is no field {id} in this event.", None, id=field)


def keys(hub: Hub) -> list[dict[str, Any]]:
    """Everybody who may come in, or might once, without what they show."""
    told = []
    for one in hub.access.listed():
        name = hub.state.fields.get(one.field, one.field) if one.role == FIELD else one.name
        told.append({key: value for key, value in asdict(one).items() if key != "secret"} | {"name": name})
    return told


# Screens


def meet_screen(
    hub: Hub, id: str, name: str, address: str = "", admit: Callable[[], None] = lambda: None
) -> str:
    """Note that a screen is there, if ``admit`` lets it; return what it has to show, "" for what it likes."""
    if not _ID.fullmatch(id):
        raise Rejected("bad_id", "A screen's id is 1 to 32 small letters, digits and dashes.")
    name = _named(name)
    known = {str(one["id"]): one for one in hub.store.screens(hub.event.id)}
    mine = known.get(id)
    if mine is None or mine["name"] != name:
        admit()
    if mine is None and len(known) >= MAX_SCREENS:
        _make_room(hub, known)
    hub.screens_at[id] = address
    if mine is None or mine["name"] != name or not _is_within(str(mine["at"]), SEEN_S):
        hub.store.set_screen(hub.event.id, id, name=name, at=wall_label())
    return "" if mine is None else str(mine["show"])


def _make_room(hub: Hub, known: Mapping[str, Mapping[str, Any]]) -> None:
    """Forget a screen that has no task, one that is away or of the address with the most. Raises Rejected."""
    free = [one for one in known.values() if not one["show"]]
    if not free:
        raise Rejected("too_many", "There are {n} screens already.", None, n=MAX_SCREENS)
    at = {id: hub.screens_at.get(id, "") for id in known}
    many = Counter(at[str(one["id"])] for one in free)

    def last(one: Mapping[str, Any]) -> tuple[bool, int, str]:
        is_here = _is_within(str(one["at"]), 2 * SEEN_S)
        return is_here, -many[at[str(one["id"])]] if is_here else 0, str(one["at"])

    gone = str(min(free, key=last)["id"])
    hub.screens_at.pop(gone, None)
    hub.store.forget_screen(hub.event.id, gone)


def assign_screen(hub: Hub, id: str, show: str) -> None:
    """Say what a screen shows from now on."""
    if show not in (*SHOWN, *[f"{ONE_FIELD}{field}" for field in hub.state.fields]):
        raise Unknown("unknown_show", "Screens cannot show {show}.", None, show=show)
    if id not in {str(one["id"]) for one in hub.store.screens(hub.event.id)}:
        raise Unknown("unknown_screen", "No screen {id} has been here yet.", None, id=id)
    hub.store.set_screen(hub.event.id, id, show=show)


def screens(hub: Hub) -> list[dict[str, Any]]:
    """Return all screens that have been here, and which of them are now."""
    told = []
    for one in hub.store.screens(hub.event.id):
        here = _is_within(str(one["at"]), 2 * SEEN_S)
        told.append({"id": one["id"], "name": one["name"], "show": one["show"], "here": here})
    return told


def _is_within(label: str, seconds: int) -> bool:
    """Return whether a moment (its label) is no longer ago than this, or ahead of a clock that was set."""
    try:
        at = datetime.fromisoformat(label)
    except ValueError:
        return False
    return abs(datetime.now(at.tzinfo) - at) <= timedelta(seconds=seconds)


def _named(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= MAX_NAME or not name.isprintable():
        raise Rejected("bad_name", "It needs a name of at most {n} letters.", None, n=MAX_NAME)
    return name


def put_teams(hub: Hub, teams: Sequence[Team], by: str) -> Teams:
    """Replace the list of teams; who has played or is in the schedule must be among them."""
    return hub.decide(lambda state: TeamsDecision(would_put(hub, state, teams)), by).teams


def would_put(hub: Hub, state: EventState, teams: Sequence[Team]) -> tuple[Team, ...]:
    """Return the teams as `put_teams` would take them; nothing is stored."""
    told = checked(teams)
    _check_gone(hub.facts(state), {team.id for team in told})
    return told


def add_team(hub: Hub, team: Team, by: str) -> Team:
    """One more team; without an id it gets one made of its name."""

    def decide(state: EventState) -> TeamsDecision:
        # As a row at the end of the table, so that it is held to the same.
        told = checked((*state.teams.teams, team)) if team.id else read(write((*state.teams.teams, team)))
        if len(told) == len(state.teams.teams):
            raise Rejected("teams", "A team needs a name.")
        return TeamsDecision(told)

    return hub.decide(decide, by).teams.teams[-1]


def edit_team(hub: Hub, id: str, team: Team, by: str) -> Team:
    """Another name, club, colour or other players for a team; its mark stays unless another one is given."""

    def decide(state: EventState) -> TeamsDecision:
        now = msgspec.structs.replace(team, id=id, mark=team.mark or check_team(state, id).mark)
        return TeamsDecision(checked([now if each.id == id else each for each in state.teams.teams]))

    return check_team(hub.decide(decide, by), id)


def check_in(hub: Hub, team: str, here: bool, by: str) -> None:
    """Note that a team is there, or is not."""
    hub.decide(lambda state: CheckIn(check_team(state, team).id, here), by)


def check_team(state: EventState, team: str) -> Team:
    """Return the team of an id; raises Unknown."""
    found = next((each for each in state.teams.teams if each.id == team), None)
    if found is None:
        raise Unknown("unknown_team", "There is no team {team}.", None, team=team)
    return found


def named(state: EventState, ids: Sequence[str]) -> MessageList:
    """Teams by their names, to be told in a sentence."""
    names = {team.id: team.name for team in state.teams.teams}
    return MessageList([names.get(id, id) for id in ids])


def _check_gone(now: Facts, kept: set[str]) -> None:
    """Refuse a list of teams that leaves out one that it cannot do without."""
    state, fixed = now.state, now.fixed
    gone = [team.id for team in state.teams.teams if team.id not in kept]
    played = {score.team for each in now.results.values() for score in each.scores}
    played |= {team for each in now.schedule.matches if each.id in fixed for team in each.teams}
    planned = {team for each in state.schedule.matches if not each.called_off for team in each.teams}
    stays = N_("The list lacks {teams}: a team that has played stays in it.")
    needed = N_("The list lacks {teams}: call them absent, or clear the schedule before you leave them out.")
    for code, text, teams in (("team_played", stays, played), ("team_planned", needed, planned)):
        if missing := [id for id in gone if id in teams]:
            raise Rejected(code, text, None, teams=named(state, missing))
