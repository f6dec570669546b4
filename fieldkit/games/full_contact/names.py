"""Looking up what a command names; what this match does not have is `Unknown`."""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.errors import Unknown
from fieldkit.games.full_contact.options import ALL_KINDS
from fieldkit.games.full_contact.state import COLOURS, ITEMS, Hoop, Kinds, State, Team
from fieldkit.phrases import Message, MessageList, Term

_COLOURS = {id: Term(name) for id, (name, _) in COLOURS.items()}
_KINDS = {kind: Term(kind) for kind in ALL_KINDS}


def hoop_label(id: str) -> str:
    """Return ``7`` for ``h7``, else the id itself."""
    return id[1:] if id[:1] == "h" and id[1:].isdecimal() else id


def hoop_name(id: str) -> Message:
    """Return ``hoop 7`` for ``h7``."""
    return Message("hoop {hoop}", {"hoop": hoop_label(id)})


def called(team: Team) -> str:
    """Return the team's name; one that is called by its colour is called so in every language."""
    return _COLOURS[team.id] if team.name == _COLOURS[team.id] else team.name


def kinds_text(kinds: Kinds) -> MessageList | Term:
    """Return ``3 wood, 2 wheat``, or ``nothing``."""
    items = [Message("{n} {kind}", {"n": n, "kind": _KINDS[kind]}) for kind, n in kinds.items() if n]
    return MessageList(items) if items else Term("nothing")


def missing_text(kinds: Kinds) -> MessageList:
    """Return ``3 more wood, 1 more ore``."""
    return MessageList(
        [Message("{n} more {kind}", {"n": n, "kind": _KINDS[kind]}) for kind, n in kinds.items() if n]
    )


def known_team(state: State, id: str) -> Team:
    """Return the team, or raise Unknown."""
    for team in state.teams:
        if team.id == id:
            return team
    raise Unknown("unknown_team", "No team {id} in this match", None, id=id)


def known_hoop(state: State, id: str) -> Hoop:
    """Return the hoop, or raise Unknown."""
    for hoop in state.hoops:
        if hoop.id == id:
            return hoop
    raise Unknown("unknown_hoop", "No hoop {id} on this field", None, id=id)


def known_kind(state: State, kind: str) -> str:
    """Return the kind of ball, or raise Unknown."""
    if kind not in state.options.kinds:
        raise Unknown("unknown_kind", "No {kind} balls in this match", "FC-2", kind=Term(kind))
    return kind


def known_item(item: str) -> str:
    """Return the item of a purchase, or raise Unknown."""
    if item not in ITEMS:
        raise Unknown(
            "unknown_item", "{item} cannot be bought: settlement, city, knight or card", None, item=item
        )
    return item


def known_kinds(state: State, kinds: Mapping[str, int]) -> Kinds:
    """Return the kinds with more than 0 balls; raise Unknown for a kind not in play or a negative number."""
    for kind, count in kinds.items():
        known_kind(state, kind)
        if count < 0:
            raise Unknown(
                "bad_number",
                "{count} balls of {kind}: numbers start at 0",
                None,
                count=count,
                kind=Term(kind),
            )
    return {kind: count for kind, count in kinds.items() if count}
