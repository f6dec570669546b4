"""The faces of a die, and the price of each piece (DX-4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from fieldkit.phrases import N_

Kind = Literal["brick", "lumber", "wool", "grain", "ore", "gold"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The six faces of a die, each the word for itself."""
_KINDS = (N_("brick"), N_("lumber"), N_("wool"), N_("grain"), N_("ore"), N_("gold"))
GOLD: Kind = "gold"
DESERT = "desert"
"""A hex that yields nothing; its knights make any kind (DX-7)."""
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
PIECES: tuple[Piece, ...] = get_args(Piece)
_PIECES = (N_("road"), N_("settlement"), N_("city"), N_("knight"), N_("castle"))
PRICES: Mapping[Piece, tuple[Kind, ...]] = {
    "road": ("brick", "lumber"),
    "settlement": ("brick", "lumber", "wool", "grain"),
    "knight": ("ore", "wool", "grain"),
    "city": ("ore", "ore", "ore", "grain", "grain"),
}
"""The price of each piece but a castle, which takes six dice of one kind (DX-9)."""
