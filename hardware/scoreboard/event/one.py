"""One field, as large as can be: by its game's own scene, or by what all games have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import Field, Match, Side
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.motion import Move, Scene
from hardware.scoreboard.scene import Bar, Picture, bar_parts, bar_rect, draw_bar, draw_clock
from hardware.scoreboard.smooth import rounded

_HEAD = 0.1
"""The height of the event's bar above a field, as a share of the unit: the field is what it is about."""
_FLAT = 2.2
"""A card that is this many times as wide as it is high has its points beside the name instead of below it."""
_STRIPE = 0.02
"""The height of the band of a side's colour, as a share of the unit."""
_POINTS = 0.25
"""The height of the points; a fifth of the whole height at least."""


@dataclass(frozen=True, slots=True)
class OneField(parts.QuietScene):
    """A field by what the boards of all games have in common."""

    head: parts.SceneHead
    field: Field

    @property
    def running(self) -> bool:
        """Return whether its clock runs and is known to be right."""
        return self._shows_clock and self.field.clock is not None and self.field.clock.running

    @property
    def _shows_clock(self) -> bool:
        return self.field.clock is not None and not self.head.away

    def figures(self) -> Mapping[str, object]:
        """Return the points of its sides."""
        return parts.points_of((self.field,))

    def still(self, canvas: Canvas) -> None:
        """Draw all but the clock."""
        canvas.area = parts.draw_head(canvas, self.head, self.field.name, _HEAD, loud=True)
        frame, planned = self.field.match, self.field.now
        title = frame.title if frame is not None else canvas.translate(Term("No match at the moment"))
        name = canvas.translate(parts.match_name(planned)) if planned is not None else ""
        subtitle = frame.subtitle if frame is not None else ""
        bar = Bar(title.upper(), subtitle, planned.starts if planned is not None else "", name)
        draw_bar(canvas, bar, clock=self._shows_clock)
        top, margin, gap = bar_rect(canvas).bottom, canvas.px(0.035), canvas.px(0.022)
        room = Rect(canvas.area.left + margin, top + gap, canvas.area.width - 2 * margin, 0)
        room.height = canvas.area.bottom - gap - room.top
        if not self.field.online and not self.head.away:
            tall = canvas.px(0.085)
            room.height -= tall + gap
            parts.draw_no_link(canvas, self.field, Rect(room.left, room.bottom + gap, room.width, tall))
        if frame is not None:
            _draw_cards(canvas, self.field, room)
        elif (coming := self.field.coming) is not None:
            _draw_coming(canvas, self.field, coming, room)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the middle of the bar."""
        return (bar_parts(canvas)[1],) if self._shows_clock else ()

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock, unless nobody knows whether it still runs."""
        if self._shows_clock and self.field.clock is not None:
            text, longest = parts.clock_texts(canvas, self.field.clock, now_ms)
            draw_clock(canvas, text, longest, canvas.theme.clock)


