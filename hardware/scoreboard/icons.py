"""The kit's own SVG icons as surfaces, coloured and sized before they are loaded.

pygame draws an SVG at the size it states and paints ``currentColor`` grey, so both are put into its text.
"""

from __future__ import annotations

import io
import re
from importlib import resources

import pygame

from fieldkit.colours import SUN
from hardware.scoreboard.theme import Colour

_INK = SUN["ink"]
"""The colour of the outlines, as the files write it."""

_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


class Icons:
    """The icons of ``fieldkit/icons``, kept once made."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._made: dict[tuple[str, int, Colour, Colour, Colour | None, bool], pygame.Surface] = {}

    def icon(
        self,
        name: str,
        size: int,
        colour: Colour,
        outline: Colour,
        edge: Colour | None = None,
        pale: bool = False,
    ) -> pygame.Surface:
        """Return a square of ``size`` px; with ``edge`` a thin rim is around the shape, ``pale`` fades it."""
        size = max(1, size)
        key = (name, size, colour, outline, edge, pale)
        if key not in self._made:
            surface = self._load(name, size, colour, outline)
            if edge is not None:
                surface = _rimmed(surface, edge)
            if pale:
                surface.fill((255, 255, 255, 80), special_flags=pygame.BLEND_RGBA_MULT)
            self._made[key] = surface
        return self._made[key]

    def _load(self, name: str, size: int, colour: Colour, outline: Colour) -> pygame.Surface:
        if name not in self._texts:
            path = resources.files("fieldkit") / "icons" / f"{name}.svg"
            self._texts[name] = path.read_text(encoding="utf-8")
        svg = self._texts[name].replace(_INK, _code(outline)).replace("currentColor", _code(colour))
        svg = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', rf'\1 width="{size}" height="{size}"', svg)
        return pygame.image.load(io.BytesIO(svg.encode()), f"{name}.svg")


def _code(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _rimmed(surface: pygame.Surface, edge: Colour) -> pygame.Surface:
    """Return the shape on its own silhouette in ``edge``, a little larger than itself."""
    width, height = surface.get_size()
    rim = max(1, width // 28)
    inner = pygame.transform.smoothscale(surface, (max(1, width - 2 * rim), max(1, height - 2 * rim)))
    shadow = pygame.mask.from_surface(inner, 60).to_surface(setcolor=(*edge, 255), unsetcolor=(0, 0, 0, 0))
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    for x, y in _AROUND:
        whole.blit(shadow, (rim + x * rim, rim + y * rim))
    whole.blit(inner, (rim, rim))
    return whole
