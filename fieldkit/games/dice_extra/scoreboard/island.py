"""The island on the scoreboard: hexes, roads, buildings, knights and castles, and the board that has them."""

import math
from collections.abc import Mapping, Sequence

import pygame
from pygame import Rect

from fieldkit.errors import Misread
from fieldkit.games import Side
from fieldkit.games.declared import Value
from fieldkit.games.dice_extra.island import AROUND, Hex, Land, bare_land
from fieldkit.games.dice_extra.kinds import MAX_DICE, MAX_PLAYERS, PICTURES
from fieldkit.games.dice_extra.shapes import DiceGameView
from fieldkit.games.dice_extra.state import Phase
from fieldkit.games.people import COLOURS
from hardware.scoreboard.draw import Canvas, centred, disc
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import ScreenFrame, decoded, side_of
from hardware.scoreboard.theme import Colour, mix

STEP_X, STEP_Y = 86.6, 50.0
"""Half a hex wide, and half a side high, in units of the drawing."""
EDGE = 44
CASTLE = 62
OFF_X, OFF_Y = 50, 60
"""The distance of a castle from its corner."""
FINE = 2
"""The ground is drawn this much larger and made smaller, so that its edges are smooth."""
HEX_SHARE = 0.36
"""The share of its colour that a hex shows."""

MAX_HEXES = 80
MAX_STEPS = 200
"""Bounds of an island that a screen draws."""
MARKS = {mark for _, mark in COLOURS.values()}

Point = tuple[float, float]


class DiceScreen(ScreenFrame, DiceGameView):
    """The whole public board."""

    phase: Phase


def owner_of(board: DiceScreen, owned: Mapping[str, Sequence[int]], at: int) -> Side | None:
    """Return the player whose thing of a sort stands at a place."""
    return next((side_of(board, id) for id, places in owned.items() if at in places), None)


def read_board(body: bytes) -> DiceScreen:
    """Return the public board of a match (JSON). Raises Misread for one that cannot be drawn."""
    board = decoded(body, DiceScreen)
    try:
        land, places = land_on(board), [*board["island"]["sites"], *board["island"]["castles"]]
        _check(all(0 <= corner < len(land.corners) for corner in places), "a site is no corner of the island")
        _check(len(board["sides"]) <= MAX_PLAYERS, f"more than {MAX_PLAYERS} players")
        _check({side["mark"] for side in board["sides"]} <= MARKS, "a player's mark is none of the kit's")
        _check(0 <= board["dice_in_play"] <= MAX_DICE, f"more than {MAX_DICE} dice")
    except ValueError as error:
        raise Misread(f"a view that makes no sense: {error}") from None
    return board


def _check(holds: bool, wrong: str) -> None:
    if not holds:
        raise ValueError(wrong)


def land_on(board: DiceScreen) -> Land:
    """Return the map that follows from the hexes, without sites; raise ValueError for wrong ones."""
    hexes = board["island"]["hexes"]
    _check(len(hexes) <= MAX_HEXES, f"an island has at most {MAX_HEXES} hexes, not {len(hexes)}")
    found = []
    for x, y, kind, *knights in hexes:
        numbers = (x, y, *knights)
        fits = isinstance(kind, str) and all(type(n) is int and abs(n) <= MAX_STEPS for n in numbers)
        _check(fits, f"a hex is x, y, kind and knights, not {[x, y, kind, *knights]}")
        found.append(Hex(x, y, kind, tuple(knights)))
    return bare_land(tuple(found))


class Plan(Value):
    """The place of the drawing: its (x, y) is at ``left + x * scale``, ``top + y * scale``."""

    land: Land
    left: float
    top: float
    scale: float

    def corner(self, number: int) -> Point:
        """Return a corner in units of the drawing."""
        x, y = self.land.corners[number]
        return x * STEP_X, y * STEP_Y

    def at(self, point: Point) -> tuple[int, int]:
        """Return a point on the screen."""
        return round(self.left + point[0] * self.scale), round(self.top + point[1] * self.scale)

    def px(self, units: float) -> int:
        """Return a length on the screen, at least 1 px."""
        return max(1, round(units * self.scale))

    def box(self, point: Point, units: float) -> Rect:
        """Return a square around a point, ``units`` wide."""
        return centred(self.at(point), self.px(units))

    def castle(self, corner: int) -> Point:
        """Return the place of a castle: off its corner, away from the middle."""
        xs, ys = zip(*(self.corner(n) for n in range(len(self.land.corners))), strict=True)
        x, y = self.corner(corner)
        across, down = x - (min(xs) + max(xs)) / 2, y - (min(ys) + max(ys)) / 2
        return x + math.copysign(OFF_X, across), y + math.copysign(OFF_Y, down)