def _draw_cards(canvas: Canvas, field: Field, room: Rect) -> None:
    count = max(1, len(field.sides))
    columns = (count if count <= 4 else 3) if canvas.wide else (1 if count <= 3 else 2)
    cells = parts.grid(room, columns, -(-count // columns), canvas.px(0.018))
    names, room = [side.name for side in field.sides], _words(canvas, _parts(canvas, cells[0])[0])
    letters = parts.lettering(canvas, names, Face.BLACK, room, 0.08)
    for side, cell in zip(field.sides, cells, strict=False):
        _draw_card(canvas, side, cell, f"{field.id} {side.id}", letters)


def _parts(canvas: Canvas, rect: Rect) -> tuple[Rect, Rect]:
    stripe = canvas.px(_STRIPE)
    inner = Rect(rect.left, rect.top + stripe, rect.width, rect.height - stripe)
    inner = inner.inflate(-2 * canvas.px(0.016), 0)
    if rect.width > _FLAT * rect.height:
        figure = Rect(inner.right - inner.width * 2 // 5, inner.top, inner.width * 2 // 5, inner.height)
        return Rect(inner.left, inner.top, figure.left - inner.left - canvas.px(0.015), inner.height), figure
    tall = max(canvas.px(0.06), min(canvas.px(0.16), inner.height - canvas.px(_POINTS + 0.02)))
    words = Rect(inner.left, inner.top, inner.width, tall)
    return words, Rect(inner.left, words.bottom, inner.width, inner.bottom - words.bottom)


def _mark(canvas: Canvas, rect: Rect) -> Rect:
    size = min(rect.height * 6 // 10, canvas.px(0.08), rect.width // 6)
    return Rect(rect.left, rect.centery - size // 2, size, size)


def _words(canvas: Canvas, rect: Rect) -> Rect:
    mark = _mark(canvas, rect)
    left = mark.right + mark.width // 3
    return Rect(left, rect.top, rect.right - left, rect.height)


def _draw_card(canvas: Canvas, side: Side, rect: Rect, key: str, letters: parts.Lettering) -> None:
    theme = canvas.theme
    canvas.plate(rect, theme.card, theme.line)
    stripe = Rect(rect.topleft, (rect.width, canvas.px(_STRIPE)))
    rounded(canvas.surface, theme.team(side.colour), stripe, canvas.px(0.012), below=False)
    place, figure = _parts(canvas, rect)
    parts.draw_mark(canvas, side, _mark(canvas, place))
    parts.draw_lettered(canvas, side.name, _words(canvas, place), letters, Face.BLACK)
    if canvas.glow.get(key):
        canvas.plate(figure.inflate(0, -canvas.px(0.012)), canvas.glowing(key, theme.card))
    height = max(canvas.px(_POINTS), min(round(figure.height * 0.72), canvas.px(0.36)))
    is_flat = figure.top == place.top
    canvas.figures(str(side.score), figure, height, theme.ink, align="right" if is_flat else "centre")


def _draw_coming(canvas: Canvas, field: Field, match: Match, rect: Rect) -> None:
    """Draw what the field plays next: when, which match and who."""
    names = parts.team_names(match, canvas.translate)
    tall = min(rect.height / (len(names) + 1.2), canvas.px(0.15))
    first = Rect(rect.left, rect.top, rect.width, round(tall * 1.2))
    words = " · ".join(canvas.translate(said) for said in parts.next_at(field, match))
    canvas.text(words, first, 0.07, canvas.theme.soft, Face.SEMI)
    below = Rect(rect.left, first.bottom, rect.width, rect.height - first.height)
    share = parts.common_share(canvas, names, Face.BLACK, min(0.11, 0.72 * tall / canvas.unit), rect.width)
    for number, name in enumerate(names):
        canvas.text(name, parts.row_of(below, number, tall), share, canvas.theme.ink, Face.BLACK)


@dataclass(frozen=True, slots=True)
class OwnScene:
    """A field by the scene of its game, under the event's name."""

    head: parts.SceneHead
    field: str
    picture: Picture

    @property
    def running(self) -> bool:
        """Return whether the clock runs."""
        return self.picture.running

    @property
    def scene(self) -> object:
        """The field, and the scene of the game."""
        return self.field, self.picture.scene

    def moves(self, before: Scene) -> Sequence[Move]:
        """Return what moves in the game's part."""
        return self.picture.moves(before.picture) if isinstance(before, OwnScene) else ()

    def figures(self) -> Mapping[str, object]:
        """Return the figures of the game, apart from those of other fields."""
        return {f"{self.field}: {name}": value for name, value in self.picture.figures().items()}

    def still(self, canvas: Canvas) -> None:
        """Draw the event's bar, and the game on what is left of the area."""
        canvas.area = parts.draw_head(canvas, self.head, self.field, _HEAD, loud=True)
        mine = f"{self.field}: "
        levels = canvas.glow.items()
        canvas.glow = {name.removeprefix(mine): level for name, level in levels if name.startswith(mine)}
        self.picture.still(canvas)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return where the game's clock is drawn."""
        return self.picture.clock_areas(canvas)

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the game's clock."""
        self.picture.moving(canvas, now_ms)
