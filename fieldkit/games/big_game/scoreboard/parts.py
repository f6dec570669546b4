"""The parts around the middle of a screen: the plates of group, turn and clock, the record and the strip."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import (
    WARN_MS,
    HallScreen,
    Places,
    following,
    is_taken,
    named,
    shown,
)
from fieldkit.games.big_game.scoreboard.shapes import (
    draw_cap,
    draw_die,
    draw_ground,
    draw_ring,
    draw_sum,
    halves,
)
from fieldkit.games.big_game.shapes import HallRoll, HallTurn
from fieldkit.games.big_game.state import SUMS
from fieldkit.phrases import Message, Term
from hardware.scoreboard import smooth
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, clock_text
from hardware.scoreboard.theme import Colour, mix

HANDS_OFF = (Term("hands off"), Term("the boards"))
MAX_ROLLS = 6
_MIN_SCALE = 4
"""The highest bar stands for this many rolls at least, so that the first ones do not fill the height."""


def duties(canvas: Canvas, board: HallScreen) -> tuple[str, str]:
    """Say what everybody does now, in two short lines."""
    said: tuple[Term | Message, Term | Message]
    if board["phase"] in ("held", "judging", "won"):
        said = HANDS_OFF
    elif is_taken(board):
        said = (Term("we roll"), Term("again"))
    elif board["phase"] in ("seven", "robbers"):
        said = (Term("8 cards or more:"), Term("discard half"))
    elif board["phase"] == "ended":
        said = (Term("turn is over"), Term("hands off"))
    elif board["sum"] == 7:
        said = (
            Term("trades, builds") if board["turn"]["group"] else Term("trade, build"),
            Term("nothing is dealt"),
        )
    elif board["turn"]["group"] is None:
        said = (Term("trade, build"), Term("each deals out"))
    else:
        deals = Message("{group} deals out", {"group": named(board, board["turn"]["deals"])})
        said = (Term("trades, builds"), deals if board["turn"]["deals"] else Term("each deals out"))
    return canvas.translate(said[0]), canvas.translate(said[1])


def draw_plate(canvas: Canvas, rect: Rect, word: str, lines: Sequence[str]) -> None:
    """Draw a word as large as fits, on ink; two lines below it."""
    theme = canvas.theme
    canvas.surface.fill(theme.bar, rect)
    inner = rect.inflate(-2 * canvas.px(0.022), 0)
    high = (
        ((0.1, 0.5), (0.53, 0.69), (0.71, 0.86)) if canvas.wide else ((0.07, 0.5), (0.55, 0.73), (0.76, 0.93))
    )
    canvas.text(word.upper(), band(inner, *high[0]), 0.2, theme.bar_ink, Face.BLACK, "centre")
    looks = ((0.06, theme.bar_ink, Face.BOLD), (0.05, theme.bar_soft, Face.SEMI))
    for line, at, (share, colour, face) in zip(lines, high[1:], looks, strict=False):
        canvas.text(line, band(inner, *at), share, colour, face, "centre")


def draw_group(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the group that acts: its sky, its word, what it does."""
    group = shown(board)["group"]
    draw_ground(canvas, group, places.ground)
    word = named(board, group) if group else canvas.translate(Term("All"))
    draw_plate(canvas, places.plate, word, duties(canvas, board))


