"""The options of a match: here the type and the words of each, in ``rules.toml`` its default and limits."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_origin, get_type_hints

import msgspec

from fieldkit.colours import BALLS
from fieldkit.errors import Rejected, Unknown
from fieldkit.games import PlayedOption
from fieldkit.games.declared import Value
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import COLOURS as PEOPLE
from fieldkit.phrases import N_, MessageList, Term, tenths

ALL_KINDS = (N_("wood"), N_("wheat"), N_("brick"), N_("ore"), N_("sheep"))
COLOURS = {id: PEOPLE[id] for id in ("red", "blue", "green", "yellow")}
"""A team's id is its colour; to each belong a name and a mark."""

ITEMS = (N_("settlement"), N_("city"), N_("knight"), N_("card"))
OF_A_LESSON: Mapping[str, Any] = {
    "grace_seconds": 2.0,
    "kinds": ["wood", "wheat", "brick", "ore"],
    "balls_per_kind": 12,
    "deck": "kit",
    "tie": "shared",
    "auto_start": False,
}
"""The options that a led practice rests on; all others are the kit's own."""


def _asked(title: str, labels: Mapping[str, str] | None = None) -> msgspec.Meta:
    """Declare an option by its title on the pages, and what each of its choices is called."""
    return msgspec.Meta(title=title, extra={"labels": labels})


class Options(Value):
    """The options of a match, all settled; seconds as given."""

    round_seconds: Annotated[float, _asked(N_("Round, seconds"))]
    grace_seconds: Annotated[float, _asked(N_("Time for late balls, seconds"))]
    break_seconds: Annotated[float, _asked(N_("Break, seconds"))]
    head_start_seconds: Annotated[float, _asked(N_("Head start, seconds"))]
    target: Annotated[int, _asked(N_("Points to win"))]
    kinds: Annotated[tuple[str, ...], _asked(N_("Kinds of balls"))]
    balls_per_kind: Annotated[int, _asked(N_("Balls of each kind"))]
    gifts: Annotated[bool, _asked(N_("Gifts between teams"))]
    deck: Annotated[
        Literal["kit", "paper"],
        _asked(N_("Cards drawn by"), {"kit": N_("the kit"), "paper": N_("a paper deck")}),
    ]
    reshuffle_used: Annotated[bool, _asked(N_("Used cards come back"))]
    tie: Annotated[
        Literal["shared", "most_vp", "extra_round", "first"],
        _asked(
            N_("Two at the target"),
            {
                "shared": N_("share first place"),
                "most_vp": N_("most points"),
                "extra_round": N_("play on"),
                "first": N_("first on the record"),
            },
        ),
    ]
    auto_start: Annotated[bool, _asked(N_("Rounds start by themselves"))]
    seed: int | str | None = None
    colours: Annotated[Mapping[str, str], _asked(N_("Colours of the balls"))] = {}
    """Kind in play to the colour of its balls (FC-0); older records have none."""


_ASKED: Mapping[str, msgspec.Meta] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Options, include_extras=True).items()
    if get_origin(hint) is Annotated
}
OPTION_NAMES = tuple(_ASKED)
_OF_THE_FIELD = ("colours",)
"""Options that are how a field's balls look: its matches are the same with others."""


def played_by(options: Options) -> Mapping[str, PlayedOption]:
    """Return the options that all matches of an event should have in common."""
    names = [name for name in OPTION_NAMES if name not in _OF_THE_FIELD]
    return {name: _played(name, getattr(options, name)) for name in names}


def _played(name: str, value: Any) -> PlayedOption:
    labels = (_ASKED[name].extra or {})["labels"] or {}
    said: object = value
    if isinstance(value, bool):
        said = Term("yes") if value else Term("no")
    elif isinstance(value, float):
        said = int(value) if value.is_integer() else tenths(value)
    elif isinstance(value, tuple):
        said = MessageList([Term(kind) for kind in value])
    elif isinstance(value, str):
        said = Term(labels.get(value, value))
    return PlayedOption(value, Term(_ASKED[name].title), said)


