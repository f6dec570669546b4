"""The parts of several scenes of a hub: a page of a list, a field's clock, its sides, its link."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from pygame import Rect

from fieldkit.event.documents import PLACE, SECOND, WINNER
from fieldkit.phrases import N_, Language, Message, Term
from hardware.scoreboard.draw import Canvas, part, row_of
from hardware.scoreboard.event.board import Clock, Field, Match, Side, marks
from hardware.scoreboard.fonts import Face, halved
from hardware.scoreboard.scene import band, clock_text, draw_plate_word, fill_bar
from hardware.scoreboard.stage import Picture, draw_banner
from hardware.scoreboard.theme import Colour

_ROW = 0.16
"""The greatest height of the row of a side, as a share of the unit."""


def points_of(fields: Sequence[Field]) -> dict[str, object]:
    """Return the points of all sides of these fields, by the names under which they glow."""
    return {f"{field.id} {side.id}": side.score for field in fields for side in field.sides}


def clock_texts(canvas: Canvas, clock: Clock, now_ms: float) -> tuple[str, str]:
    """Return what a clock shows, and the longest that it will have shown."""
    left = clock.left_ms(now_ms)
    longest = max(clock.total, left)
    text = clock_text(left, clock.total, clock.tenths, canvas.translate)
    return text, clock_text(longest, clock.total, clock.tenths, canvas.translate)


def draw_sides(canvas: Canvas, field: Field, rect: Rect) -> None:
    """Draw a row for each side: mark, name, points."""
    sides = field.sides
    if not sides:
        return
    tall = min(rect.height / len(sides), canvas.px(_ROW))
    height = round(min(tall * 0.66, canvas.px(0.1)))
    longest = max(("10", *(str(side.score) for side in sides)), key=len)
    size = canvas.fonts.figure_size(Face.BLACK, height)
    wide = min(canvas.cells(longest, Face.BLACK, size), rect.width // 3)
    long = rect.width - wide - canvas.px(0.012)
    mark = _mark_rect(canvas, Rect(rect.left, rect.top, long, round(tall)))
    left = mark.right + max(canvas.px(0.008), mark.width // 4)
    words = Rect(left, rect.top, max(1, rect.left + long - left), round(tall))
    letters = lettering(canvas, [side.name for side in sides], Face.BOLD, words, 0.6 * tall / canvas.unit)
    for number, side in enumerate(sides):
        row = row_of(rect, number, tall)
        figure = Rect(row.right - wide, row.top, wide, row.height)
        glow = figure.inflate(canvas.px(0.012), -row.height // 10)
        canvas.glow_plate(f"{field.id} {side.id}", glow, canvas.theme.card)
        canvas.figures(str(side.score), figure, height, canvas.theme.ink, align="right")
        draw_mark(canvas, side, _mark_rect(canvas, row))
        room = Rect(words.left, row.top, words.width, row.height)
        draw_lettered(canvas, side.name, room, letters, Face.BOLD)


def _mark_rect(canvas: Canvas, rect: Rect) -> Rect:
    size = min(round(rect.height * 0.72), canvas.px(0.08))
    return Rect(rect.left, rect.centery - size // 2, size, size)


class Lettering(NamedTuple):
    """The lettering of several sides: in how many rows, and how large, as a share of the unit."""

    rows: int
    share: float


def lettering(canvas: Canvas, names: Sequence[str], face: Face, room: Rect, most: float) -> Lettering:
    """Return how names are written that each have this room: in two rows if one would be smaller, or cut."""
    tall, width = room.height / canvas.unit, room.width
    one = common_share(canvas, names, face, min(most, 0.6 * tall), width)
    halves = [half for name in names for half in halved(name)]
    two = common_share(canvas, halves, face, min(most, 0.36 * tall), width)
    is_cut = any(canvas.fonts.width(name, face, round(one * canvas.unit)) > width for name in names)
    has_room = room.height >= 2.4 * canvas.least
    return Lettering(2, two) if has_room and (is_cut or two > one) else Lettering(1, one)


def draw_lettered(canvas: Canvas, name: str, rect: Rect, letters: Lettering, face: Face) -> None:
    """Draw a name in its one or two rows, in the middle of ``rect``'s height."""
    rows = halved(name) if letters.rows > 1 else [name]
    tall = min(rect.height / len(rows), 1.25 * letters.share * canvas.unit)
    middle = part(rect, top=rect.centery - round(tall * len(rows) / 2))
    canvas.rows(rows, middle, tall, letters.share, canvas.theme.ink, face)


