"""The lists of an event, page by page: schedule and finals, who plays next on each field, standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

from pygame import Rect

from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Align, Canvas, part, rounded, row_of
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import Field, Match, RankingRow
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, columns, draw_plate_word, grid
from hardware.scoreboard.theme import Colour

MATCHES_PER_PAGE = 8
"""The number of matches of a page."""
_MATCH_ROW = 0.15
"""The greatest height of a match on a landscape screen, as a share of the unit."""
_SCORE = 0.08
"""The width of the points of a team that has played, likewise."""
OPEN = ("planned", "playing")
"""The state of a match that is not over yet."""
_SAID = {"playing": Term("on now"), "played": Term("not confirmed yet"), "called_off": Term("called off")}


@dataclass(frozen=True, slots=True)
class PlanPage(parts.Page):
    """One page of matches; ``fields`` are the names of the fields by their ids."""

    shown: tuple[Match, ...]
    title: object = Term("Schedule")
    nothing: ClassVar[Term] = Term("There is no schedule yet")
    fields: Mapping[str, str] = field(default_factory=dict)

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw a row for each match."""
        most = _MATCH_ROW if canvas.wide else 2 * _MATCH_ROW
        tall = min(room.height / max(len(self.shown), MATCHES_PER_PAGE // 2), canvas.px(most))
        for number, match in enumerate(self.shown):
            self._draw_row(canvas, match, row_of(room, number, tall))

    def _draw_row(self, canvas: Canvas, match: Match, rect: Rect) -> None:
        theme = canvas.theme
        canvas.surface.fill(theme.line, Rect(rect.left, rect.top, rect.width, max(1, canvas.px(0.002))))
        inner = rect.inflate(0, -2 * canvas.px(0.006))
        if match.state == "playing":
            stripe = Rect(inner.left, inner.top, canvas.px(0.012), inner.height)
            rounded(canvas.surface, theme.plate_edge, stripe, 2)
        left = canvas.px(0.03)
        time = Rect(inner.left + left, inner.top, canvas.px(0.15), inner.height)
        canvas.figures(match.starts, time, canvas.px(0.052), theme.ink, Face.BLACK, "left", "00:00")
        where = Rect(time.right + canvas.px(0.02), inner.top, canvas.px(0.27), inner.height)
        name = self.fields.get(match.field, match.field) or canvas.translate(Term("next free field"))
        half = min(inner.height // 2, canvas.px(0.06))
        above = Rect(where.left, where.centery - half, where.width, half)
        canvas.text(name, above, 0.05, theme.ink, Face.BOLD)
        said = [parts.match_name(match), *([_SAID[match.state]] if match.state in _SAID else [])]
        canvas.text(" · ".join(map(canvas.translate, said)), above.move(0, half), 0.036, theme.soft)
        _draw_teams(canvas, match, part(inner, left=where.right + canvas.px(0.02)))


def _draw_teams(canvas: Canvas, match: Match, rect: Rect) -> None:
    """Draw who plays, or how it ended, two beside each other on a landscape screen."""
    if match.result:
        ordered = sorted(match.result, key=lambda one: one.place)
        told = [(one.name, str(one.score)) for one in ordered]
    else:
        told = [(name, "") for name in parts.team_names(match, canvas.translate)]
    across = 2 if canvas.wide else 1
    rows = max(1, -(-len(told) // across))
    tall = min(rect.height / rows, canvas.px(0.07))
    wide = (rect.width - canvas.px(0.03) * (across - 1)) // across
    top = rect.centery - round(tall * rows / 2)
    room = wide - (canvas.px(_SCORE + 0.01) if match.result else 0)
    names = [name for name, _ in told]
    share = parts.common_share(canvas, names, Face.SEMI, min(0.05, 0.68 * tall / canvas.unit), room)
    for number, (name, score) in enumerate(told):
        row, column = divmod(number, across)
        at = row_of(Rect(rect.left + column * (wide + canvas.px(0.03)), top, wide, 0), row, tall)
        if score:
            figure = Rect(at.right - canvas.px(_SCORE), at.top, canvas.px(_SCORE), at.height)
            canvas.figures(score, figure, round(tall * 0.55), canvas.theme.ink, Face.BLACK, "right")
            at.width = room
        canvas.text(name, at, share, canvas.theme.ink, Face.SEMI)


FIELDS_PER_PAGE = 4
"""The number of fields of a page."""
_TOP = 0.08
"""The height of a field's name, as a share of the unit."""
_ENDS = (0.0, 0.295, 0.705, 1.0)
"""The shares of a field's card between which its matches lie: now, next, and the one after that."""
_TWO = 0.75
"""From this width on, as a share of the unit, two teams stand beside each other."""
_MOST_TEAMS = 4
"""The greatest number of teams of a scheduled match."""


@dataclass(frozen=True, slots=True)
class Queue(parts.Page):
    """The fields of one page."""

    shown: tuple[Field, ...]
    title: object = Term("Who plays next")
    nothing: ClassVar[Term] = Term("No field takes part yet")

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw a card for each field."""
        count = len(self.shown)
        columns, rows = (count, 1) if canvas.wide else (1 if count < 3 else 2, -(-count // 2))
        for one, cell in zip(self.shown, grid(room, columns, rows, canvas.px(0.022)), strict=False):
            _draw_field(canvas, one, cell)


def _draw_field(canvas: Canvas, field: Field, rect: Rect) -> None:
    """Draw a field's name, how late it is, and its three matches below each other."""
    theme, tall = canvas.theme, canvas.px(_TOP)
    canvas.plate(rect, theme.card, theme.line)
    top = row_of(rect, 0, tall)
    rounded(canvas.surface, theme.bar, top, canvas.px(0.012))
    inner = top.inflate(-2 * canvas.px(0.018), 0)
    half = part(inner, left=inner.centerx)
    words = canvas.translate(parts.lag(field.lag))
    if field.lag > 0:
        end = draw_plate_word(canvas, words, half.inflate(0, -round(tall * 0.36))).left
    else:
        end = canvas.text(words, half, 0.036, theme.bar_soft, align="right").left
    canvas.text(field.name, part(inner, right=end - canvas.px(0.015)), 0.062, theme.bar_ink, Face.BLACK)
    below = part(rect, top=top.bottom)
    said = ((Term("Now"), field.now), (Term("Next"), field.next), (Term("Then"), field.after))
    for (word, match), (start, end_at) in zip(said, pairwise(_ENDS), strict=True):
        _draw_match(canvas, word, match, band(below, start, end_at), word == "Next" and match is not None)


def _draw_match(canvas: Canvas, word: Term, match: Match | None, rect: Rect, is_next: bool) -> None:
    """Draw a match under its word; the next one stands out, since its teams have to come."""
    theme = canvas.theme
    area = rect.inflate(-2 * canvas.px(0.008), -2 * canvas.px(0.004))
    if is_next:
        canvas.plate(area, theme.plate, theme.plate_edge)
    ink, soft = (theme.plate_ink, theme.plate_ink) if is_next else (theme.ink, theme.soft)
    inner = area.inflate(-2 * canvas.px(0.012), -2 * canvas.px(0.004))
    names = [] if match is None else parts.team_names(match, canvas.translate)
    across = 2 if rect.width > canvas.px(_TWO) else 1
    rows = -(-max(_MOST_TEAMS, len(names)) // across)
    tall = min(inner.height / (rows + 1), canvas.px(0.09))
    first = row_of(inner, 0, tall)
    at = canvas.text(word, first, min(0.05, 0.72 * tall / canvas.unit), ink, Face.BLACK)
    rest = part(first, left=at.right + canvas.px(0.02))
    if match is None:
        nobody = Term("nobody plays") if word == "Now" else Term("no more matches")
        canvas.text(nobody, rest, 0.036, soft, align="right")
        return
    told = Message("{time} · {match}", {"time": match.starts, "match": parts.match_name(match)})
    canvas.text(told, rest, 0.038, soft, align="right")
    face, gap = Face.BLACK if is_next else Face.SEMI, canvas.px(0.02)
    wide = (inner.width - gap * (across - 1)) // across
    share = parts.common_share(canvas, names, face, 0.72 * tall / canvas.unit, wide)
    for number, name in enumerate(names):
        row, column = divmod(number, across)
        line = row_of(inner, row + 1, tall)
        at = Rect(line.left + column * (wide + gap), line.top, wide, line.height)
        canvas.text(name, at, share, ink, face)


TEAMS_PER_PAGE = 24
"""The number of teams of a page: two columns on a landscape screen, one on a portrait screen."""
_ONE_COLUMN = 12
"""Up to this many there is one column, with more figures, on a screen that lies too."""
_TEAM_ROW = 0.085
"""The greatest height of a row, as a share of the unit."""


@dataclass(frozen=True, slots=True)
class Table(parts.Page):
    """One page of the standings."""

    shown: tuple[RankingRow, ...]
    title: object = Term("Standings")
    nothing: ClassVar[Term] = Term("No result has been confirmed yet")

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw the rows, in one column or two."""
        count = 2 if canvas.wide and len(self.shown) > _ONE_COLUMN else 1
        each = -(-len(self.shown) // count)
        for number, rect in enumerate(columns(room, count, canvas.px(0.05))):
            shown = self.shown[number * each : (number + 1) * each]
            _draw_rows(canvas, shown, each, rect, full=canvas.wide and count == 1)


def _draw_rows(canvas: Canvas, rows: Sequence[RankingRow], count: int, rect: Rect, full: bool) -> None:
    head = canvas.px(0.048)
    tall = min((rect.height - head) / max(1, count), canvas.px(_TEAM_ROW))
    said = [Term("Matches"), Term("Won"), Term("Scored"), Term("Points")]
    cells = _places(canvas, Rect(rect.left, rect.top, rect.width, head), full)[2:]
    for cell, term in zip(cells, said if full else [said[0], said[3]], strict=True):
        canvas.text(term, cell, 0.034, canvas.theme.soft, Face.TEXT, "right")
    below = Rect(rect.left, rect.top + head, rect.width, rect.height - head)
    names, width = [row.name for row in rows], _places(canvas, below, full)[1].width
    share = parts.common_share(canvas, names, Face.BOLD, min(0.055, 0.66 * tall / canvas.unit), width)
    for number, row in enumerate(rows):
        _draw_team(canvas, row, row_of(below, number, tall), full, share)


def _places(canvas: Canvas, rect: Rect, full: bool) -> list[Rect]:
    """Return the places of the columns; without wins and scored unless ``full``."""
    gap, pad = canvas.px(0.014), canvas.px(0.012)
    wide = [canvas.px(part) for part in ((0.08, 0.14, 0.12, 0.14, 0.17) if full else (0.065, 0.13, 0.14))]
    inner = rect.inflate(-2 * pad, 0)
    place = part(inner, right=inner.left + wide[0])
    figures, right = list[Rect](), inner.right
    for each in reversed(wide[1:]):
        figures.insert(0, part(inner, left=right - each, right=right))
        right -= each + gap
    return [place, part(inner, left=place.right + gap, right=right), *figures]


def _draw_team(canvas: Canvas, row: RankingRow, rect: Rect, full: bool, share: float) -> None:
    theme, line = canvas.theme, max(1, canvas.px(0.002))
    if row.place == 1:
        canvas.surface.fill(theme.glow, rect)
    canvas.surface.fill(theme.line, Rect(rect.left, rect.top, rect.width, line))
    place, name, *cells = _places(canvas, rect, full)
    _draw_figure(canvas, str(row.place), place, 0.5, theme.soft, "left")
    club = row.club if full else ""
    if club:
        wide = min(canvas.fonts.width(club, Face.TEXT, canvas.least), name.width * 2 // 5)
        letters = canvas.fonts.width(row.name, Face.BOLD, round(share * canvas.unit))
        if letters + wide + canvas.px(0.03) <= name.width:
            side = Rect(name.right - wide, name.top, wide, name.height)
            canvas.text(club, side, 0.034, theme.soft, Face.TEXT, "right")
    canvas.text(row.name, name, share, theme.ink, Face.BOLD)
    small = [row.played, row.won, row.score] if full else [row.played]
    for cell, figure in zip(cells, small, strict=False):
        _draw_figure(canvas, str(figure), cell, 0.46, theme.soft, "right")
    _draw_figure(canvas, row.points, cells[-1], 0.64, theme.ink, "right")


def _draw_figure(canvas: Canvas, text: str, rect: Rect, share: float, ink: Colour, align: Align) -> None:
    """Draw a figure as a share of its row's height; points may have a fraction behind them."""
    height = min(round(rect.height * share), canvas.px(0.05))
    canvas.figures(text, rect, height, ink, Face.BLACK if share > 0.5 else Face.BOLD, align)