class FullContactOptions(MatchOptions):
    """The options as this kit's owner set them, and how each is asked for and checked."""

    def __init__(self, numbers: Mapping[str, Any]) -> None:
        super().__init__(Options, numbers, "rules", without=("seed",))

    def match(self, target: int, chosen: Mapping[str, Any], seed: int | str | None) -> Options:
        """Return the options as chosen, else as the owner set them; raise Unknown or Rejected."""
        values = {"target": target, **self.settled(chosen)}
        kinds = tuple(values["kinds"])
        colours = in_play({**self.defaults["colours"], **values["colours"]}, kinds)
        return Options(**values | {"kinds": kinds, "colours": colours}, seed=seed)

    def field(self, name: str) -> dict[str, Any]:
        """Return how an option is asked for; its title and labels are English, for the page to translate."""
        title, labels = _ASKED[name].title, (_ASKED[name].extra or {})["labels"]
        if name == "kinds":
            return {"title": title, "sort": "kinds", "of": list(ALL_KINDS)}
        if name == "colours":
            return {"title": title, "sort": "colours", "kinds": list(ALL_KINDS), "of": list(BALLS)}
        return {"title": title, **super().field(name)} | ({"labels": dict(labels)} if labels else {})

    def checked(self, name: str, value: Any) -> Any:
        """Return the value of an option; raise Unknown or Rejected for an impossible one."""
        if name == "kinds":
            return _kinds(value)
        return _colours(value) if name == "colours" else super().checked(name, value)


def _kinds(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(kind, str) for kind in value):
        raise Unknown("option_value", "kinds must be a list of kinds of balls", "FC-2")
    for kind in value:
        _known_kind(kind)
    if len(set(value)) < len(value):
        raise Rejected("option_value", "kinds names a kind twice", "FC-2")
    return tuple(value)


def _colours(value: Any) -> Mapping[str, str]:
    """Return kinds with the colour of their balls; Unknown for a kind or colour that there is not (FC-0)."""
    if not isinstance(value, Mapping):
        raise Unknown("option_value", "colours must give kinds of balls a colour", "FC-0")
    for kind, colour in value.items():
        _known_kind(kind)
        if colour not in BALLS:
            names = MessageList([Term(each) for each in BALLS])
            raise Unknown("unknown_colour", "No {colour} balls: {names}", "FC-0", colour=colour, names=names)
    return dict(value)


def _known_kind(kind: str) -> None:
    if kind not in ALL_KINDS:
        names = MessageList([Term(each) for each in ALL_KINDS])
        raise Unknown("unknown_kind", "No {kind} balls: {names}", "FC-2", kind=kind, names=names)


def in_play(colours: Mapping[str, str], kinds: Sequence[str]) -> Mapping[str, str]:
    """Return the colours of the kinds in play; two kinds never share one (FC-0)."""
    for n, kind in enumerate(kinds):
        twin = next((other for other in kinds[:n] if colours[other] == colours[kind]), None)
        if twin:
            text = N_("Balls of {a} and of {b} cannot both be {colour}")
            params = {"a": Term(twin), "b": Term(kind), "colour": Term(colours[kind])}
            raise Rejected("same_ball_colour", text, "FC-0", **params)
    return {kind: colours[kind] for kind in kinds}


def check_kinds(prices: Mapping[str, Mapping[str, int]], kinds: Sequence[str]) -> None:
    """Raise Rejected unless the kinds that a price needs are in play (FC-2)."""
    for item, price in prices.items():
        for names in price:
            if not any(kind in kinds for kind in names.split("|")):
                text = N_("The price of a {item} needs {names}")
                need = MessageList([Term(kind) for kind in names.split("|")], N_("or"))
                raise Rejected("kind_needed", text, "FC-2", item=Term(item), names=need)
