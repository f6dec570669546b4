"""The stadium of ten places seen from above, with the dice on its pitch."""

import io
import math
from functools import lru_cache

import pygame
from pygame import Rect

from fieldkit import colours
from fieldkit.games.big_honor.scoreboard.players import HonorScreen, paying
from fieldkit.games.big_honor.shapes import HonorPlace
from hardware.scoreboard.draw import Canvas, centred, paint_die, part, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, side_of
from hardware.scoreboard.theme import Colour, rgb

WHITE = (255, 255, 255)
_STEP = 36
_TOP = 2
"""The places are this far apart (degrees), and the third of them is at the top."""
_REACH = (0.365, 0.35)
"""The distance of the places from the middle, as shares of the stadium's width and height."""
_SEGMENTS = 20
_PITCH = (0.275, 0.255)
_TRACK = (0.435, 0.42)
_OUTCOME = 0.038
"""The size of the sentence under the dice, as a share of the unit."""


Spot = tuple[int, int, Colour | None, bool]
"""The centre of a place, from the corner of the stadium, its colour, and True if it was rolled."""


def draw_stadium(canvas: Canvas, board: HonorScreen, rect: Rect) -> None:
    """Draw stands, track, pitch and the ten places; the one that was rolled has a halo."""
    size = round(min(rect.width * 0.145, rect.height * 0.172))
    spots: list[Spot] = []
    for number, place in enumerate(board["places"]):
        angle = math.radians((number - _TOP) * _STEP)
        x = rect.width * (0.5 + _REACH[0] * math.sin(angle))
        y = rect.height * (0.5 - _REACH[1] * math.cos(angle))
        side = side_of(board, place["side"])
        colour = None if side is None else canvas.theme.team(side["colour"])
        spots.append((round(x), round(y), colour, place["number"] == paying(board)))
    canvas.surface.blit(_ground(rect.size, tuple(spots), size, _tokens(canvas)), rect)
    for place, (x, y, *_) in zip(board["places"], spots, strict=True):
        at = centred((rect.left + x, rect.top + y), size)
        canvas.places[f"place {place['number']}"] = at
        _draw_place(canvas, board, place, at)
    wide, tall = round(rect.width * _PITCH[0] * 1.62), round(rect.height * _PITCH[1] * 1.55)
    pitch = centred(rect.center, wide, tall)
    canvas.places["pitch"] = pitch
    _draw_pitch(canvas, board, pitch)


def _tokens(canvas: Canvas) -> tuple[str, ...]:
    """Return the colours of the ground, of the theme: a dusky paper has a dusky stadium."""
    is_dusk = canvas.theme.edge is not None
    named = {**colours.SUN, **(colours.DUSK if is_dusk else {})}
    names = ("stand", "line", "track", "track-edge", "grass", "grass-edge", "card", "ink")
    return (*(named[name] for name in names), colours.SUN["plate"])


@lru_cache(maxsize=4)
def _ground(
    size: tuple[int, int], places: tuple[Spot, ...], place: int, tokens: tuple[str, ...]
) -> pygame.Surface:
    """Draw everything without words as one picture: its round edges stay smooth at every size."""
    stand, line, track, track_edge, grass, grass_edge, card, ink, plate = tokens
    width, height = size
    thin = max(1.5, place * 0.03)

    def oval(share: tuple[float, float], fill: str, edge: str, stroke: float) -> str:
        return (
            f'<ellipse cx="{width / 2}" cy="{height / 2}" rx="{width * share[0]:.1f}" '
            f'ry="{height * share[1]:.1f}" fill="{fill}" stroke="{edge}" stroke-width="{stroke:.1f}"/>'
        )

    parts = [oval((0.492, 0.485), stand, line, thin)]
    for segment in range(_SEGMENTS):
        angle = math.radians((segment + 0.5) * 360 / _SEGMENTS)
        x, y = math.sin(angle), math.cos(angle)
        ends = [(0.5 + x * share[0], 0.5 + y * share[1]) for share in (_TRACK, (0.49, 0.483))]
        (x1, y1), (x2, y2) = ((a * width, b * height) for a, b in ends)
        aisle = f"M{x1:.1f} {y1:.1f} L{x2:.1f} {y2:.1f}"
        parts.append(f'<path d="{aisle}" stroke="{card}" stroke-width="{thin * 2.4:.1f}"/>')
    parts.append(oval(_TRACK, track, track_edge, thin))
    for share in (0.9, 0.8):
        parts.append(oval((_TRACK[0] * share, _TRACK[1] * share), "none", card, thin * 0.5))
    parts.append(oval(_PITCH, grass, grass_edge, thin * 1.4))
    parts += [_ring(spot, place, card, ink, plate) for spot in places]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )
    return pygame.image.load(io.BytesIO(svg.encode()), "stadium.svg")


