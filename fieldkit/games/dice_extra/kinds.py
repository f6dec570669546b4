"""The faces of a die, and the price of each piece (DX-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fieldkit.phrases import N_

Kind = Literal["brick", "lumber", "wool", "grain", "ore", "gold"]
KINDS: tuple[Kind, ...] = ("brick", "lumber", "wool", "grain", "ore", "gold")
"""The six faces of a die."""
GOLD: Kind = "gold"
DESERT = "desert"
"""A hex that yields nothing; its knights make any kind (DX-7)."""
NAMES: Mapping[str, str] = {
    "brick": N_("brick"),
    "lumber": N_("lumber"),
    "wool": N_("wool"),
    "grain": N_("grain"),
    "ore": N_("ore"),
    "gold": N_("gold"),
}

PICTURES: Mapping[str, str] = {
    "brick": "brick",
    "lumber": "wood",
    "wool": "sheep",
    "grain": "wheat",
    "ore": "ore",
    "gold": "gold",
}
"""The kit's colour and icon for each."""

Piece = Literal["road", "settlement", "city", "knight", "castle"]
PIECES: tuple[Piece, ...] = ("road", "settlement", "city", "knight", "castle")
PRICES: Mapping[Piece, tuple[Kind, ...]] = {
    "road": ("brick", "lumber"),
    "settlement": ("brick", "lumber", "wool", "grain"),
    "knight": ("ore", "wool", "grain"),
    "city": ("ore", "ore", "ore", "grain", "grain"),
}
"""The price of each piece but a castle, which takes six dice of one kind (DX-9)."""
PIECE_NAMES: Mapping[Piece, str] = {
    "road": N_("road"),
    "settlement": N_("settlement"),
    "city": N_("city"),
    "knight": N_("knight"),
    "castle": N_("castle"),
}
