"""The colours of the screen: two sets of the same tokens, for sun and for dusk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from fieldkit import colours

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


def rgb(code: str) -> Colour:
    """Return the colour that ``#rrggbb`` spells."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return a colour between ``a`` (share 0) and ``b`` (share 1)."""
    share = min(1.0, max(0.0, share))
    red, green, blue = (round(low + (high - low) * share) for low, high in zip(a, b, strict=True))
    return red, green, blue


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
    """The colours of each part of the screen; ``edge`` is a rim that lifts dark icons off a dark card."""

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


_GROUNDS = ("paper", "card", "line", "ink", "soft", "grass", "sea", "shore", "glow")
"""The colours that change at dusk, by their names in `fieldkit.colours`."""

_SIGNS = {"bar": "ink", "bar_ink": "card", "bar_soft": "on-bar", "clock": "clock", "stop": "stop"}
_SIGNS |= {"plate": "warn", "plate_edge": "plate", "plate_ink": "ink"}
"""The colours of bar, clock and plates, which stay; likewise."""


def _grounds(tokens: Mapping[str, str]) -> dict[str, Any]:
    return {name: rgb(tokens[name]) for name in _GROUNDS} | {"outline": rgb(tokens["ink"])}


SUN = Theme(
    **_grounds(colours.SUN),
    edge=None,
    teams={name: rgb(code) for name, code in colours.SIDES.items()},
    kinds={name: rgb(code) for name, code in colours.KINDS.items()},
    **{name: rgb(colours.SUN[token]) for name, token in _SIGNS.items()},
)
"""For daylight: ink on paper."""

DUSK = replace(
    SUN,
    **_grounds(colours.DUSK),
    edge=rgb(colours.DUSK["soft"]),
    teams={name: mix(colour, (255, 255, 255), 0.2) for name, colour in SUN.teams.items()},
)
"""For floodlight and dusk: paper on ink, team colours a fifth lighter, dark icons with a pale edge."""

THEMES: Mapping[Literal["sun", "dusk"], Theme] = {"sun": SUN, "dusk": DUSK}
"""The themes by the name that the settings use."""
