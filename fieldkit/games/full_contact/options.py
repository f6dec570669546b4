"""The options of a match: here the type and the words of each, in ``rules.toml`` its default and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from fieldkit.errors import Rejected, Unknown
from fieldkit.phrases import N_, MessageList, Term

ALL_KINDS = (N_("wood"), N_("wheat"), N_("brick"), N_("ore"), N_("sheep"))
BALL_COLOURS = (
    N_("white"),
    N_("yellow"),
    N_("orange"),
    N_("red"),
    N_("pink"),
    N_("violet"),
    N_("blue"),
    N_("turquoise"),
    N_("green"),
    N_("brown"),
    N_("grey"),
    N_("black"),
)
"""The colours that balls may have (FC-0): those of `fieldkit.colours.BALLS`."""


def _asked(title: str, labels: Mapping[str, str] | None = None, **default: Any) -> Any:
    """Declare an option by its title on the pages, and what each of its choices is called."""
    return field(metadata={"title": title, "labels": labels}, **default)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match, all settled; seconds as given."""

    round_seconds: float = _asked(N_("Round, seconds"))
    grace_seconds: float = _asked(N_("Time for late balls, seconds"))
    break_seconds: float = _asked(N_("Break, seconds"))
    head_start_seconds: float = _asked(N_("Head start, seconds"))
    target: int = _asked(N_("Points to win"))
    kinds: tuple[str, ...] = _asked(N_("Kinds of balls"))
    balls_per_kind: int = _asked(N_("Balls of each kind"))
    gifts: bool = _asked(N_("Gifts between teams"))
    deck: Literal["kit", "paper"] = _asked(
        N_("Cards drawn by"), {"kit": N_("the kit"), "paper": N_("a paper deck")}
    )
    reshuffle_used: bool = _asked(N_("Used cards come back"))
    tie: Literal["shared", "most_vp", "extra_round", "first"] = _asked(
        N_("Two at the target"),
        {
            "shared": N_("share first place"),
            "most_vp": N_("most points"),
            "extra_round": N_("play on"),
            "first": N_("first on the record"),
        },
    )
    auto_start: bool = _asked(N_("Rounds start by themselves"))
    seed: int | str | None = None
    colours: Mapping[str, str] = _asked(N_("Colours of the balls"), default_factory=dict)
    """Kind in play to the colour of its balls (FC-0); older records have none."""


_DECLARED = {each.name: each for each in fields(Options) if each.metadata}
_TYPES = {name: kind for name, kind in get_type_hints(Options).items() if name in _DECLARED}
OPTION_NAMES = tuple(_TYPES)
_CHOICES = {name: get_args(kind) for name, kind in _TYPES.items() if get_origin(kind) is Literal}


def option_fields(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return how each option is asked for, in order: by its type, with its limits and step or its choices.

    A page draws from this and knows no option by its name. Titles and labels are English, for the page to
    translate.
    """
    return [
        {"name": name, "title": each.metadata["title"], **_form(raw, name)}
        for name, each in _DECLARED.items()
    ]


def _form(raw: Mapping[str, Any], name: str) -> dict[str, Any]:
    if _TYPES[name] is bool:
        return {"sort": "switch"}
    if name in _CHOICES:
        labels = _DECLARED[name].metadata["labels"]
        return {"sort": "choice", "of": list(_CHOICES[name]), "labels": dict(labels)}
    if name == "kinds":
        return {"sort": "kinds", "of": list(ALL_KINDS)}
    if name == "colours":
        return {"sort": "colours", "kinds": list(ALL_KINDS), "of": list(BALL_COLOURS)}
    least, most = raw["limits"][name]
    return {"sort": "number", "least": least, "most": most, "step": step(raw, name)}


def step(raw: Mapping[str, Any], name: str) -> float:
    """Return by how much a tap changes an option."""
    change: float = raw["steps"].get(name, 1)
    return change


def settled(
    raw: Mapping[str, Any], target: int, chosen: Mapping[str, Any], seed: int | str | None
) -> Options:
    """Return the options as chosen, else as the kit's owner set them; ``target`` unless somebody set one.

    Raises Unknown for another name or type, Rejected for an impossible value.
    """
    values = {"target": target, **raw["options"]}
    for name, value in chosen.items():
        values[name] = checked(raw, name, value)
    values["kinds"] = tuple(values["kinds"])
    values["colours"] = in_play({**raw["options"]["colours"], **values["colours"]}, values["kinds"])
    return Options(**values, seed=seed)


def checked(raw: Mapping[str, Any], name: str, value: Any) -> Any:
    """Return the value of an option; Unknown for another name or type, Rejected for an impossible value."""
    if name not in OPTION_NAMES:
        text = N_("No option {name}: allowed are {names}")
        raise Unknown("unknown_option", text, None, name=name, names=", ".join(OPTION_NAMES))
    if name == "kinds":
        return _kinds(value)
    if name == "colours":
        return _colours(value)
    if _TYPES[name] is bool:
        if not isinstance(value, bool):
            raise Unknown("option_value", "{name} must be true or false", None, name=name)
        return value
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            text = N_("{name} must be one of {names}")
            raise Unknown("option_value", text, None, name=name, names=", ".join(_CHOICES[name]))
        return value
    whole = _TYPES[name] is int
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise Unknown("option_value", "{name} must be a number", None, name=name)
    least, most = raw["limits"][name]
    if not least <= value <= most:
        text = N_("{name} must be from {least} to {most}")
        raise Rejected("option_value", text, None, name=name, least=least, most=most)
    return value


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
        if colour not in BALL_COLOURS:
            names = MessageList([Term(each) for each in BALL_COLOURS])
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
