"""The pieces that the player on turn can build, with the places that are open or the reason against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra.kinds import PIECES, Piece
from fieldkit.games.dice_extra.payment import Part, parts, why_not_paid
from fieldkit.games.dice_extra.places import places
from fieldkit.games.dice_extra.state import State
from fieldkit.games.dice_extra.turn import why_not_rolled
from fieldkit.phrases import N_, Term


@dataclass(frozen=True, slots=True)
class Offer:
    """A piece: what of its price is there, the places that are open to it, and why it cannot be built now."""

    parts: tuple[Part, ...]
    at: tuple[int, ...] = ()
    refused: Rejected | None = None


def offers(state: State) -> Mapping[Piece, Offer]:
    """Return what the player on turn can build now (DX-4, DX-5, DX-6, DX-9)."""
    return {piece: _offer(state, piece) for piece in PIECES}


def _offer(state: State, piece: Piece) -> Offer:
    found = parts(state, piece)
    if piece == "castle" and not state.options.castles:
        return Offer(found, refused=Rejected("no_castles", "This match is played without castles.", "DX-9"))
    at = tuple(places(state, state.side, piece)) if state.phase != "starts" else ()
    refused = why_not_rolled(state) or why_not_paid(state, piece)
    if not refused and not at:
        text = N_("There is no place for a {piece} at the moment.")
        refused = Rejected("no_place", text, _RULE[piece], piece=Term(piece))
    return Offer(found, at, refused)


_RULE: Mapping[Piece, str] = {
    "road": "DX-5",
    "settlement": "DX-5",
    "city": "DX-6",
    "knight": "DX-6",
    "castle": "DX-9",
}


def builds(state: State) -> list[tuple[Piece, int]]:
    """Return every piece that can be built now, with its place."""
    return [(piece, at) for piece, offer in offers(state).items() if not offer.refused for at in offer.at]