def _ring(spot: Spot, place: int, card: str, ink: str, plate: str) -> str:
    """Draw a place: a ring in the colour of whose settler is there, a halo when it was rolled."""
    x, y, colour, is_paying = spot
    half, thin = place / 2, max(1.5, place * 0.025)

    def disc(radius: float, fill: str) -> str:
        drawn = f'fill="{fill}" stroke="{ink}" stroke-width="{thin:.1f}"'
        return f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" {drawn}/>'

    parts = [disc(half * 1.17, plate)] if is_paying else []
    if colour is None:
        return "".join((*parts, disc(half * 0.94, card)))
    return "".join((*parts, disc(half, "#{:02x}{:02x}{:02x}".format(*colour)), disc(half * 0.75, card)))


def _draw_place(canvas: Canvas, board: HonorScreen, place: HonorPlace, at: Rect) -> None:
    """Draw the number, and the settler that is there with its player's mark beside it."""
    side, ink = side_of(board, place["side"]), canvas.theme.ink
    if side is None:
        canvas.figures(str(place["number"]), at, round(at.height * 0.42), ink)
        return
    colour = canvas.theme.team(side["colour"])
    tall = at.height
    settler = Rect(0, 0, round(tall * 0.32), round(tall * 0.32))
    settler.midtop = (at.centerx, at.top + round(tall * 0.15))
    canvas.icon("settler", settler, colour)
    number = row_of(part(at, top=settler.bottom + round(tall * 0.02)), 0, round(tall * 0.36))
    canvas.figures(str(place["number"]), number, round(tall * 0.3), ink)
    aside = round(tall * 0.42)
    mark = centred((at.centerx + aside, at.centery - aside), round(tall * 0.36))
    canvas.icon(f"mark-{side['mark']}", mark, colour)


def _draw_pitch(canvas: Canvas, board: HonorScreen, pitch: Rect) -> None:
    """Draw the dice with their sum, and below them what the roll came to; before it whose turn it is."""
    ink = canvas.theme.ink
    if board["roll"] is None:
        tall = canvas.px(0.068)
        middle = part(pitch, top=pitch.centery - tall)
        lines = canvas.lines(board["title"], 0.06, pitch.width)
        canvas.rows(lines, middle, tall, 0.06, ink, Face.BLACK, "centre")
        return
    throw, words = band(pitch, 0.0, 0.56), band(pitch, 0.6, 1.02).inflate(-pitch.width // 5, 0)
    size = min(throw.height, throw.width * 10 // 34)
    gap = size // 6
    total = Rect(0, throw.top, round(size * 1.15), throw.height)
    left = throw.centerx - (2 * size + 2 * gap + total.width) // 2
    for number, face in enumerate(board["roll"]["rolls"][-1]):
        die = Rect(left + number * (size + gap), throw.centery - size // 2, size, size)
        # As it lies on the table: black on white in every light.
        paint_die(canvas.surface, face, die, WHITE, rgb(colours.SUN["ink"]))
    total.left = left + 2 * (size + gap)
    canvas.figures(str(board["roll"]["sum"]), total, round(size * 1.1), ink)
    # In as many lines as the narrow end of the pitch wants.
    text, outcome = board["roll"]["text"], max(canvas.least, canvas.px(_OUTCOME))
    lines = canvas.fonts.wrap(text, Face.BOLD, outcome, (words.width, words.width), len(text))
    tall = min(words.height // max(2, len(lines)), canvas.px(0.052))
    canvas.rows(lines, words, tall, _OUTCOME, ink, Face.BOLD, "centre")
