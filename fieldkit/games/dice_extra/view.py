"""The view of a match. Nothing but the dice's secret is hidden, so both views are one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from fieldkit.games.dice_extra.island import Land, land_of
from fieldkit.games.dice_extra.kinds import KINDS, Piece
from fieldkit.games.dice_extra.offers import Offer, offers
from fieldkit.games.dice_extra.places import starts
from fieldkit.games.dice_extra.setup import LEAST_PLAYERS, Setting
from fieldkit.games.dice_extra.state import COLOURS, PIECE_POINTS, POINTS, State, dice_in_play, winners
from fieldkit.games.dice_extra.turn import jokers, why_not_joker, why_not_roll, why_not_rolled
from fieldkit.games.people import called, colours_view
from fieldkit.phrases import ENGLISH, Language, Message, MessageList

MOST_ROUNDS = 30
"""Times around the table that the board tells the points of: the last ones of a longer match."""


def title(state: State) -> Message:
    """Return whose turn it is, or who has won."""
    player = {"player": called(state.on_turn)}
    if state.phase == "over":
        won = MessageList([called(state.player(side)) for side in winners(state)], "and")
        return Message("{players} won", {"players": won})
    if state.phase == "starts":
        return Message("{player} chooses a starting road", player)
    return Message("{player}'s turn", player)


def subtitle(state: State) -> Message:
    """Return the turn, and how many points win."""
    if state.phase == "starts":
        return Message("First to {n}", {"n": state.options.target})
    return Message("Turn {turn} · first to {n}", {"turn": state.turn, "n": state.options.target})


def can(state: State) -> dict[str, Any]:
    """Return the commands that are legal now, by type."""
    if state.phase == "over":
        return {}
    if state.phase == "starts":
        return {"start_road": starts(state), "end_match": True}
    built = {piece: list(offer.at) for piece, offer in offers(state).items() if not offer.refused}
    switches: Mapping[str, Any] = {
        "roll": why_not_roll(state) is None,
        "stop_rolling": _may_stop(state),
        "build": built,
        "use_knight": jokers(state),
        "end_turn": why_not_rolled(state) is None,
        "end_match": True,
    }
    return {name: allowed for name, allowed in switches.items() if allowed}


def _may_stop(state: State) -> bool:
    return why_not_rolled(state) is None and why_not_roll(state) is None


def view(state: State, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return the game's own part of a view, in the language of ``translate``."""
    following = state.players[(state.active + 1) % len(state.players)]
    shown: dict[str, Any] = {
        "target": state.options.target,
        "options": asdict(state.options),
        "turn_of": state.side,
        "next_of": following.id,
        "rolls_left": state.rolls_left,
        "dice_in_play": dice_in_play(state.turn),
        "dice": _dice(state),
        "island": _island(state.land, state.options.castles),
        "roads": _by_side(state, state.roads),
        "settlements": _by_side(state, {at: b.side for at, b in state.buildings.items() if not b.city}),
        "cities": _by_side(state, {at: b.side for at, b in state.buildings.items() if b.city}),
        "knights": _by_side(state, {at: guard.side for at, guard in state.knights.items()}),
        "used_knights": sorted(at for at, guard in state.knights.items() if guard.used),
        "castles": _by_side(state, state.castles),
        "longest": {side: len(trail) for side, trail in state.trails.items()},
        "trail": _trail(state),
        "army": state.army_holder,
        "offers": _offers(state, translate),
        "result": _result(state),
    }
    if state.phase != "dice":
        shown["statistics"] = _statistics(state)
    if state.phase == "over":
        shown["again"] = _again(state)
    return shown


def _statistics(state: State) -> dict[str, Any]:
    """Return what the charts are made of; while the dice lie on the table nobody looks at them."""
    return {
        "points": [list(each) for each in state.history[-MOST_ROUNDS:]],
        "kinds": list(KINDS),
        "rolled": {side: [counts.get(kind, 0) for kind in KINDS] for side, counts in state.rolled.items()},
    }


def _dice(state: State) -> list[dict[str, Any]]:
    shown = []
    for die in state.dice:
        marks = {"kept": die.kept, "knight": die.knight, "paid": die.paid}
        shown.append({"id": die.id, "kind": die.kind} | {name: mark for name, mark in marks.items() if mark})
    return shown


def _by_side(state: State, owners: Mapping[int, str]) -> dict[str, list[int]]:
    return {
        player.id: sorted(at for at, side in owners.items() if side == player.id) for player in state.players
    }


def _island(land: Land, castles: bool) -> dict[str, Any]:
    return {
        "hexes": [[hex.x, hex.y, hex.kind, *hex.knights] for hex in land.island.hexes],
        "sites": sorted(land.sites),
        "city_sites": sorted(corner for corner, city in land.sites.items() if city),
        "castles": list(land.castles) if castles else [],
    }


def _trail(state: State) -> dict[str, Any] | None:
    """Return the longest road as it lies on the island, with its holder (DX-8)."""
    holder = state.road_holder
    return None if holder is None else {"side": holder, "roads": sorted(state.trails[holder])}


def _offers(state: State, translate: Language) -> dict[str, Any]:
    pieces = {} if state.phase == "over" else offers(state)
    return {
        "start": starts(state) if state.phase == "starts" else [],
        "roll": why_not_roll(state) is None,
        "stop": _may_stop(state),
        "end_turn": why_not_rolled(state) is None,
        "build": {piece: _offered(piece, offer, translate) for piece, offer in pieces.items()},
        "joker": _joker(state, translate),
    }


def _offered(piece: Piece, offer: Offer, translate: Language) -> dict[str, Any]:
    shown: dict[str, Any] = {"parts": [[part.kind, *part.dice] for part in offer.parts], "at": list(offer.at)}
    if piece in PIECE_POINTS:
        shown["worth"] = PIECE_POINTS[piece]
    if offer.refused:
        shown |= {"refused": translate(offer.refused.said), "rule": offer.refused.rule}
    return shown


def _joker(state: State, translate: Language) -> dict[str, Any]:
    """Return the knights that can turn a die now, and how many could after the last roll (DX-7)."""
    ready = [
        n
        for n, guard in state.knights.items()
        if guard.side == state.side and not guard.used and guard.turn < state.turn
    ]
    shown: dict[str, Any] = {
        "knights": {str(n): state.land.knights[n].guards for n in jokers(state)},
        "ready": len(ready),
    }
    if refused := why_not_joker(state):
        shown |= {"refused": translate(refused.said), "rule": refused.rule}
    return shown


def _result(state: State) -> dict[str, Any] | None:
    if state.phase != "over":
        return None
    why = {} if state.ended is None else {"reason": state.ended}
    return {"winners": list(winners(state))} | why


def _again(state: State) -> dict[str, Any]:
    """Return the command of a revenge match: the same players, and the next of them starts."""
    players = [{"id": player.id, "name": player.name} for player in state.players]
    return {
        "type": "create_match",
        "game": "dice_extra",
        "players": [*players[1:], players[0]],
        "options": asdict(state.options),
    }


def setup_view(given: Setting) -> dict[str, Any]:
    """Return what a page needs to set a match up."""
    return {
        "players": colours_view(COLOURS),
        "least": LEAST_PLAYERS,
        "options": dict(given.options.defaults),
        "fields": given.options.fields(),
        "worth": dict(POINTS),
        "islands": {name: _island(land_of(each), castles=True) for name, each in given.islands.items()},
    }
