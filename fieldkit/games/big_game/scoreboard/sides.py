"""The two plates of ink beside the sum: the group and what it does, the turn and its clock."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import WARN_MS, HallScreen, is_taken, named, shown
from fieldkit.games.big_game.scoreboard.layout import Places
from fieldkit.games.big_game.scoreboard.shapes import draw_ground, draw_ring
from fieldkit.phrases import Message, Term
from hardware.scoreboard import smooth
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, clock_text
from hardware.scoreboard.theme import Colour, mix

HANDS_OFF = (Term("hands off"), Term("the boards"))


def group_word(canvas: Canvas, board: HallScreen) -> str:
    """Return the name of the group that acts; "all" where everybody does."""
    if shown(board)["group"] is None:
        return canvas.translate(Term("All"))
    return named(board, shown(board)["group"])


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
    draw_ground(canvas, shown(board)["group"], places.ground)
    draw_plate(canvas, places.plate, group_word(canvas, board), duties(canvas, board))


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
