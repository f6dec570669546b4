"""The fields at a glance, a card each; and one field as large as can be, by its game's own scene or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas, part, rounded, row_of
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import Clock, Field, Match, Side
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import Bar, band, bar_parts, bar_rect, draw_bar, draw_clock, grid
from hardware.scoreboard.stage import FramedPicture, Picture

PER_PAGE, OF_MANY_SIDES = 8, 4
"""The number of fields of a page, and the number where a match has more than `_FEW` sides."""
_FEW = 4
_WIDE = ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 2), (2, 4), (2, 4))
"""Columns and rows of cards on a screen that lies, by how many there are."""
_FLAT = 1.9
"""A card that is this many times as wide as it is high has its clock at the left instead of above."""


def per_page(fields: Sequence[Field]) -> int:
    """Return how many of these fields one page has room for."""
    return OF_MANY_SIDES if any(len(field.sides) > _FEW for field in fields) else PER_PAGE


@dataclass(frozen=True, slots=True)
class AllFields(parts.Page):
    """The fields of one page."""

    shown: tuple[Field, ...]
    title: object = Term("All fields")
    nothing: ClassVar[Term] = Term("No field takes part yet")

    @property
    def running(self) -> bool:
        """Return whether a clock runs that is known to be right."""
        return not self.head.away and any(field.clock and field.clock.running for field in self.shown)

    def figures(self) -> Mapping[str, object]:
        """Return the points of all sides."""
        return parts.points_of(self.shown)

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw a card for each field, without its clock."""
        count = len(self.shown)
        columns, rows = _WIDE[count - 1] if canvas.wide else (1, count)
        cells = grid(room, columns, rows, canvas.px(0.017))
        for field, cell in zip(self.shown, cells, strict=False):
            _Card(canvas, field, cell, bool(self.head.away)).draw()

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the places of all clocks."""
        names = (f"clock {field.id}" for field in self.shown)
        return [canvas.places[name] for name in names if name in canvas.places]

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clocks, except where nobody knows whether they still run."""
        for field in () if self.head.away else self.shown:
            rect, clock = canvas.places.get(f"clock {field.id}"), field.clock
            if rect is not None and clock is not None:
                text, longest = parts.clock_texts(canvas, clock, now_ms)
                tall = round(rect.height * 0.72)
                canvas.figures(text, rect, tall, canvas.theme.clock, align="right", template=longest)


