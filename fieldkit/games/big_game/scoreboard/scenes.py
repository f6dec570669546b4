"""The scenes of Catan Big Game: the turns with their sum and clock, and the screens between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.scoreboard import board as hall
from fieldkit.games.big_game.scoreboard import parts, shapes
from fieldkit.games.big_game.scoreboard.board import HallScreen, Places, following, named, places
from fieldkit.games.big_game.scoreboard.shapes import Line, draw_lines, draw_sum, halves, inset, shouted
from fieldkit.games.big_game.shapes import HallWinner
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, clock_text, columns, decoded, draw_join, left_ms, shares
from hardware.scoreboard.stage import Picture

SEATS = 2
"""Seats at a board: one for Sun, one for Moon (BG-1)."""
_WITH_SUM = ("seven", "robbers", "turn", "held")


def read(body: bytes, address: str) -> HallPicture:
    """Make the picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    return HallPicture(decoded(body, HallScreen), address)


@dataclass(frozen=True, slots=True)
class HallPicture(Picture):
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
            _draw_welcome(canvas, board, at, self.address)
        elif board["phase"] == "alarm":
            _draw_alarm(canvas, board)
        elif board["phase"] == "over":
            _draw_over(canvas, board, at)
        else:
            {"break": _draw_break, "final": _draw_final}.get(board["phase"], _draw_turn)(canvas, board, at)
            parts.draw_record(canvas, board, at)
            parts.draw_next(canvas, board, at.next)
            parts.draw_robbers(canvas, board, at.strip)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the place of the ring, or of the clock of a break."""
        at = places(canvas)
        if self.board["phase"] == "break":
            return [_break_clock(canvas, at)]
        return [parts.panel_parts(canvas, at.panel)[1]] if parts.shows_clock(self.board) else []

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock, told from its end; that of a break in minutes and seconds."""
        left, clock = left_ms(self.board["clock"], now_ms), self.board["clock"]
        if parts.shows_clock(self.board):
            parts.draw_clock(canvas, self.board, self.clock_areas(canvas)[0], left)
        elif self.board["phase"] == "break" and clock["state"] == "running":
            rect, total = _break_clock(canvas, places(canvas)), max(clock["total"], left)
            text, template = clock_text(left, total, False), clock_text(total, total, False)
            tall = min(rect.height, canvas.px(0.42))
            canvas.figures(text, rect, tall, canvas.theme.ink, template=template)


def _draw_side(canvas: Canvas, at: Places, group: Group | None, word: object, *lines: object) -> None:
    """Draw the ground of a group, and on the plate a word with lines below it."""
    shapes.draw_ground(canvas, group, at.ground)
    parts.draw_plate(canvas, at.plate, word, lines)


def _draw_on_paper(canvas: Canvas, rect: Rect, lines: Sequence[Line]) -> None:
    canvas.surface.fill(canvas.theme.paper, rect)
    draw_lines(canvas, inset(canvas, rect, 0.04, 0.03), lines)


