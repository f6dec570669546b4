"""A match's public board, and its players: laurels, settlers, the champion's cup and the points."""

from collections.abc import Sequence

from pygame import Rect

from fieldkit.colours import DUSK, SUN
from fieldkit.games import Side
from fieldkit.games.big_honor.shapes import HonorPlayer, HonorView
from fieldkit.games.big_honor.state import Phase
from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas, part, rounded
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import ScreenFrame, band, grid, side_of
from hardware.scoreboard.theme import Colour, rgb


class HonorScreen(ScreenFrame, HonorView):
    """The whole public board."""

    phase: Phase


def player_of(board: HonorScreen, id: str) -> HonorPlayer:
    """Return the player of that id."""
    return next(player for player in board["players"] if player["id"] == id)


def paying(board: HonorScreen) -> int | None:
    """Return the place that gave a laurel or was won by the last roll."""
    roll = board["roll"]
    won = roll is not None and (roll["laurel"] is not None or roll["sort"] == "place")
    return roll["sum"] if roll is not None and won else None


def leaf_colour(canvas: Canvas) -> Colour:
    """Return the colour of a laurel, by the light."""
    return rgb(SUN["leaf"] if canvas.theme.edge is None else DUSK["leaf"])


def draw_players(
    canvas: Canvas, board: HonorScreen, sides: Sequence[Side], rect: Rect, per_row: int = 1
) -> None:
    """Draw a card for each of ``sides``, ``per_row`` beside each other; none of them ever moves."""
    rows, gap = max(1, -(-len(sides) // per_row)), canvas.px(0.014)
    cells = grid(rect, per_row, rows, gap, canvas.px(0.2))
    for side, at in zip(sides, cells, strict=False):
        _draw_card(canvas, board, side, at)


def _draw_card(canvas: Canvas, board: HonorScreen, side: Side, rect: Rect) -> None:
    theme, colour = canvas.theme, canvas.theme.team(side["colour"])
    is_on = board["on_turn"] == side["id"] and board["phase"] in ("settling", "to_roll", "rolled")
    # What is pale yellow by day is a dark yellow at dusk, so that marks and cup keep their edges.
    lit = theme.plate if theme.edge is None else theme.glow
    ground, ink = lit if is_on else theme.card, theme.ink
    canvas.plate(rect, ground, theme.outline if is_on else theme.line)
    if is_on:
        edge = canvas.px(0.006)
        rounded(canvas.surface, None, rect, canvas.px(0.012), theme.plate_edge, edge)
    stripe = canvas.px(0.016)
    rounded(canvas.surface, colour, Rect(rect.left, rect.top, stripe, rect.height), stripe // 3)
    inner = part(rect, left=rect.left + 2 * stripe, right=rect.right - stripe)
    figure = part(inner, left=inner.right - min(round(rect.height * 1.05), inner.width // 3))
    points = f"{side['id']} points"
    canvas.places[points] = figure
    beside = part(figure, left=figure.left - canvas.px(0.07), right=figure.left)
    canvas.places[f"{side['id']} beside"] = beside
    canvas.glow_plate(points, figure.inflate(0, -rect.height // 5), ground)
    longest, tall = str(board["target"]), round(rect.height * 0.72)
    canvas.figures(str(side["score"]), figure, tall, ink, align="right", template=longest)
    left = part(inner, right=figure.left - stripe)
    _draw_name(canvas, board, side, band(left, 0.06, 0.54), ink)
    _draw_has(canvas, board, side, band(left, 0.62, 0.92), ink)


def _draw_name(canvas: Canvas, board: HonorScreen, side: Side, rect: Rect, ink: Colour) -> None:
    """Draw mark and name, and the champion's cup; in a narrow card both are small, for the name's sake."""
    tall = min(rect.height, rect.width // 5)
    mark = Rect(rect.left, rect.centery - tall // 2, tall, tall).inflate(-tall // 8, -tall // 8)
    canvas.icon(f"mark-{side['mark']}", mark, canvas.theme.team(side["colour"]))
    name = part(rect, left=mark.right + mark.width // 3)
    is_champion = board["champion"] == side["id"]
    if is_champion:
        name.width -= tall + mark.width // 3
    # A letter may reach below its line: what is under the name begins lower.
    ink_at = canvas.text(side["name"], name.inflate(0, -name.height // 4), 0.064, ink, Face.BLACK)
    if is_champion:
        cup = Rect(ink_at.right + mark.width // 3, rect.centery - tall // 2, tall, tall)
        canvas.icon("cup", cup.inflate(-tall // 10, -tall // 10), canvas.theme.plate_edge)


def _draw_has(canvas: Canvas, board: HonorScreen, side: Side, rect: Rect, ink: Colour) -> None:
    """Draw the places for laurels, and how many settlers are at the table."""
    player = player_of(board, side["id"])
    size = min(rect.height, rect.width * 10 // 95)
    leaves = Rect(rect.left, rect.centery - size // 2, size * board["most_laurels"], size)
    canvas.places[f"{side['id']} laurels"] = leaves
    for number in range(board["most_laurels"]):
        at = Rect(leaves.left + number * size, leaves.top, size, size)
        is_there = number < player["laurels"]
        canvas.icon("laurel", at, leaf_colour(canvas) if is_there else canvas.theme.line, pale=not is_there)
    settler = Rect(leaves.right + size // 2, leaves.top, size, size)
    canvas.icon("settler", settler, canvas.theme.team(side["colour"]))
    left = settler.right + size // 4
    count = part(rect, left=left, right=max(left + 1, rect.right))
    canvas.figures(str(player["sent"]), count, round(size * 0.8), ink, align="left")


def draw_winner(canvas: Canvas, board: HonorScreen, rect: Rect) -> None:
    """Draw the winner as large as can be, on yellow."""
    theme, side = canvas.theme, side_of(board, board["winner"])
    canvas.plate(rect, theme.plate_edge)
    inner = rect.inflate(-2 * canvas.px(0.03), -2 * canvas.px(0.02))
    if side is None:
        canvas.text(Term("Nobody has won"), inner, 0.1, theme.plate_ink, Face.BLACK, "centre")
        return
    tall = min(inner.height, inner.width // 6)
    mark = Rect(inner.left, inner.centery - tall // 2, tall, tall)
    cup = Rect(inner.right - tall, mark.top, tall, tall)
    canvas.icon(f"mark-{side['mark']}", mark, theme.team(side["colour"]))
    canvas.icon("cup", cup, theme.card)
    name = Rect(mark.right + tall // 4, inner.top, cup.left - mark.right - tall // 2, inner.height)
    canvas.text(side["name"], name, 0.14, theme.plate_ink, Face.BLACK)