def plan_of(board: DiceScreen, rect: Rect) -> Plan | None:
    """Return the drawing as large as it fits into ``rect``; None without an island."""
    land = land_on(board)
    if not land.corners:
        return None
    loose = Plan(land, 0, 0, 1)
    points = [(x, y, EDGE) for x, y in (loose.corner(n) for n in range(len(land.corners)))]
    points += [(x, y, CASTLE) for x, y in map(loose.castle, board["island"]["castles"])]
    left, top = min(x - r for x, _, r in points), min(y - r for _, y, r in points)
    wide, tall = max(x + r for x, _, r in points) - left, max(y + r for _, y, r in points) - top
    scale = min(rect.width / wide, rect.height / tall)
    x, y = rect.centerx - (left + wide / 2) * scale, rect.centery - (top + tall / 2) * scale
    return Plan(land, x, y, scale)


def draw_island(canvas: Canvas, board: DiceScreen, rect: Rect) -> None:
    """Draw the whole island in ``rect``."""
    canvas.plate(rect, canvas.theme.sea, canvas.theme.line)
    plan = plan_of(board, rect.inflate(-canvas.px(0.01), -canvas.px(0.01)))
    if plan is None:
        return
    _ground(canvas, board, plan, rect)
    for hex in plan.land.island.hexes:
        if hex.kind in PICTURES:
            icon = PICTURES[hex.kind]
            at = hex.x * STEP_X - (32 if hex.knights else 0), hex.y * STEP_Y
            canvas.icon(icon, plan.box(at, 56 if hex.knights else 72), canvas.theme.kind(icon))
    _knights(canvas, board, plan)
    _sites(canvas, board, plan)
    _castles(canvas, board, plan)


def _ground(canvas: Canvas, board: DiceScreen, plan: Plan, rect: Rect) -> None:
    """Draw shore, hexes and roads, smooth."""
    theme = canvas.theme
    fine = pygame.Surface((rect.width * FINE, rect.height * FINE))
    fine.fill(theme.sea)
    edge = canvas.px(0.012) * FINE
    large = Plan(plan.land, (plan.left - rect.left) * FINE, (plan.top - rect.top) * FINE, plan.scale * FINE)
    for grow, colour in ((1.28, theme.shore), (1.0, None)):
        for hex in plan.land.island.hexes:
            middle = hex.x * STEP_X, hex.y * STEP_Y
            around = [
                large.at((middle[0] + x * STEP_X * grow, middle[1] + y * STEP_Y * grow)) for x, y in AROUND
            ]
            kind = theme.kind(PICTURES.get(hex.kind, "gold"))
            is_desert = hex.kind not in PICTURES
            shade = (theme.shore, kind, 0.18) if is_desert else (theme.card, kind, HEX_SHARE)
            paint = colour or mix(*shade)
            pygame.draw.polygon(fine, paint, around)
            if colour is None:
                pygame.draw.polygon(fine, theme.card, around, max(1, large.px(5)))
    trail = set(board["trail"]["roads"]) if board["trail"] else set()
    for number in range(len(plan.land.roads)):
        _road(canvas, board, large, fine, number, number in trail)
    fine = pygame.transform.smoothscale(fine, rect.size)
    inner = rect.inflate(-edge, -edge)
    canvas.surface.blit(fine, inner, inner.move(-rect.left, -rect.top))


