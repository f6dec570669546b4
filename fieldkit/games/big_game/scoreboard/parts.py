"""The parts around the middle of a screen: the plates of group, turn and clock, the record and the strip."""

from collections.abc import Mapping, Sequence

import pygame
from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import HallScreen, Places, following, is_taken, named, shown
from fieldkit.games.big_game.scoreboard.shapes import draw_cap, draw_die, draw_ring, draw_sum, halves, inset
from fieldkit.games.big_game.shapes import HallRoll, HallTurn
from fieldkit.games.big_game.state import SUMS, WARN_SECONDS
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Align, Canvas, centred, disc, part
from hardware.scoreboard.fonts import Face, icon
from hardware.scoreboard.scene import band, clock_text
from hardware.scoreboard.theme import Colour, mix

WARN_MS = WARN_SECONDS * 1000
"""From here on the clock of a turn warns, as the whistle does (BG-5)."""
HANDS_OFF = (Term("hands off"), Term("the boards"))
MAX_ROLLS = 6
_DUTIES: Mapping[str, tuple[Term, Term]] = {
    **dict.fromkeys(("held", "judging", "won"), HANDS_OFF),
    **dict.fromkeys(("seven", "robbers"), (Term("8 cards or more:"), Term("discard half"))),
    "ended": (Term("turn is over"), Term("hands off")),
}
_MIN_SCALE = 4
"""The highest bar stands for this many rolls at least, so that the first ones do not fill the height."""


def duties(board: HallScreen) -> tuple[object, object]:
    """Say what everybody does now, in two short lines."""
    if is_taken(board):
        return Term("we roll"), Term("again")
    if board["phase"] in _DUTIES:
        return _DUTIES[board["phase"]]
    group, deals = board["turn"]["group"], board["turn"]["deals"]
    acts = Term("trades, builds") if group else Term("trade, build")
    if board["sum"] == 7:
        return acts, Term("nothing is dealt")
    if group and deals:
        return acts, Message("{group} deals out", {"group": named(board, deals)})
    return acts, Term("each deals out")


def draw_plate(canvas: Canvas, rect: Rect, word: object, lines: Sequence[object]) -> None:
    """Draw a word as large as fits, on ink; two lines below it."""
    theme, translate = canvas.theme, canvas.translate
    canvas.surface.fill(theme.bar, rect)
    inner = inset(canvas, rect, 0.022)
    high = ((0.1, 0.5), (0.53, 0.69), (0.71, 0.86))
    if not canvas.wide:
        high = ((0.07, 0.5), (0.55, 0.73), (0.76, 0.93))
    canvas.text(translate(word).upper(), band(inner, *high[0]), 0.2, theme.bar_ink, Face.BLACK, "centre")
    looks = ((0.06, theme.bar_ink, Face.BOLD), (0.05, theme.bar_soft, Face.SEMI))
    for line, at, (share, colour, face) in zip(lines, high[1:], looks, strict=False):
        canvas.text(translate(line), band(inner, *at), share, colour, face, "centre")


