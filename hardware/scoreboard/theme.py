"""The colours of the screen: two sets of the same tokens, for sun and for dusk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def rgb(code: str) -> Colour:
    """The colour that ``#rrggbb`` spells."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between ``a`` (share 0) and ``b`` (share 1)."""
    share = min(1.0, max(0.0, share))
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@dataclass(frozen=True, slots=True)
class Theme:
    """What each part of the screen is painted with.

    ``outline`` is the thin line around marks and buildings, ``edge`` a pale rim that lifts dark icons off a
    dark card (None where none is needed). ``teams`` and ``kinds`` are by id.
    """

    paper: Colour
    card: Colour
    line: Colour
    ink: Colour
    soft: Colour
    grass: Colour
    glow: Colour
    outline: Colour
    edge: Colour | None
    teams: Mapping[str, Colour]
    kinds: Mapping[str, Colour]
    bar: Colour
    bar_ink: Colour
    bar_soft: Colour
    clock: Colour
    stop: Colour
    plate: Colour
    plate_edge: Colour
    plate_ink: Colour

    def team(self, id: str) -> Colour:
        """A team's colour; the soft ink for one that has none."""
        return self.teams.get(id, self.soft)

    def kind(self, id: str) -> Colour:
        """A ball kind's colour; the soft ink for one that has none."""
        return self.kinds.get(id, self.soft)


_KINDS = {"wood": "#7a4a21", "wheat": "#c78a00", "brick": "#d9582b", "ore": "#5d6b7a", "sheep": "#8fa3a0"}

SUN = Theme(
    paper=rgb("#faf7f0"),
    card=rgb("#fffdf8"),
    line=rgb("#d9d2c0"),
    ink=rgb("#16130d"),
    soft=rgb("#544d3f"),
    grass=rgb("#e6eeda"),
    glow=rgb("#ffe48a"),
    outline=rgb("#16130d"),
    edge=None,
    teams={
        name: rgb(code)
        for name, code in (
            ("red", "#c8372d"),
            ("blue", "#1f4e9e"),
            ("green", "#2f9e62"),
            ("yellow", "#f0b90b"),
        )
    },
    kinds={name: rgb(code) for name, code in _KINDS.items()},
    bar=rgb("#16130d"),
    bar_ink=rgb("#fffdf8"),
    bar_soft=rgb("#d9d2c0"),
    clock=rgb("#ffcf33"),
    stop=rgb("#a30f19"),
    plate=rgb("#fff4cf"),
    plate_edge=rgb("#ffcf33"),
    plate_ink=rgb("#16130d"),
)
"""For daylight: ink on paper."""

DUSK = replace(
    SUN,
    paper=rgb("#14161a"),
    card=rgb("#1d2026"),
    line=rgb("#3a3f48"),
    ink=rgb("#f6f2e8"),
    soft=rgb("#b9b2a2"),
    grass=rgb("#20281f"),
    glow=rgb("#2f2a10"),
    outline=rgb("#f6f2e8"),
    edge=rgb("#b9b2a2"),
    teams={name: mix(colour, (255, 255, 255), 0.2) for name, colour in SUN.teams.items()},
)
"""For floodlight and dusk: paper on ink, team colours a fifth lighter, dark icons with a pale edge."""

THEMES: Mapping[Literal["sun", "dusk"], Theme] = {"sun": SUN, "dusk": DUSK}
"""The themes by the name that the settings use."""
