"""The kit's colours, each written once, for pages, charts, reports and the scoreboard."""

from collections.abc import Mapping

from fieldkit.phrases import N_

SIDES: Mapping[str, str] = {
    "red": "#c8372d",
    "blue": "#1f4e9e",
    "green": "#2f9e62",
    "yellow": "#f0b90b",
    "olive": "#adab45",
    "violet": "#422756",
    "sun": "#ffc94a",
    "moon": "#1d2f66",
}
"""The colours of sides: six that any eye can tell apart, then the two groups of a hall."""
BALLS: Mapping[str, str] = {
    N_("white"): "#f7f5ee",
    N_("yellow"): "#c78a00",
    N_("orange"): "#d9582b",
    N_("red"): "#b4202c",
    N_("pink"): "#d4629a",
    N_("violet"): "#6d3f9c",
    N_("blue"): "#2b63c6",
    N_("turquoise"): "#0e8a93",
    N_("green"): "#3f8429",
    N_("brown"): "#7a4a21",
    N_("grey"): "#5d6b7a",
    N_("black"): "#24211c",
}
"""The colours that balls come in: a match says which of them stands for which kind."""
KINDS: Mapping[str, str] = {
    "wood": BALLS["brown"],
    "wheat": BALLS["yellow"],
    "brick": BALLS["orange"],
    "ore": BALLS["grey"],
    "sheep": "#8fa3a0",
    "gold": "#e0a100",
}
"""The colours of kinds of balls and of faces of dice where no match has chosen others."""
SUN: Mapping[str, str] = {
    "paper": "#faf7f0",
    "card": "#fffdf8",
    "line": "#d9d2c0",
    "edge": "#8a816d",
    "ink": "#16130d",
    "soft": "#544d3f",
    "on-bar": "#d9d2c0",
    "clock": "#ffcf33",
    "plate": "#ffcf33",
    "warn": "#fff4cf",
    "glow": "#ffe48a",
    "start": "#155f30",
    "stop": "#a30f19",
    "focus": SIDES["blue"],
    "grass": "#e6eeda",
    "grass-edge": "#b7c7a3",
    "track": "#f3c9a8",
    "track-edge": "#c1926b",
    "stand": "#e9e2d0",
    "leaf": "#2e7d46",
    "sea": "#e3ecee",
    "sea-edge": "#b2c5cb",
    "shore": "#efe8d3",
    "sun-disc": "#ffdf74",
    "moon-disc": "#f6f3e6",
    "bar": "#16130d",
    "bar-up": "#2b271d",
    "bar-edge": "#16130d",
    "key": "#ffffff",
    "sheet": "#fffdf8",
    "plate-ink": "#16130d",
    "flash": "#ffcf33",
    "outline": "#16130d",
    "rim": "transparent",
    "start-edge": "#0d4522",
    "stop-edge": "#5e060d",
    "stop-down": "#7d0a12",
    "danger": "#7d0a12",
    "well": "#e6f2e4",
    "ill": "#fbe4e1",
    "desert": "#e9d9a6",
    "unbuilt": "#d3cab4",
}
"""For daylight: ink on paper. ``soft`` is written softly, ``on-bar`` softly on a bar of ink.

``sun-disc`` and ``moon-disc`` are what is drawn on the colours of a hall's two groups. ``bar`` carries white
in every theme and ``plate`` ``plate-ink``; a button's face is a ``key``; a ``sheet`` is paper in each; icons
have an ``outline``, kinds a ``rim``.
"""
DUSK: Mapping[str, str] = {
    "paper": "#14161a",
    "card": "#1d2026",
    "line": "#3a3f48",
    "ink": "#f6f2e8",
    "soft": "#b9b2a2",
    "grass": "#20281f",
    "grass-edge": "#46563c",
    "track": "#4a3527",
    "track-edge": "#8d6445",
    "stand": "#2c2a26",
    "leaf": "#58a872",
    "sea": "#1b272c",
    "sea-edge": "#3c5058",
    "shore": "#33301f",
    "glow": "#2f2a10",
    "warn": "#302706",
    "focus": "#8fb4ff",
    "bar-edge": "#3a3f48",
    "key": "#23272e",
    "flash": "#5c4a10",
    "outline": "#f6f2e8",
    "rim": "#b9b2a2",
    "danger": "#ff9d95",
    "well": "#16291a",
    "ill": "#331613",
    "desert": "#4a4222",
    "unbuilt": "#4b4840",
}
"""For floodlight and dusk: what differs from `SUN`. Teams are lighter by a fifth (`lighter`)."""
_LIGHTER_SHARE = 0.2


def lighter(code: str) -> str:
    """Return a colour a fifth of the way to white, as a team has it at dusk."""
    parts = (int(code[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * _LIGHTER_SHARE):02x}" for part in parts)


def style_sheet() -> str:
    """Return the colours for a page: ``--ink`` and the like, by theme, ``--team`` and ``--kind`` by class.

    A page that knows which balls are played with sets ``--kind-wood`` and so on to one of ``--ball-brown``,
    and ``--rim-wood`` to ``--ball-rim-white`` for balls that would be lost on paper.
    """
    teams = {f"team-{name}": code for name, code in SIDES.items()}
    dusky = {f"team-{name}": lighter(code) for name, code in SIDES.items()}
    balls = {f"ball-{name}": code for name, code in BALLS.items()}
    sides = [f".team-{name}{{--team:var(--team-{name})}}" for name in SIDES]
    kinds = [
        f".kind-{name}{{--kind:var(--kind-{name},{code});--own-rim:var(--rim-{name},var(--rim))}}"
        for name, code in KINDS.items()
    ]
    themes = (
        f":root{{{_declared(balls)}--ball-rim-white:var(--edge)}}",
        f':root,[data-theme="sun"]{{color-scheme:light;{_declared({**SUN, **teams})}}}',
        f'[data-theme="dusk"]{{color-scheme:dark;{_declared({**DUSK, **dusky})}}}',
    )
    return "\n".join((*themes, *sides, *kinds, ""))


def _declared(tokens: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{code};" for name, code in tokens.items())