def draw_mark(canvas: Canvas, side: Side, rect: Rect) -> None:
    """Draw a side's mark in its colour; where there is no drawing of it, a plain spot of the colour."""
    paint: Colour = canvas.theme.team(side.colour)
    if side.mark in marks():
        canvas.icon(f"mark-{side.mark}", rect, paint)
    else:
        canvas.plate(rect, paint, canvas.theme.outline)


def draw_no_link(canvas: Canvas, field: Field, rect: Rect) -> None:
    """Draw a plate that says since when a field is not heard, in two rows where one is too short."""
    canvas.plate(rect, canvas.theme.plate_edge)
    inner = rect.inflate(-canvas.px(0.02), -canvas.px(0.008))
    last = field.last_contact
    told = Message("No link since {time}", {"time": time_of_day(last)}) if last is not None else None
    words = canvas.translate(told or Term("Not heard yet"))
    rows = canvas.lines(words, 0.045, inner.width) if inner.height >= 2.1 * canvas.least else [words]
    canvas.rows(rows, inner, inner.height / len(rows), 0.045, canvas.theme.plate_ink, Face.BOLD, "centre")


MARGIN = 0.035
"""The free edge of every scene, as a share of the unit."""
_TALL_ROWS = (0.12, 0.085)
"""The two rows of the bar of a screen that stands: the event, and what is shown of it."""


@dataclass(frozen=True, slots=True)
class SceneHead:
    """The event's ``name``, and since when (a time of day) the hub is ``away``; empty while it is heard."""

    name: str
    practice: bool = False
    away: str = ""


def draw_head(canvas: Canvas, head: SceneHead, title: object, tall: float = 0.14, loud: bool = False) -> Rect:
    """Draw the bar with the event's name and the scene's ``title``, and what is to know of the link.

    Its height is ``tall`` on a landscape screen; a ``loud`` title is as large as the name. Returns the rest.
    """
    area = Rect(canvas.area)
    canvas.surface.fill(canvas.theme.paper, area)
    if head.away:
        area.height -= _draw_away(canvas, head.away, area)
    bar = Rect(area.topleft, (area.width, canvas.px(tall if canvas.wide else sum(_TALL_ROWS))))
    fill_bar(canvas, bar)
    inner = bar.inflate(-2 * canvas.px(MARGIN), 0)
    if canvas.wide:
        rest = _draw_end(canvas, head, inner)
        rest = _draw_title(canvas, title, rest, tall * 0.66 if loud else 0.05, loud)
        canvas.text(head.name, rest, tall * 0.66, canvas.theme.bar_ink, Face.BLACK)
    else:
        share = _TALL_ROWS[0] / sum(_TALL_ROWS)
        canvas.text(head.name, band(inner, 0.05, share - 0.03), 0.094, canvas.theme.bar_ink, Face.BLACK)
        row = band(inner, share + 0.01, 0.97)
        rest = _draw_end(canvas, head, row)
        ink, face = (canvas.theme.bar_ink, Face.BLACK) if loud else (canvas.theme.bar_soft, Face.SEMI)
        canvas.text(title, rest, 0.06 if loud else 0.052, ink, face)
    return part(area, top=bar.bottom)


