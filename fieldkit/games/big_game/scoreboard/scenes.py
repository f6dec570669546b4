"""The scenes of Catan Big Game: the turns with their sum and clock, and the screens between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from pygame import Rect

from fieldkit.errors import Misread
from fieldkit.games.big_game.scoreboard.board import (
    HallScreen,
    Places,
    following,
    group_of,
    is_taken,
    left_ms,
    named,
    places,
)
from fieldkit.games.big_game.scoreboard.parts import (
    HANDS_OFF,
    draw_clock,
    draw_foot,
    draw_group,
    draw_panel,
    draw_plate,
    draw_record,
    draw_robbers,
    draw_strip,
    panel_parts,
    shows_clock,
    turn_in_words,
)
from fieldkit.games.big_game.scoreboard.shapes import (
    Line,
    draw_ground,
    draw_lines,
    draw_roll,
    draw_sum,
    halves,
    shouted,
)
from fieldkit.games.big_game.shapes import HallWinner
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.motion import Move, Scene
from hardware.scoreboard.scene import band, clock_text, columns, draw_join, shares

SEATS = 2
"""Seats at a board: one for Sun, one for Moon (BG-1)."""


def read(body: bytes, address: str) -> HallPicture:
    """Make the picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    try:
        return HallPicture(msgspec.json.decode(body, type=HallScreen), address)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None


@dataclass(frozen=True, slots=True)
class HallPicture:
    """One public board, ready to be drawn."""

    board: HallScreen
    address: str

    @property
    def running(self) -> bool:
        """True while a clock runs: to its end, also when nothing more is heard."""
        return self.board["clock"]["state"] == "running" and self.board["phase"] in ("turn", "break")

    @property
    def scene(self) -> object:
        """The match and its phase: nothing flies."""
        return self.board["match"], self.board["phase"]

    def moves(self, before: Scene) -> Sequence[Move]:
        """Nothing flies."""
        return ()

    def figures(self) -> Mapping[str, object]:
        """Return the roll, which glows while it is new."""
        if self.board["sum"] is None or self.board["phase"] not in _WITH_SUM:
            return {}
        return {"sum": (self.board["turn"]["number"], self.board["sum"])}

    def still(self, canvas: Canvas) -> None:
        """Draw the whole scene but its clock."""
        board, at = self.board, places(canvas)
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        if board["phase"] == "registration":
            draw_welcome(canvas, board, at, self.address)
        elif board["phase"] == "alarm":
            draw_alarm(canvas, board)
        elif board["phase"] == "over":
            if board["winner"] is None:
                draw_no_winner(canvas, board, at)
            else:
                draw_winner(canvas, board, board["winner"], at)
            draw_after(canvas, board, at)
        elif board["phase"] in ("break", "final"):
            (draw_break if board["phase"] == "break" else draw_final)(canvas, board, at)
            _draw_foot(canvas, board, at)
        else:
            _draw_turn(canvas, board, at)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the place of the ring, or of the clock of a break."""
        at = places(canvas)
        if self.board["phase"] == "break":
            return [break_clock(canvas, at)]
        return [panel_parts(canvas, at.panel)[1]] if shows_clock(self.board) else []

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock, told from its end."""
        at, left = places(canvas), left_ms(self.board, now_ms)
        if self.board["phase"] == "break":
            if self.board["clock"]["state"] == "running":
                draw_break_clock(canvas, self.board, at, left)
        elif shows_clock(self.board):
            draw_clock(canvas, self.board, panel_parts(canvas, at.panel)[1], left)


_WITH_SUM = ("seven", "robbers", "turn", "held")


def _draw_turn(canvas: Canvas, board: HallScreen, at: Places) -> None:
    draw_group(canvas, board, at)
    draw_panel(canvas, board, at.panel)
    if board["phase"] == "ended":
        draw_ended(canvas, board, at.centre)
    elif board["phase"] in ("judging", "won"):
        draw_judging(canvas, board, at.centre)
    else:
        draw_roll(canvas, board, at.centre)
    _draw_foot(canvas, board, at)


def _draw_foot(canvas: Canvas, board: HallScreen, at: Places) -> None:
    draw_record(canvas, board, at)
    draw_robbers(canvas, board, at.strip)