def panel_parts(canvas: Canvas, panel: Rect) -> tuple[Rect, Rect, Rect]:
    """Return the places of turn, ring and target: below each other, or with the ring at the right."""
    if canvas.wide:
        inner = inset(canvas, panel, 0.02)
        size = min(round(inner.width * 0.985), round(panel.height * 0.53))
        around = centred((panel.centerx, panel.top + round(panel.height * 0.51)), size)
        return band(inner, 0.035, 0.2), around, band(inner, 0.81, 0.95)
    size, margin = min(round(panel.height * 0.88), panel.width * 45 // 100), canvas.px(0.04)
    around = Rect(panel.right - margin - size, panel.centery - size // 2, size, size)
    words = Rect(panel.left + margin, panel.top, around.left - panel.left - 2 * margin, panel.height)
    return band(words, 0.16, 0.54), around, band(words, 0.62, 0.84)


def draw_panel(canvas: Canvas, board: HallScreen, panel: Rect) -> None:
    """Draw turn and target, and the words in the ring while no clock runs."""
    theme = canvas.theme
    canvas.surface.fill(theme.bar, panel)
    if theme.edge is not None:
        canvas.surface.fill(theme.line, Rect(panel.left, panel.top, panel.width, canvas.px(0.003)))
        canvas.surface.fill(theme.line, Rect(panel.left, panel.top, canvas.px(0.003), panel.height))
    turn = canvas.translate(Message("Turn {n}", {"n": shown(board)["number"]}))
    around = draw_panel_words(canvas, board, panel, turn)
    if not shows_clock(board):
        _draw_still_ring(canvas, board, around)


def draw_panel_words(canvas: Canvas, board: HallScreen, panel: Rect, title: str) -> Rect:
    """Draw a title on the panel, and the points that win; return the place of the ring."""
    place, around, foot = panel_parts(canvas, panel)
    align: Align = "centre" if canvas.wide else "left"
    canvas.text(title.upper(), place, 0.13, canvas.theme.bar_ink, Face.BLACK, align)
    _draw_foot(canvas, board, foot)
    return around


def _draw_foot(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw how many points win; a stopped clock and a rehearsal are told in its place."""
    theme = canvas.theme
    if board["phase"] == "held" or board["rehearsal"]:
        look = (Term("Rehearsal"), theme.plate_edge, theme.plate_ink)
        if board["phase"] == "held":
            look = (Term("Clock stopped"), theme.stop, theme.bar_ink)
        word, ground, ink = look
        canvas.plate(rect, ground)
        canvas.text(word, inset(canvas, rect, 0.015), 0.066, ink, Face.BLACK, "centre")
        return
    words, number = f"{canvas.translate(Term('first to'))} ", str(board["target"])
    before = canvas.fonts.width(words, Face.SEMI, canvas.px(0.052))
    after = canvas.fonts.width(number, Face.BLACK, canvas.px(0.076))
    gap, left = canvas.px(0.004), rect.left
    if canvas.wide:
        left = max(left, rect.centerx - (before + gap + after) // 2)
    wide = max(1, min(before, rect.right - after - gap - left))
    canvas.text(words.rstrip(), Rect(left, rect.top, wide, rect.height), 0.052, theme.bar_soft, Face.SEMI)
    figure = Rect(left + wide + gap, rect.top, max(1, rect.right - left - wide - gap), rect.height)
    canvas.text(number, figure, 0.076, theme.bar_ink, Face.BLACK)


def shows_clock(board: HallScreen) -> bool:
    """Tell if the ring shows seconds: of a clock that runs, is held or has run out."""
    return board["phase"] in ("held", "turn", "ended", "judging", "won")


def _draw_still_ring(canvas: Canvas, board: HallScreen, around: Rect) -> None:
    """Draw the ring with words in it, while no clock runs."""
    moved = board["phase"] == "seven" and board["robber_dice"] is not None
    said = (Term("robbers"), Term("move")) if moved else (Term("discard"),)
    words = [canvas.translate(word).upper() for word in said]
    clock = canvas.theme.clock
    draw_ring(canvas, around, 0, clock, _track(canvas), canvas.theme.bar)
    inner = around.inflate(-around.width * 26 // 100, -around.height // 3)
    tall = inner.height // max(2, len(words))
    widest = max(canvas.fonts.width(word, Face.BLACK, canvas.px(0.115)) for word in words)
    share = 0.115 * min(1.0, inner.width / max(1, widest))
    middle = part(inner, top=around.centery - tall * len(words) // 2)
    canvas.rows(words, middle, tall, share, clock, Face.BLACK, "centre")


def _track(canvas: Canvas) -> Colour:
    """Return the colour of the part of the ring that has passed."""
    return mix(canvas.theme.bar, canvas.theme.bar_soft, 0.2)


def draw_clock(canvas: Canvas, board: HallScreen, around: Rect, left_ms: float) -> None:
    """Draw the ring and the seconds; its last ten fill the ring, a held one is pale."""
    theme, total = canvas.theme, board["clock"]["total"]
    is_held = board["clock"]["state"] == "held" or board["phase"] == "held"
    warns = not is_held and left_ms <= WARN_MS and board["phase"] == "turn"
    colour = theme.bar_soft if is_held else theme.clock
    draw_ring(canvas, around, left_ms / total if total else 0.0, colour, _track(canvas), theme.bar)
    ink = theme.bar_ink if is_held else theme.clock
    if warns:
        inner = around.inflate(-around.width * 24 // 100, -around.height * 24 // 100)
        disc(canvas.surface, theme.clock, inner)
        ink = theme.plate_ink
    text = clock_text(left_ms, total, False)
    room = around.inflate(-around.width * 28 // 100, -around.height // 2)
    canvas.figures(text, room, round(around.height * 0.46), ink, template="0:00" if ":" in text else None)


def draw_card(canvas: Canvas, rect: Rect) -> None:
    """Draw the ground between centre and strip, with a line above it."""
    canvas.surface.fill(canvas.theme.card, rect)
    canvas.surface.fill(canvas.theme.line, Rect(rect.left, rect.top, rect.width, canvas.px(0.004)))


def draw_record(canvas: Canvas, board: HallScreen, places: Places) -> None:
    """Draw the last rolls and the sums on a card of their own."""
    draw_card(canvas, places.record)
    _draw_rolls(canvas, board["rolls"], places.rolls)
    _draw_sums(canvas, board, places.sums)


def _draw_rolls(canvas: Canvas, rolls: Sequence[HallRoll], rect: Rect) -> None:
    """Draw six places, filled from the left; the newest roll has an edge in ink."""
    margin, gap = canvas.px(0.03), canvas.px(0.01)
    last = sorted(rolls, key=lambda roll: roll["turn"])[-MAX_ROLLS:]
    wide = min((rect.width - 2 * margin - gap * (MAX_ROLLS - 1)) // MAX_ROLLS, canvas.px(0.15))
    tall = min(round(rect.height * 0.72), round(wide * 1.35))
    whole = wide * MAX_ROLLS + gap * (MAX_ROLLS - 1)
    left = rect.left + margin if canvas.wide else rect.centerx - whole // 2
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
    corners = dict.fromkeys(("border_bottom_left_radius", "border_bottom_right_radius"), corner - line // 2)
    pygame.draw.rect(canvas.surface, theme.paper if theme.edge else theme.card, below, **corners)
    draw_cap(canvas, roll["group"], cap)
    room = below.inflate(-canvas.px(0.012), 0)
    draw_sum(canvas, str(roll["sum"]), room, round(below.height * 0.72), theme.ink)


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
        corners = dict.fromkeys(("border_top_left_radius", "border_top_right_radius"), canvas.px(0.003))
        pygame.draw.rect(canvas.surface, theme.ink if is_now else quiet, bar, **corners)
        below = Rect(left - 1, room.bottom + label // 9, right - left + 2, label)
        face = Face.BLACK if is_now else Face.BOLD
        # In proportional figures: two of one width would touch their neighbours.
        canvas.text(str(number), below, 0.0345, theme.ink, face, "centre")


def turn_in_words(board: HallScreen, turn: HallTurn) -> Message:
    """Name a turn: "Moon, turn 18", "Turn 18" where everybody acts."""
    if turn["group"] is None:
        return Message("Turn {n}", {"n": turn["number"]})
    return Message("{group}, turn {n}", {"group": named(board, turn["group"]), "n": turn["number"]})


def draw_next(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw the next turn."""
    theme = canvas.theme
    inner = Rect(rect.left, rect.top, rect.width - canvas.px(0.035), rect.height)
    canvas.text(Term("next"), band(inner, 0.16, 0.44), 0.042, theme.soft, align="right")
    turn = turn_in_words(board, following(board))
    canvas.text(turn, band(inner, 0.46, 0.8), 0.054, theme.ink, Face.BLACK, "right")


def draw_strip(canvas: Canvas, rect: Rect, sentence: object, is_news: bool = False) -> Rect:
    """Draw the plate at the foot with its sentence, and return the rectangle inside its margins."""
    theme = canvas.theme
    canvas.surface.fill(theme.plate_edge if is_news else theme.plate, rect)
    canvas.surface.fill(theme.plate_edge, Rect(rect.left, rect.top, rect.width, canvas.px(0.004)))
    inner = inset(canvas, rect, 0.04)
    _draw_sentence(canvas, canvas.translate(sentence), inner)
    return inner


def draw_robbers(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw the robbers' place, always in one sentence, and the dice that sent them there (BG-6)."""
    theme = canvas.theme
    inner = draw_strip(canvas, rect, "", board["robbers"]["moved"])
    tall = min(canvas.px(0.07), rect.height * 7 // 10)
    robber = Rect(inner.left, rect.centery - tall // 2, round(tall * 0.8), tall)
    canvas.surface.blit(icon("robber", tall, theme.kind("ore"), theme.plate_ink), robber)
    words = part(rect, left=robber.right + canvas.px(0.03), right=inner.right)
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
    lines = [rect] if len(rows) == 1 else [band(rect, 0.06, 0.5), band(rect, 0.5, 0.94)]
    for row, line in zip(rows, lines, strict=True):
        canvas.text(row, line, 0.068 if len(rows) == 1 else 0.05, ink, Face.BLACK)