@dataclass(frozen=True, slots=True)
class _Card:
    """A field's card in its place."""

    canvas: Canvas
    field: Field
    rect: Rect
    away: bool

    def draw(self) -> None:
        canvas, rect = self.canvas, self.rect
        canvas.plate(rect, canvas.theme.card, canvas.theme.line)
        is_flat = rect.width > _FLAT * rect.height and rect.height < canvas.px(0.5)
        pad = canvas.px(0.018)
        body = (self._draw_left() if is_flat else self._draw_top()).inflate(-2 * pad, 0)
        if self._is_silent and not is_flat:
            tall = canvas.px(0.058)
            body.height -= tall + pad // 2
            parts.draw_no_link(canvas, self.field, Rect(body.left, body.bottom, body.width, tall))
        self._draw_body(body)

    @property
    def _is_silent(self) -> bool:
        """Return whether the field alone is silent: of the whole hub the screen says so once."""
        return not self.field.online and not self.away

    @property
    def _has_clock(self) -> bool:
        return self.field.clock is not None and not self.away

    def _draw_left(self) -> Rect:
        """Name, clock and title on a block of ink at the left; returns the rest."""
        canvas, rect = self.canvas, self.rect
        share = 0.36 if len(self.field.sides) <= _FEW else 0.33
        block = part(rect, right=rect.left + round(rect.width * share))
        rounded(canvas.surface, canvas.theme.bar, block, canvas.px(0.012))
        inner = block.inflate(-2 * canvas.px(0.018), -2 * canvas.px(0.01))
        canvas.text(self.field.name, band(inner, 0.0, 0.31), 0.056, canvas.theme.bar_ink, Face.BLACK)
        if self._has_clock:
            canvas.places[f"clock {self.field.id}"] = band(inner, 0.36, 0.74)
        if self._is_silent:
            parts.draw_no_link(canvas, self.field, band(inner, 0.4, 1.0).inflate(canvas.px(0.012), 0))
        else:
            self._draw_title(band(inner, 0.76 if self._has_clock else 0.36, 1.0), 0.038)
        return part(rect, left=block.right)

    def _draw_top(self) -> Rect:
        """Name, title and clock on a band of ink; returns the rest."""
        canvas, rect = self.canvas, self.rect
        tall = max(canvas.px(0.115), min(round(rect.height * 0.26), canvas.px(0.17)))
        top = row_of(rect, 0, tall)
        rounded(canvas.surface, canvas.theme.bar, top, canvas.px(0.012))
        inner = top.inflate(-2 * canvas.px(0.018), -2 * canvas.px(0.006))
        words = Rect(inner)
        if self._has_clock:
            wide = round(inner.width * 0.46)
            canvas.places[f"clock {self.field.id}"] = part(inner, left=inner.right - wide)
            words.width -= wide + canvas.px(0.01)
        name = 0.42 * tall / canvas.unit
        canvas.text(self.field.name, band(words, 0.0, 0.56), name, canvas.theme.bar_ink, Face.BLACK)
        self._draw_title(band(words, 0.6, 1.0), 0.045)
        return part(rect, top=top.bottom)

    def _draw_title(self, rect: Rect, share: float) -> None:
        """Draw what its match is doing, or what comes next; in more rows where there is room for them."""
        canvas, frame, coming = self.canvas, self.field.match, self.field.coming
        # Between two matches it says which comes next, when, and how late.
        is_between = frame is None and coming is not None
        told = parts.next_at(self.field, coming) if is_between and coming else [frame.title if frame else ""]
        said = [canvas.translate(each) for each in told]
        title = " · ".join(said)
        most = max(1, int(rect.height / (1.05 * canvas.least)))
        rows = [title]
        if most > 1 and canvas.fonts.width(title, Face.SEMI, canvas.px(share)) > rect.width:
            rows = [row for each in said for row in canvas.lines(each, share, rect.width)][:most]
        tall = min(rect.height // len(rows), canvas.px(0.045))
        low = part(rect, top=rect.bottom - tall * len(rows))
        canvas.rows(rows, low, tall, share, canvas.theme.bar_soft)

    def _draw_body(self, rect: Rect) -> None:
        """Draw who plays; between two matches who comes next."""
        canvas, coming = self.canvas, self.field.coming
        inner = rect.inflate(0, -canvas.px(0.006))
        if self.field.match is not None:
            parts.draw_sides(canvas, self.field, inner)
        elif coming is not None:
            names = parts.team_names(coming, canvas.translate)
            tall = min(inner.height / max(4, len(names)), canvas.px(0.1))
            share = parts.common_share(canvas, names, Face.BOLD, 0.6 * tall / canvas.unit, inner.width)
            canvas.rows(names, inner, tall, share, canvas.theme.ink, Face.BOLD)
        else:
            canvas.text(Term("No match at the moment"), rect, 0.05, canvas.theme.soft, align="centre")


_HEAD = 0.1
"""The height of the event's bar above a field, as a share of the unit: the field is what it is about."""
_FLAT_CARD = 2.2
"""A card that is this many times as wide as it is high has its points beside the name instead of below it."""
_STRIPE = 0.02
"""The height of the band of a side's colour, as a share of the unit."""
_POINTS = 0.25
"""The height of the points; a fifth of the whole height at least."""


@dataclass(frozen=True, slots=True)
class OneField(Picture):
    """A field by what the boards of all games have in common."""

    head: parts.SceneHead
    field: Field

    @property
    def running(self) -> bool:
        """Return whether its clock runs and is known to be right."""
        return self._clock is not None and self._clock.running

    @property
    def _clock(self) -> Clock | None:
        return None if self.head.away else self.field.clock

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
        draw_bar(canvas, bar, clock=self._clock is not None)
        gap = canvas.px(0.022)
        room = canvas.area.inflate(-2 * canvas.px(0.035), 0)
        room = part(room, top=bar_rect(canvas).bottom + gap, bottom=room.bottom - gap)
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
        return (bar_parts(canvas)[1],) if self._clock else ()

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock, unless nobody knows whether it still runs."""
        if self._clock:
            text, longest = parts.clock_texts(canvas, self._clock, now_ms)
            draw_clock(canvas, text, longest, canvas.theme.clock)


def _draw_cards(canvas: Canvas, field: Field, room: Rect) -> None:
    count = max(1, len(field.sides))
    columns = (count if count <= 4 else 3) if canvas.wide else (1 if count <= 3 else 2)
    cells = grid(room, columns, -(-count // columns), canvas.px(0.018))
    names, room = [side.name for side in field.sides], _words(canvas, _parts(canvas, cells[0])[0])
    letters = parts.lettering(canvas, names, Face.BLACK, room, 0.08)
    for side, cell in zip(field.sides, cells, strict=False):
        _draw_side(canvas, side, cell, f"{field.id} {side.id}", letters)


def _parts(canvas: Canvas, rect: Rect) -> tuple[Rect, Rect]:
    inner = part(rect, top=rect.top + canvas.px(_STRIPE)).inflate(-2 * canvas.px(0.016), 0)
    if rect.width > _FLAT_CARD * rect.height:
        figure = part(inner, left=inner.right - inner.width * 2 // 5)
        return part(inner, right=figure.left - canvas.px(0.015)), figure
    tall = max(canvas.px(0.06), min(canvas.px(0.16), inner.height - canvas.px(_POINTS + 0.02)))
    middle = inner.top + tall
    return part(inner, bottom=middle), part(inner, top=middle)


def _mark(canvas: Canvas, rect: Rect) -> Rect:
    size = min(rect.height * 6 // 10, canvas.px(0.08), rect.width // 6)
    return Rect(rect.left, rect.centery - size // 2, size, size)


def _words(canvas: Canvas, rect: Rect) -> Rect:
    mark = _mark(canvas, rect)
    return part(rect, left=mark.right + mark.width // 3)


def _draw_side(canvas: Canvas, side: Side, rect: Rect, key: str, letters: parts.Lettering) -> None:
    theme = canvas.theme
    canvas.plate(rect, theme.card, theme.line)
    stripe = Rect(rect.topleft, (rect.width, canvas.px(_STRIPE)))
    rounded(canvas.surface, theme.team(side.colour), stripe, canvas.px(0.012), below=False)
    place, figure = _parts(canvas, rect)
    parts.draw_mark(canvas, side, _mark(canvas, place))
    parts.draw_lettered(canvas, side.name, _words(canvas, place), letters, Face.BLACK)
    canvas.glow_plate(key, figure.inflate(0, -canvas.px(0.012)), theme.card)
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
    canvas.rows(names, below, tall, share, canvas.theme.ink, Face.BLACK)


@dataclass(frozen=True, slots=True)
class OwnScene(FramedPicture):
    """A field by the ``picture`` of its game, under the event's name."""

    head: parts.SceneHead
    field: str

    @property
    def scene(self) -> object:
        """The field, and the scene of the game."""
        return self.field, self.picture.scene

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