def draw_ended(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw the end of a turn with who is next, or what boards do when a roll is taken back (BG-5)."""
    if is_taken(board):
        rows = [row for line in board["say"] for row in halves(canvas, line, 0.11, rect.width * 9 // 10)]
        _draw_on_paper(canvas, rect, [Line(row, 0.11) for row in rows])
        return
    lines = shouted(canvas, canvas.translate(Term("Time is up")), 0.3, rect.width * 9 // 10)
    if following(board)["group"] is not None:
        is_next = Message("{group} is next", {"group": named(board, following(board)["group"])})
        lines.append(Line(canvas.translate(is_next), 0.1, Face.BOLD))
    _draw_on_paper(canvas, rect, lines)


def draw_alarm(canvas: Canvas, board: HallScreen) -> None:
    """Draw the alarm: nothing else is on the screen (BG-5)."""
    theme = canvas.theme
    canvas.surface.fill(theme.stop, canvas.area)
    first, *more = board["say"] or [""]
    room = canvas.area.inflate(-2 * canvas.px(0.06), -2 * canvas.px(0.06))
    lines = [*shouted(canvas, first, 0.34, room.width), *(Line(line, 0.13) for line in more)]
    draw_lines(canvas, room, lines, ink=theme.bar_ink)


def draw_judging(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw that claims are judged, and how many; or that one is confirmed, but not yet whose (BG-12)."""
    said = _judged(canvas, board)
    if board["phase"] == "won":
        said = canvas.translate(Term("A claim is confirmed"))
    lines = shouted(canvas, said, 0.24, rect.width * 9 // 10)
    if board["open"] > 1:
        lines.append(Line(canvas.translate.number("{n} claim", "{n} claims", board["open"]), 0.1, Face.BOLD))
    _draw_on_paper(canvas, rect, lines)


def _judged(canvas: Canvas, board: HallScreen) -> str:
    return canvas.translate.number("A claim is being judged", "Claims are being judged", board["open"])


def _draw_on_paper(canvas: Canvas, rect: Rect, lines: Sequence[Line]) -> None:
    canvas.surface.fill(canvas.theme.paper, rect)
    draw_lines(canvas, rect.inflate(-2 * canvas.px(0.04), -2 * canvas.px(0.03)), lines)


def draw_welcome(canvas: Canvas, board: HallScreen, places: Places, address: str) -> None:
    """Draw how many sit before the first turn, and how to get a seat (BG-1)."""
    translate, theme = canvas.translate, canvas.theme
    seats = SEATS * board["boards"]
    draw_ground(canvas, None, places.ground)
    lines = ("Catan Big Game", translate(Message("first to {n}", {"n": board["target"]})))
    draw_plate(canvas, places.plate, translate(Term("Welcome")), lines)
    room = places.wide_centre
    canvas.surface.fill(theme.paper, room)
    room = room.inflate(-2 * canvas.px(0.045), -2 * canvas.px(0.035))
    words = room
    if address:
        words, code = band(room, 0, 0.42), band(room, 0.42, 1)
        if canvas.wide:
            words, code = shares(room, [0.6, 0.4], canvas.px(0.05))
        draw_join(canvas, address, code)
    if board["rehearsal"]:
        rehearsed = translate(Term("Rehearsal")).upper()
        nothing = translate(Term("nothing of it counts"))
        draw_lines(canvas, words, [Line(rehearsed, 0.2), Line(nothing, 0.09, Face.BOLD)])
    else:
        draw_sum(canvas, str(board["players"]), band(words, 0.06, 0.6), round(words.height * 0.5), theme.ink)
        taken = translate(Message("of {seats} seats are taken", {"seats": seats}))
        draw_lines(canvas, band(words, 0.66, 0.94), [Line(taken, 0.1, Face.BOLD)])
    free = max(0, seats - board["players"])
    facts = [(board["boards"], translate.number("board", "boards", board["boards"]))]
    if not board["rehearsal"]:
        facts.append((free, translate.number("free seat", "free seats", free)))
    facts.append((board["target"], translate(Term("points win"))))
    _draw_facts(canvas, facts, places.record)
    how = Term("Scan the code on your seat card, or ask a steward")
    if board["rehearsal"]:
        how = Term("Screens, sound and stewards are tried out")
    draw_strip(canvas, places.strip, translate(how))


def _draw_facts(canvas: Canvas, facts: Sequence[tuple[int, str]], rect: Rect) -> None:
    """Draw numbers with a word each, side by side."""
    theme = canvas.theme
    canvas.surface.fill(theme.card, rect)
    canvas.surface.fill(theme.line, Rect(rect.left, rect.top, rect.width, canvas.px(0.004)))
    inner = rect.inflate(-2 * canvas.px(0.03), -2 * canvas.px(0.012))
    for cell, (number, word) in zip(columns(inner, len(facts), canvas.px(0.02)), facts, strict=True):
        _draw_fact(canvas, number, word, cell)


def _draw_fact(canvas: Canvas, number: int, word: str, rect: Rect) -> None:
    tall = min(rect.height, canvas.px(0.17))
    room = Rect(rect.left, rect.centery - tall // 2, rect.width, tall)
    draw_sum(canvas, str(number), band(room, 0.02, 0.56), canvas.px(0.072), canvas.theme.ink)
    canvas.text(word, band(room, 0.64, 0.98), 0.044, canvas.theme.soft, align="centre")


def draw_break(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw a break and what comes after it; its clock, if it has one, is drawn over this."""
    translate = canvas.translate
    draw_ground(canvas, following(board)["group"], places.ground)
    draw_plate(canvas, places.plate, translate(Term("Break")), [translate(line) for line in HANDS_OFF])
    room = places.wide_centre
    canvas.surface.fill(canvas.theme.paper, room)
    then = translate(Message("then {turn}", {"turn": turn_in_words(canvas, board, following(board))}))
    lines = [Line(then, 0.1, Face.BOLD)]
    if board["clock"]["state"] != "running":
        lines.insert(0, Line(translate(Term("Break")).upper(), 0.34))
        draw_lines(canvas, room.inflate(-2 * canvas.px(0.05), 0), lines)
        return
    draw_lines(canvas, band(room.inflate(-2 * canvas.px(0.05), 0), 0.74, 0.94), lines)


def break_clock(canvas: Canvas, places: Places) -> Rect:
    """Return the place of the clock of a break."""
    return band(places.wide_centre.inflate(-2 * canvas.px(0.05), 0), 0.1, 0.7)


def draw_break_clock(canvas: Canvas, board: HallScreen, places: Places, left_ms: float) -> None:
    """Draw the clock of a break, in minutes and seconds."""
    rect = break_clock(canvas, places)
    total = max(board["clock"]["total"], left_ms)
    text = clock_text(left_ms, total, False)
    template = clock_text(total, total, False)
    canvas.figures(text, rect, min(rect.height, canvas.px(0.42)), canvas.theme.ink, template=template)


def draw_final(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the end for time: the best claim form wins (BG-12)."""
    translate = canvas.translate
    draw_ground(canvas, None, places.ground)
    lines = (translate(Term("write your")), translate(Term("claim forms")))
    draw_plate(canvas, places.plate, translate(Term("The end")), lines)
    said = [
        *shouted(canvas, translate(Term("Time is up")), 0.3, places.wide_centre.width * 9 // 10),
        Line(translate(Term("The best claim form wins")), 0.1, Face.BOLD),
    ]
    if board["open"]:
        said.append(Line(_judged(canvas, board), 0.075, Face.SEMI, is_soft=True))
    _draw_on_paper(canvas, places.wide_centre, said)


def draw_winner(canvas: Canvas, board: HallScreen, winner: HallWinner, places: Places) -> None:
    """Draw the winner: name, seat and points as large as they fit (BG-12)."""
    translate, theme = canvas.translate, canvas.theme
    draw_ground(canvas, group_of(winner), places.ground)
    group = translate(Message("for {group}", {"group": named(board, group_of(winner))}))
    draw_plate(canvas, places.plate, translate(Term("wins")), [group])
    canvas.surface.fill(theme.bar, places.panel)
    title, around, foot = panel_parts(canvas, places.panel)
    points = translate.number("point", "points", winner["points"])
    canvas.text(points.upper(), title, 0.13, theme.bar_ink, Face.BLACK, "centre" if canvas.wide else "left")
    draw_sum(canvas, str(winner["points"]), around, round(around.height * 0.62), theme.clock)
    draw_foot(canvas, board, foot)
    canvas.surface.fill(theme.paper, places.centre)
    room = places.centre.inflate(-2 * canvas.px(0.04), -2 * canvas.px(0.03))
    head = band(room, 0, 0.18)
    _draw_headed(canvas, translate(Term("Winner")), head)
    rows = halves(canvas, winner["name"], 0.2, room.width)
    names = [Line(row, 0.22 if len(rows) == 1 else 0.18) for row in rows]
    draw_lines(canvas, band(room, 0.2, 0.7), names, 0.015)
    seat = [Line(winner["label"], 0.1)]
    if winner["club"]:
        seat.append(Line(winner["club"], 0.07, Face.SEMI, is_soft=True))
    draw_lines(canvas, band(room, 0.72, 1), seat, 0.012)


def _draw_headed(canvas: Canvas, word: str, rect: Rect) -> None:
    """Draw a word with the cup before it."""
    tall = min(rect.height, canvas.px(0.12))
    wide = min(canvas.fonts.width(word, Face.BOLD, canvas.px(0.085)), rect.width - tall * 5 // 4)
    left = rect.centerx - (tall * 5 // 4 + wide) // 2
    canvas.icon("cup", Rect(left, rect.centery - tall // 2, tall, tall), canvas.theme.plate_edge)
    words = Rect(left + tall * 5 // 4, rect.top, wide, rect.height)
    canvas.text(word, words, 0.085, canvas.theme.soft, Face.BOLD)


def draw_no_winner(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the end of a hall that nobody has won."""
    translate = canvas.translate
    draw_ground(canvas, None, places.ground)
    thanks = ("Catan Big Game", translate(Term("thank you all")))
    draw_plate(canvas, places.plate, translate(Term("The end")), thanks)
    lines = [
        Line(translate(Term("The hall is over")), 0.19),
        Line(translate(Term("nobody has won")), 0.09, Face.BOLD, is_soft=True),
    ]
    _draw_on_paper(canvas, places.wide_centre, lines)


def draw_after(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the figures of a hall below its winner: the rolls, how many turns and players."""
    draw_record(canvas, board, places, has_next=False)
    turns = board["turn"]["number"]
    _draw_fact(canvas, turns, canvas.translate.number("turn", "turns", turns), places.next)
    given = {"players": board["players"], "boards": board["boards"]}
    sentence = canvas.translate(Message("{players} players at {boards} boards", given))
    draw_strip(canvas, places.strip, sentence if board["players"] else "")
