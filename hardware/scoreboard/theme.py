"""The colours of the screen: two sets of the same tokens, for sun and for dusk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fieldkit import colours

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def rgb(code: str) -> Colour:
    """Return the colour that ``#rrggbb`` spells."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a colour between ``a`` (share 0) and ``b`` (share 1)."""
    share = min(1.0, max(0.0, share))
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of each part of the screen.

    ``outline`` is the thin line around marks and buildings, ``edge`` a pale rim that lifts dark icons off a
    dark card (None where none is needed). ``teams`` and ``kinds`` are by id.
    """

    paper: Colour
    card: Colour
    line: Colour
    ink: Colour
    soft: Colour
    grass: Colour
    sea: Colour
    shore: Colour
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
        """Return a team's colour; the soft ink for one that has none."""
        return self.teams.get(id, self.soft)

    def kind(self, id: str) -> Colour:
        """Return a ball kind's colour; the soft ink for one that has none."""
        return self.kinds.get(id, self.soft)


_DAY = {name: rgb(code) for name, code in colours.SUN.items() if code.startswith("#")}
_NIGHT = {name: rgb(code) for name, code in colours.DUSK.items() if code.startswith("#")}

SUN = Theme(
    paper=_DAY["paper"],
    card=_DAY["card"],
    line=_DAY["line"],
    ink=_DAY["ink"],
    soft=_DAY["soft"],
    grass=_DAY["grass"],
    sea=_DAY["sea"],
    shore=_DAY["shore"],
    glow=_DAY["glow"],
    outline=_DAY["ink"],
    edge=None,
    teams={name: rgb(code) for name, code in colours.SIDES.items()},
    kinds={name: rgb(code) for name, code in colours.KINDS.items()},
    bar=_DAY["ink"],
    bar_ink=_DAY["card"],
    bar_soft=_DAY["on-bar"],
    clock=_DAY["clock"],
    stop=_DAY["stop"],
    plate=_DAY["warn"],
    plate_edge=_DAY["plate"],
    plate_ink=_DAY["ink"],
)
"""For daylight: ink on paper."""

DUSK = replace(
    SUN,
    paper=_NIGHT["paper"],
    card=_NIGHT["card"],
    line=_NIGHT["line"],
    ink=_NIGHT["ink"],
    soft=_NIGHT["soft"],
    grass=_NIGHT["grass"],
    sea=_NIGHT["sea"],
    shore=_NIGHT["shore"],
    glow=_NIGHT["glow"],
    outline=_NIGHT["ink"],
    edge=_NIGHT["soft"],
    teams={name: mix(colour, (255, 255, 255), 0.2) for name, colour in SUN.teams.items()},
)
"""For floodlight and dusk: paper on ink, team colours a fifth lighter, dark icons with a pale edge."""

THEMES: Mapping[Literal["sun", "dusk"], Theme] = {"sun": SUN, "dusk": DUSK}
"""The themes by the name that the settings use."""
