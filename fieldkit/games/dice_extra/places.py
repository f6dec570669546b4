"""The places where a player may build; why not elsewhere is one sentence and the number of its rule."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import and_

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.dice_extra.island import has_room
from fieldkit.games.dice_extra.kinds import APART, Piece
from fieldkit.games.dice_extra.state import State
from fieldkit.games.people import called
from fieldkit.phrases import N_


def why_not_start(state: State, road: int) -> Rejected | None:
    """Return why nobody may start on this road (DX-2), or None."""
    if not 0 <= road < len(state.land.roads):
        raise _unknown("road", road)
    if road not in state.land.coast:
        return Rejected("not_coast", "A starting road must lie on the coast.", "DX-2")
    free = reduce(and_, (state.land.apart[taken] for taken in state.roads), state.land.all_starts)
    if not free >> road & 1:
        text = N_("Between two starting roads there must be at least {n} free roads.")
        return Rejected("too_near", text, "DX-2", n=APART)
    others = len(state.players) - len(state.roads) - 1
    if not has_room(state.land, free & state.land.apart[road], others):
        text = N_("Starting there would leave no room for the players after {player}.")
        return Rejected("no_room", text, "DX-2", player=called(state.player(state.side)))
    return None


def why_not_road(state: State, side: str, road: int) -> Rejected | None:
    """Return why this player may not build this road (DX-5), or None."""
    if not 0 <= road < len(state.land.roads):
        raise _unknown("road", road)
    if road in state.roads:
        return Rejected("taken", "There is already a road.", "DX-5")
    ends = [corner for corner in state.land.roads[road] if _leads(state, side, corner)]
    if not ends:
        return Rejected("not_joined", "None of your roads leads there.", "DX-5")
    blocked = [_why_not_past(state, side, corner) for corner in ends]
    return None if None in blocked else blocked[0]


def why_not_settlement(state: State, side: str, corner: int) -> Rejected | None:
    """Return why this player may not build a settlement there (DX-5), or None."""
    if not 0 <= corner < len(state.land.corners):
        raise _unknown("corner", corner)
    if corner not in state.land.sites:
        return Rejected("no_site", "You cannot settle on that corner.", "DX-5")
    if corner in state.buildings:
        return Rejected("taken", "That site is taken.", "DX-5")
    if not _leads(state, side, corner):
        return Rejected("not_joined", "None of your roads leads there.", "DX-5")
    return None


def why_not_city(state: State, side: str, corner: int) -> Rejected | None:
    """Return why this player may not make a city there (DX-6), or None."""
    if not 0 <= corner < len(state.land.corners):
        raise _unknown("corner", corner)
    building = state.buildings.get(corner)
    if building is None or building.side != side:
        return Rejected("no_settlement", "A city needs your own settlement there first.", "DX-6")
    if building.city:
        return Rejected("taken", "There is already a city.", "DX-6")
    if not state.land.sites[corner]:
        return Rejected("not_upgradable", "That settlement cannot become a city.", "DX-6")
    return None


def why_not_knight(state: State, side: str, knight: int) -> Rejected | None:
    """Return why this player may not build this knight (DX-6): a road that only ends there is too little."""
    if knight not in state.land.knights:
        raise _unknown("knight", knight)
    if knight in state.knights:
        return Rejected("taken", "That knight is already built.", "DX-6")
    corners = state.land.knights[knight].corners
    roads = (state.land.roads[road] for road, owner in state.roads.items() if owner == side)
    if any(corners.issuperset(ends) for ends in roads):
        return None
    if any(building.side == side for at, building in state.buildings.items() if at in corners):
        return None
    text = N_(
        "A knight needs your road along the hex or your building at it: a road that ends there is too little."
    )
    return Rejected("not_touching", text, "DX-6")


def why_not_castle(state: State, side: str, castle: int) -> Rejected | None:
    """Return why this player may not build this castle (DX-9), or None."""
    if not 0 <= castle < len(state.land.castles):
        raise _unknown("castle", castle)
    if not state.options.castles:
        return Rejected("no_castles", "This match is played without castles.", "DX-9")
    if castle in state.castles:
        return Rejected("taken", "That castle is taken.", "DX-9")
    return None


WHY_NOT: Mapping[Piece, tuple[Callable[[State, str, int], Rejected | None], str]] = {
    "road": (why_not_road, "DX-5"),
    "settlement": (why_not_settlement, "DX-5"),
    "city": (why_not_city, "DX-6"),
    "knight": (why_not_knight, "DX-6"),
    "castle": (why_not_castle, "DX-9"),
}
"""The reason why a piece cannot be built at a place, and the rule of its places."""


def starts(state: State) -> list[int]:
    """Return the roads where the next player may start (DX-2)."""
    return [road for road in sorted(state.land.coast) if why_not_start(state, road) is None]


def places(state: State, side: str, piece: Piece) -> list[int]:
    """Return the places where this player may build, whatever it costs (DX-5, DX-6, DX-9)."""
    why_not, _ = WHY_NOT[piece]
    return [at for at in _all_places(state, side, piece) if why_not(state, side, at) is None]


def _all_places(state: State, side: str, piece: Piece) -> Iterable[int]:
    """Return the places worth asking about: roads next to the own ones, sites at their ends."""
    land = state.land
    if piece == "knight":
        return land.knights
    if piece == "castle":
        return range(len(land.castles)) if state.options.castles else ()
    roads = [land.roads[road] for road, owner in state.roads.items() if owner == side]
    own = {corner for ends in roads for corner in ends}
    own |= {corner for corner, building in state.buildings.items() if building.side == side}
    if piece == "road":
        return sorted({road for corner in own for road in land.meeting[corner]})
    return sorted(own & land.sites.keys())


def _leads(state: State, side: str, corner: int) -> bool:
    return any(state.roads.get(road) == side for road in state.land.meeting[corner])


def _why_not_past(state: State, side: str, corner: int) -> Rejected | None:
    """Return why no road leads on from a corner: a site must be built on first, others' end it (DX-5)."""
    if corner not in state.land.sites:
        return None
    building = state.buildings.get(corner)
    if building is None:
        return Rejected("past_site", "First build the settlement that your road leads to.", "DX-5")
    if building.side != side:
        owner = called(state.player(building.side))
        return Rejected("past_building", "Nobody builds past the building of {player}.", "DX-5", player=owner)
    return None


def _unknown(what: str, number: int) -> Unknown:
    return Unknown(f"unknown_{what}", "The island has no such place: {what} {n}.", None, what=what, n=number)
