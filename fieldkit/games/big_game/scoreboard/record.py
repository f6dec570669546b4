"""The record below the sum: the last rolls, how often each sum came, the next turn, the robbers."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import HallScreen, following, named
from fieldkit.games.big_game.scoreboard.centre import draw_sum, halves
from fieldkit.games.big_game.scoreboard.layout import Places
from fieldkit.games.big_game.scoreboard.shapes import draw_cap, draw_die
from fieldkit.games.big_game.shapes import HallRoll, HallTurn
from fieldkit.games.big_game.state import SUMS
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band
from hardware.scoreboard.theme import mix

MAX_ROLLS = 6
_MIN_SCALE = 4
"""The highest bar stands for this many rolls at least, so that the first ones do not fill the height."""


def draw_record(canvas: Canvas, board: HallScreen, places: Places, has_next: bool = True) -> None:
    """Draw the last rolls, the sums and the next turn, if any, on a card of their own."""
    theme, whole = canvas.theme, places.record
    canvas.surface.fill(theme.card, whole)
    canvas.surface.fill(theme.line, Rect(whole.left, whole.top, whole.width, canvas.px(0.004)))
    _draw_rolls(canvas, board["rolls"], places.rolls)
    _draw_sums(canvas, board, places.sums)
    if has_next:
        _draw_next(canvas, board, places.next)


def _draw_rolls(canvas: Canvas, rolls: Sequence[HallRoll], rect: Rect) -> None:
    """Draw six places, filled from the left; the newest roll has an edge in ink."""
    margin, gap = canvas.px(0.03), canvas.px(0.01)
    last = sorted(rolls, key=lambda roll: roll["turn"])[-MAX_ROLLS:]
    wide = min((rect.width - 2 * margin - gap * (MAX_ROLLS - 1)) // MAX_ROLLS, canvas.px(0.15))
    tall = min(round(rect.height * 0.72), round(wide * 1.35))
    left = rect.left + margin
    if not canvas.wide:
        left = rect.centerx - (wide * MAX_ROLLS + gap * (MAX_ROLLS - 1)) // 2
    for place in range(MAX_ROLLS):
        at = Rect(left + place * (wide + gap), rect.centery - tall // 2, wide, tall)
        roll = last[place] if place < len(last) else None
        _draw_roll(canvas, roll, at, roll is not None and roll is last[-1])


def _draw_roll(canvas: Canvas, roll: HallRoll | None, rect: Rect, is_last: bool) -> None:
    theme = canvas.theme
    edge = theme.ink if is_last else theme.line
    corner, line = canvas.px(0.008), canvas.px(0.0035)
    pygame.draw.rect(canvas.surface, edge, rect, 0 if roll else max(1, line // 2), border_radius=corner)
    if roll is None:
        return
    inner = rect.inflate(-2 * line, -2 * line)
    cap = Rect(inner.left, inner.top, inner.width, round(inner.height * 0.34))
    below = Rect(inner.left, cap.bottom, inner.width, inner.bottom - cap.bottom)
    corners = {
        "border_bottom_left_radius": corner - line // 2,
        "border_bottom_right_radius": corner - line // 2,
    }
    pygame.draw.rect(canvas.surface, theme.paper if theme.edge else theme.card, below, **corners)
    draw_cap(canvas, roll["group"], cap)
    draw_sum(
        canvas, str(roll["sum"]), below.inflate(-canvas.px(0.012), 0), round(below.height * 0.72), theme.ink
    )


def _draw_sums(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw a bar for each sum, this turn's in ink."""
    theme = canvas.theme
    counts = [*board["sums"], *[0] * len(SUMS)][: len(SUMS)]
    highest = max(_MIN_SCALE, *counts)
    label = max(canvas.least, round(rect.height * 0.2))
    side = canvas.px(0.008) if canvas.wide else canvas.px(0.03)
    room = Rect(rect.left + side, rect.top + rect.height // 9, rect.width - 2 * side, 0)
    room.height = rect.bottom - rect.height // 12 - label - room.top
    step = room.width / len(SUMS)
    gap = max(1, round(step * 0.14))
    quiet = mix(theme.soft, theme.card, 0.4)
    for place, (number, count) in enumerate(zip(SUMS, counts, strict=True)):
        left, right = (round(room.left + step * at) for at in (place, place + 1))
        is_now = number == board["sum"]
        tall = max(canvas.px(0.003), round(room.height * count / highest))
        bar = Rect(left + gap // 2, room.bottom - tall, right - left - gap, tall)
        corner = canvas.px(0.003)
        colour = theme.ink if is_now else quiet
        pygame.draw.rect(
            canvas.surface, colour, bar, border_top_left_radius=corner, border_top_right_radius=corner
        )
        below = Rect(left - 1, room.bottom + label // 9, right - left + 2, label)
        face = Face.BLACK if is_now else Face.BOLD
        _draw_label(canvas, str(number), below, face)


def _draw_label(canvas: Canvas, text: str, rect: Rect, face: Face) -> None:
    """Draw a number in proportional figures: two of one width would touch their neighbours."""
    canvas.text(text, rect, 0.0345, canvas.theme.ink, face, "centre")


def turn_in_words(canvas: Canvas, board: HallScreen, turn: HallTurn) -> str:
    """Name a turn: "Moon, turn 18", "Turn 18" where everybody acts."""
    if turn["group"] is None:
        return canvas.translate(Message("Turn {n}", {"n": turn["number"]}))
    given = {"group": named(board, turn["group"]), "n": turn["number"]}
    return canvas.translate(Message("{group}, turn {n}", given))


def _draw_next(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    theme, margin = canvas.theme, canvas.px(0.035)
    inner = Rect(rect.left, rect.top, rect.width - margin, rect.height)
    canvas.text(canvas.translate(Term("next")), band(inner, 0.16, 0.44), 0.042, theme.soft, align="right")
    words = turn_in_words(canvas, board, following(board))
    canvas.text(words, band(inner, 0.46, 0.8), 0.054, theme.ink, Face.BLACK, "right")


def draw_strip(canvas: Canvas, rect: Rect, sentence: str, is_news: bool = False) -> Rect:
    """Draw the plate at the foot with its sentence, and return the rectangle inside its margins."""
    theme = canvas.theme
    canvas.surface.fill(theme.plate_edge if is_news else theme.plate, rect)
    canvas.surface.fill(theme.plate_edge, Rect(rect.left, rect.top, rect.width, canvas.px(0.004)))
    inner = rect.inflate(-2 * canvas.px(0.04), 0)
    _draw_sentence(canvas, sentence, inner)
    return inner


def draw_robbers(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw the robbers' place, always in one sentence, and the dice that sent them there (BG-6)."""
    theme = canvas.theme
    inner = draw_strip(canvas, rect, "", board["robbers"]["moved"])
    tall = min(canvas.px(0.07), rect.height * 7 // 10)
    robber = Rect(inner.left, rect.centery - tall // 2, round(tall * 0.8), tall)
    size = tall
    canvas.surface.blit(canvas.icons.icon("robber", size, theme.kind("ore"), theme.plate_ink), robber)
    words = Rect(robber.right + canvas.px(0.03), rect.top, 0, rect.height)
    words.width = inner.right - words.left
    if board["robber_dice"] is not None:
        for place, pips in enumerate(reversed(board["robber_dice"])):
            die = Rect(inner.right - (place + 1) * tall - place * (tall // 6), robber.top, tall, tall)
            draw_die(canvas, pips, die)
            words.width = die.left - canvas.px(0.02) - words.left
    _draw_sentence(canvas, board["robbers"]["text"], words)


def _draw_sentence(canvas: Canvas, text: str, rect: Rect) -> None:
    """Draw one line, or two lower ones where one would be too small to be read from afar."""
    ink = canvas.theme.plate_ink
    # One that is a little too long is better read in one line.
    rows = halves(canvas, text, 0.068, rect.width * 4 // 3)
    if len(rows) == 1:
        canvas.text(text, rect, 0.068, ink, Face.BLACK)
        return
    for place, row in enumerate(rows):
        line = band(rect, 0.06 + 0.44 * place, 0.5 + 0.44 * place)
        canvas.text(row, line, 0.05, ink, Face.BLACK)
