"""Looking up what a command names; what this match does not have is `Unknown`."""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.errors import Unknown
from fieldkit.games.full_contact.state import CARDS, ITEMS, Hoop, Kinds, State, Team


def hoop_label(id: str) -> str:
    """What people call a hoop: ``7`` for ``h7``, else the id itself."""
    return id[1:] if id[:1] == "h" and id[1:].isdecimal() else id


def known_team(state: State, id: str) -> Team:
    """The team, or Unknown."""
    for team in state.teams:
        if team.id == id:
            return team
    raise Unknown("unknown_team", "No team {id} in this match", None, id=id)


def known_hoop(state: State, id: str) -> Hoop:
    """The hoop, or Unknown."""
    for hoop in state.hoops:
        if hoop.id == id:
            return hoop
    raise Unknown("unknown_hoop", "No hoop {id} on this field", None, id=id)


def known_kind(state: State, kind: str) -> str:
    """The kind of ball, or Unknown."""
    if kind not in state.options.kinds:
        raise Unknown("unknown_kind", "No {kind} balls in this match", "FC-2", kind=kind)
    return kind


def known_item(item: str) -> str:
    """The item of a purchase, or Unknown."""
    if item not in ITEMS:
        raise Unknown(
            "unknown_item", "{item} cannot be bought: settlement, city, knight or card", None, item=item
        )
    return item


def known_card(card: str) -> str:
    """The card, or Unknown."""
    if card not in CARDS:
        raise Unknown("unknown_card", "No card {card} in this game", "FC-23", card=card)
    return card


def known_kinds(state: State, kinds: Mapping[str, int]) -> Kinds:
    """The kinds with more than 0 balls; Unknown for a kind not in play or a number below 0."""
    for kind, count in kinds.items():
        known_kind(state, kind)
        if count < 0:
            raise Unknown(
                "bad_number", "{count} balls of {kind}: numbers start at 0", None, count=count, kind=kind
            )
    return {kind: count for kind, count in kinds.items() if count}