def panel_parts(canvas: Canvas, panel: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the places of turn, ring and target: below each other, or with the ring at the right."""
    if canvas.wide:
        inner = panel.inflate(-2 * canvas.px(0.02), 0)
        size = min(round(inner.width * 0.985), round(panel.height * 0.53))
        around = Rect(0, 0, size, size)
        around.center = (panel.centerx, panel.top + round(panel.height * 0.51))
        return band(inner, 0.035, 0.2), around, band(inner, 0.81, 0.95)
    size = min(round(panel.height * 0.88), panel.width * 45 // 100)
    margin = canvas.px(0.04)
    around = Rect(0, 0, size, size)
    around.midright = (panel.right - margin, panel.centery)
    words = Rect(panel.left + margin, panel.top, around.left - panel.left - 2 * margin, panel.height)
    return band(words, 0.16, 0.54), around, band(words, 0.62, 0.84)


def draw_panel(canvas: Canvas, board: HallScreen, panel: Rect) -> None:
    """Draw turn and target, and the words in the ring while no clock runs."""
    theme = canvas.theme
    canvas.surface.fill(theme.bar, panel)
    if theme.edge is not None:
        canvas.surface.fill(theme.line, Rect(panel.left, panel.top, panel.width, canvas.px(0.003)))
        canvas.surface.fill(theme.line, Rect(panel.left, panel.top, canvas.px(0.003), panel.height))
    title, around, foot = panel_parts(canvas, panel)
    align = "centre" if canvas.wide else "left"
    turn = canvas.translate(Message("Turn {n}", {"n": shown(board)["number"]})).upper()
    canvas.text(turn, title, 0.13, theme.bar_ink, Face.BLACK, align)  # type: ignore[arg-type]
    draw_foot(canvas, board, foot)
    if not shows_clock(board):
        _draw_still_ring(canvas, board, around)


def draw_foot(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw how many points win; a stopped clock and a rehearsal are told in its place."""
    theme = canvas.theme
    if board["phase"] == "held":
        _draw_word(canvas, canvas.translate(Term("Clock stopped")), rect, theme.stop, theme.bar_ink)
        return
    if board["rehearsal"]:
        word = canvas.translate(Term("Rehearsal"))
        _draw_word(canvas, word, rect, theme.plate_edge, theme.plate_ink)
        return
    words = f"{canvas.translate(Term('first to'))} "
    number, size, large = str(board["target"]), canvas.px(0.052), canvas.px(0.076)
    before = canvas.fonts.width(words, Face.SEMI, size)
    after = canvas.fonts.width(number, Face.BLACK, large)
    gap = canvas.px(0.004)
    left = rect.left if not canvas.wide else rect.centerx - (before + gap + after) // 2
    left = max(rect.left, left)
    wide = max(1, min(before, rect.right - after - gap - left))
    canvas.text(words.rstrip(), Rect(left, rect.top, wide, rect.height), 0.052, theme.bar_soft, Face.SEMI)
    figure = Rect(left + wide + gap, rect.top, max(1, rect.right - left - wide - gap), rect.height)
    canvas.text(number, figure, 0.076, theme.bar_ink, Face.BLACK)


def _draw_word(canvas: Canvas, word: str, rect: Rect, ground: Colour, ink: Colour) -> None:
    """Draw a word on a plate of its own, over the whole width."""
    canvas.plate(rect, ground)
    canvas.text(word, rect.inflate(-2 * canvas.px(0.015), 0), 0.066, ink, Face.BLACK, "centre")


def shows_clock(board: HallScreen) -> bool:
    """Tell if the ring shows seconds: of a clock that runs, is held or has run out."""
    return board["phase"] in ("held", "turn", "ended", "judging", "won")


def ring_words(canvas: Canvas, board: HallScreen) -> tuple[str, ...]:
    """Return the words in the ring while no clock runs."""
    moved = board["phase"] == "seven" and board["robber_dice"] is not None
    said = (Term("robbers"), Term("move")) if moved else (Term("discard"),)
    return tuple(canvas.translate(word).upper() for word in said)


def _draw_still_ring(canvas: Canvas, board: HallScreen, around: Rect) -> None:
    theme = canvas.theme
    draw_ring(canvas, around, 0, theme.clock, track(canvas), theme.bar)
    words = ring_words(canvas, board)
    inner = around.inflate(-around.width * 26 // 100, -around.height // 3)
    tall = inner.height // max(2, len(words))
    widest = max(canvas.fonts.width(word, Face.BLACK, canvas.px(0.115)) for word in words)
    share = 0.115 * min(1.0, inner.width / max(1, widest))
    top = around.centery - tall * len(words) // 2
    for place, word in enumerate(words):
        line = Rect(inner.left, top + place * tall, inner.width, tall)
        canvas.text(word, line, share, theme.clock, Face.BLACK, "centre")


def track(canvas: Canvas) -> Colour:
    """Return the colour of the part of the ring that has passed."""
    return mix(canvas.theme.bar, canvas.theme.bar_soft, 0.2)


def draw_clock(canvas: Canvas, board: HallScreen, around: Rect, left_ms: float) -> None:
    """Draw the ring and the seconds; its last ten fill the ring, a held one is pale."""
    theme, total = canvas.theme, board["clock"]["total"]
    is_held = board["clock"]["state"] == "held" or board["phase"] == "held"
    warns = not is_held and left_ms <= WARN_MS and board["phase"] == "turn"
    colour = theme.bar_soft if is_held else theme.clock
    draw_ring(canvas, around, left_ms / total if total else 0.0, colour, track(canvas), theme.bar)
    ink = theme.bar_ink if is_held else theme.clock
    if warns:
        inner = around.inflate(-around.width * 24 // 100, -around.height * 24 // 100)
        smooth.disc(canvas.surface, theme.clock, inner)
        ink = theme.plate_ink
    text = clock_text(left_ms, total, False)
    room = around.inflate(-around.width * 28 // 100, -around.height // 2)
    canvas.figures(text, room, round(around.height * 0.46), ink, template="0:00" if ":" in text else None)


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
        # In proportional figures: two of one width would touch their neighbours.
        canvas.text(str(number), below, 0.0345, theme.ink, face, "centre")


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
