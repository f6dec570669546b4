"""The words and numbers of the rules: kinds of dice, pieces with their prices and points, limits."""

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
GOLD_FOR_ONE = 2
PIECE_POINTS: Mapping[str, int] = {"settlement": 1, "city": 2, "castle": 2}
POINTS: Mapping[str, int] = {**PIECE_POINTS, "road": 1, "army": 2}
"""Points of everything (DX-8, DX-9): ``road`` is the longest road, ``army`` the largest army."""
MIN_ROAD, MIN_ARMY = 5, 3
"""The roads of a longest road and the knights of a largest army (DX-8)."""

COLOURS = ("red", "blue", "green", "yellow")
MIN_PLAYERS, MAX_PLAYERS = 2, len(COLOURS)
FIRST_DICE, MAX_DICE, ROLLS = 3, 6, 3
"""The dice of the first turn, the most dice of a turn, and its rolls (DX-3)."""
APART = 5
"""Unbuilt roads between two starting roads (DX-2)."""
WILD_KNIGHTS, CASTLES = 2, 4
"""The knights of the desert and the castles of an island (DX-1)."""
