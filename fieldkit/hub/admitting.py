"""The organisers' calls about fields, people and screens: let them in, end that, and say what they show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.state import EventState, FieldDecision, NewKit
from fieldkit.hub.access import FIELD
from fieldkit.hub.hub import Hub
from fieldkit.journal.record import wall_label

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
    name = _named(name)

    def decide(state: EventState) -> FieldDecision:
        check_field(state, id)
        return FieldDecision(id, name)

    hub.decide(decide, by)


def new_key(hub: Hub, field: str) -> str:
    """One more key of a field, which nobody sees again; those before it stay good until they are revoked."""
    check_field(hub.state, field)
    return hub.access.new_key(field)


def new_kit(hub: Hub, field: str, reason: str, by: str) -> int:
    """Let the field go on with another record, of another kit, say; return which one of the field it is.

    What the records before it brought stays.
    """
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
    return [
        {
            "id": one.id,
            "role": one.role,
            "name": hub.state.fields.get(one.field, one.field) if one.role == FIELD else one.name,
            "field": one.field,
            "revoked": one.revoked,
            "at": one.at,
        }
        for one in hub.access.listed()
    ]


# Screens


def meet_screen(
    hub: Hub, id: str, name: str, address: str = "", admit: Callable[[], None] = lambda: None
) -> str:
    """Note that a screen at an address is there; return what it has to show, "" for what it likes.

    ``admit`` may refuse one that is new or has another name.
    """
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
    """Forget a screen that nobody has told what to show; raises Rejected for none of these.

    It is one that is away if there is any, else one of the address with the most of them: who makes up
    screens takes the places of their own.
    """
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
    fields = [f"{ONE_FIELD}{field}" for field in hub.state.fields]
    if show not in (*SHOWN, *fields):
        raise Unknown("unknown_show", "Screens cannot show {show}.", None, show=show)
    if id not in {str(one["id"]) for one in hub.store.screens(hub.event.id)}:
        raise Unknown("unknown_screen", "No screen {id} has been here yet.", None, id=id)
    hub.store.set_screen(hub.event.id, id, show=show)


def screens(hub: Hub) -> list[Mapping[str, Any]]:
    """Return all screens that have been here, and which of them are now."""
    return [
        {name: one[name] for name in ("id", "name", "show")}
        | {"here": _is_within(str(one["at"]), 2 * SEEN_S)}
        for one in hub.store.screens(hub.event.id)
    ]


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
