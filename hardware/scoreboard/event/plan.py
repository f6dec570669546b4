"""The schedule, match by match; the finals look the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import Match
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.smooth import rounded

PER_PAGE = 8
"""The number of matches of a page."""
_ROW = 0.15
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
        most = _ROW if canvas.wide else 2 * _ROW
        tall = min(room.height / max(len(self.shown), PER_PAGE // 2), canvas.px(most))
        for number, match in enumerate(self.shown):
            self._draw_row(canvas, match, parts.row_of(room, number, tall))

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
        rest = Rect(where.right + canvas.px(0.02), inner.top, 0, inner.height)
        rest.width = inner.right - rest.left
        _draw_teams(canvas, match, rest)


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
        at = parts.row_of(Rect(rect.left + column * (wide + canvas.px(0.03)), top, wide, 0), row, tall)
        if score:
            figure = Rect(at.right - canvas.px(_SCORE), at.top, canvas.px(_SCORE), at.height)
            canvas.figures(score, figure, round(tall * 0.55), canvas.theme.ink, Face.BLACK, "right")
            at.width = room
        canvas.text(name, at, share, canvas.theme.ink, Face.SEMI)
