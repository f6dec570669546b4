"""The screens between the turns: welcome, break, claims, the end for time, the winner."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import HallScreen, following, group_of, is_taken, named
from fieldkit.games.big_game.scoreboard.centre import Line, draw_lines, draw_sum, halves, shouted
from fieldkit.games.big_game.scoreboard.layout import Places
from fieldkit.games.big_game.scoreboard.record import draw_record, draw_strip, turn_in_words
from fieldkit.games.big_game.scoreboard.shapes import draw_ground
from fieldkit.games.big_game.scoreboard.sides import draw_foot, draw_plate, panel_parts
from fieldkit.games.big_game.shapes import HallWinner
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, clock_text, columns, draw_join, shares

SEATS = 2
"""Seats at a board: one for Sun, one for Moon (BG-1)."""


def wide_centre(places: Places) -> Rect:
    """Return the middle of the screen with the place of the clock."""
    return places.centre.union(places.panel)


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
    said = (
        canvas.translate(Term("A claim is confirmed")) if board["phase"] == "won" else _judged(canvas, board)
    )
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
    room = wide_centre(places)
    canvas.surface.fill(theme.paper, room)
    room = room.inflate(-2 * canvas.px(0.045), -2 * canvas.px(0.035))
    words = room
    if address:
        words, code = _beside(canvas, room)
        draw_join(canvas, address, code)
    if board["rehearsal"]:
        rehearsed = translate(Term("Rehearsal")).upper()
        draw_lines(
            canvas,
            words,
            [Line(rehearsed, 0.2), Line(translate(Term("nothing of it counts")), 0.09, Face.BOLD)],
        )
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
    draw_strip(
        canvas,
        places.strip,
        translate(Term("Screens, sound and stewards are tried out") if board["rehearsal"] else how),
    )


def _beside(canvas: Canvas, rect: Rect) -> tuple[Rect, Rect]:
    if canvas.wide:
        words, code = shares(rect, [0.6, 0.4], canvas.px(0.05))
        return words, code
    return band(rect, 0, 0.42), band(rect, 0.42, 1)


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
    draw_plate(canvas, places.plate, translate(Term("Break")), _hands_off(canvas))
    room = wide_centre(places)
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
    return band(wide_centre(places).inflate(-2 * canvas.px(0.05), 0), 0.1, 0.7)


def draw_break_clock(canvas: Canvas, board: HallScreen, places: Places, left_ms: float) -> None:
    """Draw the clock of a break, in minutes and seconds."""
    rect = break_clock(canvas, places)
    total = max(board["clock"]["total"], left_ms)
    text = clock_text(left_ms, total, False)
    template = clock_text(total, total, False)
    canvas.figures(text, rect, min(rect.height, canvas.px(0.42)), canvas.theme.ink, template=template)


def _hands_off(canvas: Canvas) -> tuple[str, str]:
    return canvas.translate(Term("hands off")), canvas.translate(Term("the boards"))


def draw_final(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the end for time: the best claim form wins (BG-12)."""
    translate = canvas.translate
    draw_ground(canvas, None, places.ground)
    lines = (translate(Term("write your")), translate(Term("claim forms")))
    draw_plate(canvas, places.plate, translate(Term("The end")), lines)
    said = [
        *shouted(canvas, translate(Term("Time is up")), 0.3, wide_centre(places).width * 9 // 10),
        Line(translate(Term("The best claim form wins")), 0.1, Face.BOLD),
    ]
    if board["open"]:
        said.append(Line(_judged(canvas, board), 0.075, Face.SEMI, is_soft=True))
    _draw_on_paper(canvas, wide_centre(places), said)


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
    draw_plate(
        canvas, places.plate, translate(Term("The end")), ("Catan Big Game", translate(Term("thank you all")))
    )
    lines = [
        Line(translate(Term("The hall is over")), 0.19),
        Line(translate(Term("nobody has won")), 0.09, Face.BOLD, is_soft=True),
    ]
    _draw_on_paper(canvas, wide_centre(places), lines)


def draw_after(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the figures of a hall below its winner: the rolls, how many turns and players."""
    draw_record(canvas, board, places, has_next=False)
    turns = board["turn"]["number"]
    _draw_fact(canvas, turns, canvas.translate.number("turn", "turns", turns), places.next)
    given = {"players": board["players"], "boards": board["boards"]}
    sentence = canvas.translate(Message("{players} players at {boards} boards", given))
    draw_strip(canvas, places.strip, sentence if board["players"] else "")
