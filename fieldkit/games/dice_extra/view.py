"""The view of a match, with what the player on turn can build or why not. Nothing is hidden."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra import kinds
from fieldkit.games.dice_extra.commands import jokers, why_not_joker, why_not_roll, why_not_rolled
from fieldkit.games.dice_extra.island import Island, Land, land_of
from fieldkit.games.dice_extra.payment import parts, why_not_paid
from fieldkit.games.dice_extra.places import WHY_NOT, places, starts
from fieldkit.games.dice_extra.state import State, dice_in_play, winners
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import called, colours_view
from fieldkit.phrases import ENGLISH, N_, Language, Message, MessageList, Term

MAX_ROUNDS = 30
"""Times around the table that the board tells the points of: the last ones of a longer match."""


def _offer(state: State, piece: kinds.Piece, translate: Language) -> dict[str, Any]:
    """Return a piece's price with what pays, the places open to it, and why it cannot be built now."""
    at = places(state, state.side, piece) if state.phase != "starts" else []
    shown: dict[str, Any] = {"parts": [[part.kind, *part.dice] for part in parts(state, piece)], "at": at}
    if piece in kinds.PIECE_POINTS:
        shown["worth"] = kinds.PIECE_POINTS[piece]
    refused = why_not_rolled(state) or why_not_paid(state, piece)
    if piece == "castle" and not state.options.castles:
        refused = Rejected("no_castles", "This match is played without castles.", "DX-9")
    elif not refused and not at:
        text = N_("There is no place for a {piece} at the moment.")
        refused = Rejected("no_place", text, WHY_NOT[piece][1], piece=Term(piece))
    return shown | _refusal(refused, translate)


def offers(state: State, translate: Language = ENGLISH) -> dict[kinds.Piece, dict[str, Any]]:
    """Return what the player on turn can build now (DX-4, DX-5, DX-6, DX-9)."""
    return {piece: _offer(state, piece, translate) for piece in kinds.PIECES}


def _refusal(refused: Rejected | None, translate: Language) -> dict[str, Any]:
    return {"refused": translate(refused.said), "rule": refused.rule} if refused else {}


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
    switches: Mapping[str, Any] = {
        **_switches(state),
        "build": {piece: offer["at"] for piece, offer in offers(state).items() if "refused" not in offer},
        "use_knight": jokers(state),
        "end_match": True,
    }
    return {name: allowed for name, allowed in switches.items() if allowed}


def _switches(state: State) -> dict[str, bool]:
    may_roll, has_rolled = why_not_roll(state) is None, why_not_rolled(state) is None
    return {"roll": may_roll, "stop_rolling": may_roll and has_rolled, "end_turn": has_rolled}


def view(state: State, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return the game's own part of a view, in the language of ``translate``."""
    holder = state.road_holder
    following = state.players[(state.active + 1) % len(state.players)]
    shown: dict[str, Any] = {
        "target": state.options.target,
        "options": asdict(state.options),
        "turn_of": state.side,
        "next_of": following.id,
        "rolls_left": state.rolls_left,
        "max_dice": kinds.MAX_DICE,
        "dice_in_play": dice_in_play(state.turn),
        "dice": [
            {"id": die.id, "kind": die.kind}
            | {name: mark for name in ("kept", "knight", "paid") if (mark := getattr(die, name))}
            for die in state.dice
        ],
        "island": _island(state.land, state.options.castles),
        "roads": _by_side(state, state.roads),
        "settlements": _by_side(state, {at: b.side for at, b in state.buildings.items() if not b.city}),
        "cities": _by_side(state, {at: b.side for at, b in state.buildings.items() if b.city}),
        "knights": _by_side(state, {at: guard.side for at, guard in state.knights.items()}),
        "used_knights": sorted(at for at, guard in state.knights.items() if guard.used),
        "castles": _by_side(state, state.castles),
        "longest": {side: len(trail) for side, trail in state.trails.items()},
        "trail": holder and {"side": holder, "roads": sorted(state.trails[holder])},
        "army": state.army_holder,
        "offers": _offers(state, translate),
        "result": None,
    }
    if state.phase != "dice":
        # While the dice lie on the table nobody looks at the charts.
        shown["statistics"] = {
            "points": [list(each) for each in state.history[-MAX_ROUNDS:]],
            "kinds": list(kinds.KINDS),
            "rolled": {side: [of.get(kind, 0) for kind in kinds.KINDS] for side, of in state.rolled.items()},
        }
    if state.phase == "over":
        why = {} if state.ended is None else {"reason": state.ended}
        shown["result"] = {"winners": list(winners(state))} | why
        # A revenge match: the same players, and the next of them starts.
        order = [*state.players[1:], state.players[0]]
        shown["again"] = {
            "type": "create_match",
            "game": "dice_extra",
            "players": [{"id": player.id, "name": player.name} for player in order],
            "options": asdict(state.options),
        }
    return shown


def _by_side(state: State, owners: Mapping[int, str]) -> dict[str, list[int]]:
    return {each.id: sorted(at for at, side in owners.items() if side == each.id) for each in state.players}


def _island(land: Land, castles: bool) -> dict[str, Any]:
    return {
        "hexes": [[hex.x, hex.y, hex.kind, *hex.knights] for hex in land.island.hexes],
        "sites": sorted(land.sites),
        "city_sites": sorted(corner for corner, city in land.sites.items() if city),
        "castles": list(land.castles) if castles else [],
    }


def _offers(state: State, translate: Language) -> dict[str, Any]:
    may = _switches(state)
    return {
        "start": starts(state) if state.phase == "starts" else [],
        "roll": may["roll"],
        "stop": may["stop_rolling"],
        "end_turn": may["end_turn"],
        "build": {} if state.phase == "over" else offers(state, translate),
        "joker": _joker(state, translate),
    }


def _joker(state: State, translate: Language) -> dict[str, Any]:
    """Return the knights that can turn a die now, and how many could after the last roll (DX-7)."""
    unused = [guard for guard in state.knights.values() if guard.side == state.side and not guard.used]
    ready = sum(guard.turn < state.turn for guard in unused)
    makes = {str(n): state.land.knights[n].guards for n in jokers(state)}
    return {"knights": makes, "ready": ready} | _refusal(why_not_joker(state), translate)


def setup_view(options: MatchOptions, islands: Mapping[str, Island]) -> dict[str, Any]:
    """Return what a page needs to set a match up."""
    return {
        "players": colours_view(kinds.COLOURS),
        "least": kinds.MIN_PLAYERS,
        "options": dict(options.defaults),
        "fields": options.fields(),
        "worth": dict(kinds.POINTS),
        "max_dice": kinds.MAX_DICE,
        "islands": {name: _island(land_of(each), castles=True) for name, each in islands.items()},
    }