def _road(
    canvas: Canvas, board: DiceScreen, large: Plan, fine: pygame.Surface, number: int, trail: bool
) -> None:
    a, b = (large.corner(corner) for corner in large.land.roads[number])
    side = owner_of(board, board["roads"], number)
    if side is None:
        for share in (0.3, 0.4, 0.5, 0.6, 0.7):
            spot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            pygame.draw.circle(fine, canvas.theme.soft, large.at(spot), large.px(2))
        return
    pygame.draw.polygon(fine, canvas.theme.outline, _bar(large, a, b, 34, 13))
    pygame.draw.polygon(fine, canvas.theme.team(side["colour"]), _bar(large, a, b, 31, 8.5))
    if trail:
        pygame.draw.polygon(fine, canvas.theme.card, _bar(large, a, b, 31, 2.2))


def _bar(plan: Plan, a: Point, b: Point, half: float, thick: float) -> list[tuple[int, int]]:
    """Return a bar along the middle of the way from a to b."""
    far = math.dist(a, b) or 1.0
    along = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return [
        plan.at((x + along[0] * u - along[1] * v, y + along[1] * u + along[0] * v))
        for u, v in ((-half, -thick), (half, -thick), (half, thick), (-half, thick))
    ]


def _knights(canvas: Canvas, board: DiceScreen, plan: Plan) -> None:
    """Shields with their numbers; a built one in its colour with the mark, a used one pale."""
    for hex in plan.land.island.hexes:
        places = [30.0] if len(hex.knights) == 1 else [-36.0, 36.0]
        for number, across in zip(hex.knights, places, strict=False):
            at = hex.x * STEP_X + across, hex.y * STEP_Y
            side = owner_of(board, board["knights"], number)
            used = number in board["used_knights"]
            colour = canvas.theme.team(side["colour"]) if side else canvas.theme.card
            canvas.icon("knight", plan.box(at, 64), mix(colour, canvas.theme.card, 0.45) if used else colour)
            spot = plan.box((at[0], at[1] - 2), 34)
            if side:
                pygame.draw.circle(canvas.surface, canvas.theme.card, spot.center, spot.width // 2)
            size = spot.inflate(spot.width // 3, 0)
            ink = canvas.theme.soft if used else canvas.theme.ink
            canvas.figures(str(number), size, plan.px(27), ink, Face.BOLD)
            _flag(canvas, plan, side, (at[0] + 25, at[1] - 26))


def _sites(canvas: Canvas, board: DiceScreen, plan: Plan) -> None:
    for corner in board["island"]["sites"]:
        at, city = plan.corner(corner), owner_of(board, board["cities"], corner)
        side = owner_of(board, board["settlements"], corner) or city
        may = side is None and corner in board["island"]["city_sites"]
        name = "city" if city or may else "settlement"
        if side is None:
            _place(canvas, plan, name, plan.box(at, 40), canvas.theme.card, 2)
        else:
            _medal(canvas, plan, side, at, name, 74)


def _castles(canvas: Canvas, board: DiceScreen, plan: Plan) -> None:
    for number, corner in enumerate(board["island"]["castles"]):
        at, side = plan.castle(corner), owner_of(board, board["castles"], number)
        if side is None:
            _place(canvas, plan, "castle", plan.box(at, 92), canvas.theme.shore, 3)
        else:
            _medal(canvas, plan, side, at, "castle", 98)


def _place(canvas: Canvas, plan: Plan, name: str, spot: Rect, ground: Colour, line: int) -> None:
    """Draw where a building may come."""
    disc(canvas.surface, ground, spot, canvas.theme.soft, plan.px(line))
    canvas.icon(name, spot.inflate(-spot.width // 3, -spot.width // 3), canvas.theme.line)


def _medal(canvas: Canvas, plan: Plan, side: Side, at: Point, name: str, units: float) -> None:
    """Draw a building in its owner's colour on a disc, with the mark."""
    spot, colour = plan.box(at, units), canvas.theme.team(side["colour"])
    disc(canvas.surface, canvas.theme.outline, spot.inflate(2, 2))
    disc(canvas.surface, canvas.theme.card, spot, colour, plan.px(8))
    canvas.icon(name, spot.inflate(-spot.width * 2 // 5, -spot.width * 2 // 5), colour)
    _flag(canvas, plan, side, (at[0] + units * 0.36, at[1] - units * 0.36))


def _flag(canvas: Canvas, plan: Plan, side: Side | None, at: Point) -> None:
    if side is not None:
        canvas.icon(f"mark-{side['mark']}", plan.box(at, 30), canvas.theme.team(side["colour"]))
