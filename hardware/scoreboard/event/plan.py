"""The schedule, match by match; the finals look the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event.board import Match
from hardware.scoreboard.event.parts import (
    QuietScene,
    SceneHead,
    common_share,
    draw_head,
    match_name,
    paged,
    room_of,
    row_of,
    team_names,
)
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
class PlanPage(QuietScene):
    """One page of matches; ``fields`` are the names of the fields by their ids."""

    head: SceneHead
    matches: tuple[Match, ...]
    fields: Mapping[str, str]
    page: int = 0
    pages: int = 1
    title: object = Term("Schedule")

    def still(self, canvas: Canvas) -> None:
        """Draw the whole scene."""
        room = room_of(canvas, draw_head(canvas, self.head, paged(self.title, self.page, self.pages)))
        if not self.matches:
            words = canvas.translate(Term("There is no schedule yet"))
            canvas.text(words, room, 0.1, canvas.theme.ink, Face.BLACK, "centre")
            return
        most = _ROW if canvas.wide else 2 * _ROW
        tall = min(room.height / max(len(self.matches), PER_PAGE // 2), canvas.px(most))
        for number, match in enumerate(self.matches):
            self._draw_row(canvas, match, row_of(room, number, tall))

    def _draw_row(self, canvas: Canvas, match: Match, rect: Rect) -> None:
        theme = canvas.theme
        canvas.surface.fill(theme.line, Rect(rect.left, rect.top, rect.width, max(1, canvas.px(0.002))))
        inner = rect.inflate(0, -2 * canvas.px(0.006))
        if match.state == "playing":
            rounded(
                canvas.surface,
                theme.plate_edge,
                Rect(inner.left, inner.top, canvas.px(0.012), inner.height),
                2,
            )
        left = canvas.px(0.03)
        time = Rect(inner.left + left, inner.top, canvas.px(0.15), inner.height)
        canvas.figures(match.starts, time, canvas.px(0.052), theme.ink, Face.BLACK, "left", "00:00")
        where = Rect(time.right + canvas.px(0.02), inner.top, canvas.px(0.27), inner.height)
        field = self.fields.get(match.field, match.field)
        field = field or canvas.translate(Term("next free field"))
        half = min(inner.height // 2, canvas.px(0.06))
        above = Rect(where.left, where.centery - half, where.width, half)
        canvas.text(field, above, 0.05, theme.ink, Face.BOLD)
        canvas.text(self._told(canvas, match), above.move(0, half), 0.036, theme.soft)
        rest = Rect(where.right + canvas.px(0.02), inner.top, 0, inner.height)
        rest.width = inner.right - rest.left
        _draw_teams(canvas, match, rest)

    def _told(self, canvas: Canvas, match: Match) -> str:
        said = [canvas.translate(match_name(match))]
        if match.state in _SAID:
            said.append(canvas.translate(_SAID[match.state]))
        return " · ".join(said)


def _draw_teams(canvas: Canvas, match: Match, rect: Rect) -> None:
    """Draw who plays, or how it ended, two beside each other on a landscape screen."""
    if match.result:
        ordered = sorted(match.result, key=lambda one: one.place)
        told = [(one.name, str(one.score)) for one in ordered]
    else:
        told = [(name, "") for name in team_names(match, canvas.translate)]
    across = 2 if canvas.wide else 1
    rows = max(1, -(-len(told) // across))
    tall = min(rect.height / rows, canvas.px(0.07))
    wide = (rect.width - canvas.px(0.03) * (across - 1)) // across
    top = rect.centery - round(tall * rows / 2)
    room = wide - (canvas.px(_SCORE + 0.01) if match.result else 0)
    names = [name for name, _ in told]
    share = common_share(canvas, names, Face.SEMI, min(0.05, 0.68 * tall / canvas.unit), room)
    for number, (name, score) in enumerate(told):
        row, column = divmod(number, across)
        at = row_of(Rect(rect.left + column * (wide + canvas.px(0.03)), top, wide, 0), row, tall)
        if score:
            figure = Rect(at.right - canvas.px(_SCORE), at.top, canvas.px(_SCORE), at.height)
            canvas.figures(score, figure, round(tall * 0.55), canvas.theme.ink, Face.BLACK, "right")
            at.width = room
        canvas.text(name, at, share, canvas.theme.ink, Face.SEMI)