def _draw_turn(canvas: Canvas, board: HallScreen, at: Places) -> None:
    group = hall.shown(board)["group"]
    word = named(board, group) if group else Term("All")
    _draw_side(canvas, at, group, word, *parts.duties(board))
    parts.draw_panel(canvas, board, at.panel)
    if board["phase"] == "ended":
        _draw_on_paper(canvas, at.centre, _ended(canvas, board, at.centre.width * 9 // 10))
    elif board["phase"] in ("judging", "won"):
        # That one is confirmed, but not yet whose (BG-12).
        said = Term("A claim is confirmed") if board["phase"] == "won" else _judged(canvas, board)
        lines = shouted(canvas, said, 0.24, at.centre.width * 9 // 10)
        if board["open"] > 1:
            many = canvas.translate.number("{n} claim", "{n} claims", board["open"])
            lines.append(Line(many, 0.1, Face.BOLD))
        _draw_on_paper(canvas, at.centre, lines)
    else:
        shapes.draw_roll(canvas, board, at.centre)


def _ended(canvas: Canvas, board: HallScreen, width: int) -> list[Line]:
    """Say that a turn has ended and who is next, or what boards do when a roll is taken back (BG-5)."""
    if hall.is_taken(board):
        return [Line(row, 0.11) for line in board["say"] for row in halves(canvas, line, 0.11, width)]
    lines = shouted(canvas, Term("Time is up"), 0.3, width)
    if group := following(board)["group"]:
        lines.append(Line(Message("{group} is next", {"group": named(board, group)}), 0.1, Face.BOLD))
    return lines


def _judged(canvas: Canvas, board: HallScreen) -> str:
    return canvas.translate.number("A claim is being judged", "Claims are being judged", board["open"])


def _draw_alarm(canvas: Canvas, board: HallScreen) -> None:
    """Draw the alarm: nothing else is on the screen (BG-5)."""
    canvas.surface.fill(canvas.theme.stop, canvas.area)
    first, *more = board["say"] or [""]
    room = inset(canvas, canvas.area, 0.06, 0.06)
    lines = [*shouted(canvas, first, 0.34, room.width), *(Line(line, 0.13) for line in more)]
    draw_lines(canvas, room, lines, ink=canvas.theme.bar_ink)


def _draw_welcome(canvas: Canvas, board: HallScreen, at: Places, address: str) -> None:
    """Draw how many sit before the first turn, and how to get a seat (BG-1)."""
    first_to = Message("first to {n}", {"n": board["target"]})
    _draw_side(canvas, at, None, Term("Welcome"), "Catan Big Game", first_to)
    canvas.surface.fill(canvas.theme.paper, at.wide_centre)
    words = room = inset(canvas, at.wide_centre, 0.045, 0.035)
    if address:
        words, code = band(room, 0, 0.42), band(room, 0.42, 1)
        if canvas.wide:
            words, code = shares(room, [0.6, 0.4], canvas.px(0.05))
        draw_join(canvas, address, code)
    number, seats = canvas.translate.number, SEATS * board["boards"]
    free = max(0, seats - board["players"])
    facts = [
        (board["boards"], number("board", "boards", board["boards"])),
        (free, number("free seat", "free seats", free)),
        (board["target"], canvas.translate(Term("points win"))),
    ]
    how = Term("Scan the code on your seat card, or ask a steward")
    if board["rehearsal"]:
        lines = [Line(canvas.translate(Term("Rehearsal")).upper(), 0.2)]
        draw_lines(canvas, words, [*lines, Line(Term("nothing of it counts"), 0.09, Face.BOLD)])
        del facts[1]
        how = Term("Screens, sound and stewards are tried out")
    else:
        tall = round(words.height * 0.5)
        draw_sum(canvas, str(board["players"]), band(words, 0.06, 0.6), tall, canvas.theme.ink)
        taken = Message("of {seats} seats are taken", {"seats": seats})
        draw_lines(canvas, band(words, 0.66, 0.94), [Line(taken, 0.1, Face.BOLD)])
    parts.draw_card(canvas, at.record)
    cells = columns(inset(canvas, at.record, 0.03, 0.012), len(facts), canvas.px(0.02))
    for cell, fact in zip(cells, facts, strict=True):
        _draw_fact(canvas, *fact, cell)
    parts.draw_strip(canvas, at.strip, how)


def _draw_fact(canvas: Canvas, number: int, word: str, rect: Rect) -> None:
    """Draw a number with its word below it."""
    tall = min(rect.height, canvas.px(0.17))
    room = Rect(rect.left, rect.centery - tall // 2, rect.width, tall)
    draw_sum(canvas, str(number), band(room, 0.02, 0.56), canvas.px(0.072), canvas.theme.ink)
    canvas.text(word, band(room, 0.64, 0.98), 0.044, canvas.theme.soft, align="centre")


def _draw_break(canvas: Canvas, board: HallScreen, at: Places) -> None:
    """Draw a break and what comes after it; its clock, if it has one, is drawn over this."""
    _draw_side(canvas, at, following(board)["group"], Term("Break"), *parts.HANDS_OFF)
    canvas.surface.fill(canvas.theme.paper, at.wide_centre)
    then = Message("then {turn}", {"turn": parts.turn_in_words(board, following(board))})
    lines, room = [Line(then, 0.1, Face.BOLD)], inset(canvas, at.wide_centre, 0.05)
    if board["clock"]["state"] == "running":
        room = band(room, 0.74, 0.94)
    else:
        lines.insert(0, Line(canvas.translate(Term("Break")).upper(), 0.34))
    draw_lines(canvas, room, lines)


def _break_clock(canvas: Canvas, at: Places) -> Rect:
    return band(inset(canvas, at.wide_centre, 0.05), 0.1, 0.7)


def _draw_final(canvas: Canvas, board: HallScreen, at: Places) -> None:
    """Draw the end for time: the best claim form wins (BG-12)."""
    _draw_side(canvas, at, None, Term("The end"), Term("write your"), Term("claim forms"))
    said = shouted(canvas, Term("Time is up"), 0.3, at.wide_centre.width * 9 // 10)
    said.append(Line(Term("The best claim form wins"), 0.1, Face.BOLD))
    if board["open"]:
        said.append(Line(_judged(canvas, board), 0.075, Face.SEMI, is_soft=True))
    _draw_on_paper(canvas, at.wide_centre, said)


def _draw_over(canvas: Canvas, board: HallScreen, at: Places) -> None:
    """Draw the end of a hall, and its figures: the rolls, how many turns and players."""
    if board["winner"]:
        _draw_winner(canvas, board, board["winner"], at)
    else:
        _draw_side(canvas, at, None, Term("The end"), "Catan Big Game", Term("thank you all"))
        nobody = Line(Term("nobody has won"), 0.09, Face.BOLD, is_soft=True)
        _draw_on_paper(canvas, at.wide_centre, [Line(Term("The hall is over"), 0.19), nobody])
    parts.draw_record(canvas, board, at)
    turns = board["turn"]["number"]
    _draw_fact(canvas, turns, canvas.translate.number("turn", "turns", turns), at.next)
    given = {"players": board["players"], "boards": board["boards"]}
    sentence = Message("{players} players at {boards} boards", given)
    parts.draw_strip(canvas, at.strip, sentence if board["players"] else "")


def _draw_winner(canvas: Canvas, board: HallScreen, winner: HallWinner, at: Places) -> None:
    """Draw the winner: name, seat and points as large as they fit (BG-12)."""
    theme = canvas.theme
    group: Group = "sun" if winner["seat"].endswith("sun") else "moon"
    _draw_side(canvas, at, group, Term("wins"), Message("for {group}", {"group": named(board, group)}))
    canvas.surface.fill(theme.bar, at.panel)
    points = canvas.translate.number("point", "points", winner["points"])
    around = parts.draw_panel_words(canvas, board, at.panel, points)
    draw_sum(canvas, str(winner["points"]), around, round(around.height * 0.62), theme.clock)
    canvas.surface.fill(theme.paper, at.centre)
    room = inset(canvas, at.centre, 0.04, 0.03)
    _draw_headed(canvas, canvas.translate(Term("Winner")), band(room, 0, 0.18))
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