def _draw_end(canvas: Canvas, head: SceneHead, rect: Rect) -> Rect:
    """Draw the time of day and whether it is practice, at the end of the bar; return the rest."""
    gap, end = canvas.px(0.03), rect.right
    if canvas.day:
        wide = canvas.px(0.15)
        place = Rect(end - wide, rect.top, wide, rect.height)
        ink = canvas.figures(canvas.day, place, canvas.px(0.046), canvas.theme.bar_soft, Face.BOLD, "right")
        end = ink.left - gap
    if head.practice:
        tall = min(round(rect.height * 0.62), canvas.px(0.075))
        place = Rect(rect.left, rect.centery - tall // 2, end - rect.left, tall)
        end = draw_plate_word(canvas, Term("PRACTICE"), place).left - gap
    return part(rect, right=max(rect.left + 1, end))


def _draw_title(canvas: Canvas, title: object, rect: Rect, share: float, loud: bool) -> Rect:
    """Draw the scene's title at the end of ``rect``, of which it takes half at most; return the rest."""
    ink, face = (canvas.theme.bar_ink, Face.BLACK) if loud else (canvas.theme.bar_soft, Face.SEMI)
    words = canvas.translate(title)
    left = rect.right - min(canvas.fonts.width(words, face, canvas.px(share)), rect.width // 2)
    canvas.text(words, part(rect, left=left), share, ink, face, "right")
    return part(rect, right=max(rect.left + 1, left - canvas.px(0.04)))


def _draw_away(canvas: Canvas, since: str, area: Rect) -> int:
    """Draw that nothing is heard from the hub, along the lower edge; return how high it is."""
    strip = part(area, top=area.bottom - canvas.px(0.07))
    told = Message("No link to the hub since {time}: nothing here is live", {"time": since})
    draw_banner(canvas, strip, told, MARGIN)
    return strip.height


@dataclass(frozen=True, slots=True)
class Page(Picture):
    """One page of a list, ``page`` of ``pages`` (from 0), under its title; or the sentence ``nothing``."""

    head: SceneHead
    shown: tuple[Any, ...]
    page: int = 0
    pages: int = 1
    title: object = ""
    nothing: ClassVar[Term]

    def still(self, canvas: Canvas) -> None:
        """Draw the head, and below it what the page shows."""
        told = {"title": self.title, "page": self.page + 1, "pages": self.pages}
        title = self.title if self.pages < 2 else Message("{title} · {page} of {pages}", told)
        room = draw_head(canvas, self.head, title).inflate(-2 * canvas.px(MARGIN), -2 * canvas.px(0.025))
        if self.shown:
            self.draw(canvas, room)
        else:
            canvas.text(self.nothing, room, 0.1, canvas.theme.ink, Face.BLACK, "centre")

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw what it shows, in this room."""
        raise NotImplementedError


def common_share(canvas: Canvas, texts: Sequence[str], face: Face, share: float, width: int) -> float:
    """Return the size (a share of the unit, at most ``share``) at which the longest of these lines fits."""
    size = max(canvas.least, canvas.px(share))
    fitting = (canvas.fonts.fit(text, face, size, canvas.least, width)[1] for text in texts)
    return min(fitting, default=size) / canvas.unit


_NOT_KNOWN = {WINNER: N_("Winner of {id}"), SECOND: N_("Second of {id}")}
_NOT_KNOWN |= {PLACE: N_("Place {id} in the standings")}


def match_name(match: Match) -> object:
    """Return what people call a match: its own title, or its number."""
    return match.title or Message("Match {id}", {"id": match.id})


def team_names(match: Match, translate: Language) -> list[str]:
    """Return its teams, in the order of their start hoops; those of a final may not be known yet."""
    names = []
    for name in match.names:
        kind = next((begins for begins in _NOT_KNOWN if name.startswith(begins)), "")
        told = Message(_NOT_KNOWN[kind], {"id": name.removeprefix(kind)}) if kind else name
        names.append(translate(told))
    return names


def lag(minutes: int) -> object:
    """Return how late or early a field is."""
    if minutes > 0:
        return Message("{n} min late", {"n": minutes})
    return Message("{n} min early", {"n": -minutes}) if minutes else Term("on time")


def next_at(field: Field, match: Match) -> list[object]:
    """Return when a field's next match is and which, and how late that will be where it is not on time."""
    told = Message("Next at {time}: {match}", {"time": match.starts, "match": match_name(match)})
    return [told, lag(field.lag)] if field.lag else [told]


def time_of_day(ms: float) -> str:
    """Return a moment of the hub's time of day (ms) in the zone of this machine, "" for nonsense."""
    try:
        return time.strftime("%H:%M", time.localtime(ms / 1000))
    except (OverflowError, ValueError, OSError):
        return ""
