"""Setting up a match (FC-1 to FC-6): from numbers, a field and the referee's choices to the opening event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.field import Field, read
from fieldkit.games.full_contact.names import hoop_label
from fieldkit.games.full_contact.piles import scaled
from fieldkit.games.full_contact.state import (
    ALL_KINDS,
    BALL_COLOURS,
    COLOURS,
    Hoop,
    Numbers,
    Options,
    Pile,
    State,
    Team,
)
from fieldkit.phrases import N_, MessageList, Term

MAX_NAME_CHARS = 24


@dataclass(frozen=True, slots=True)
class Setting:
    """What the kit's owner has settled: the numbers of the rules, the options' defaults and the field."""

    numbers: Numbers
    raw: Mapping[str, Any]
    defaults: Mapping[str, Any]
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]


def setting(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Setting:
    """Check numbers, default options and field once, before anything starts. Raises SettingsError."""
    times, defaults = raw["times"], dict(raw["options"])
    for name, value in defaults.items():
        try:
            _option(raw, name, value)
        except Rejected as error:
            raise SettingsError(f"[rules] {name}: {error}") from None
    numbers = Numbers(
        points=raw["points"],
        prices=raw["prices"],
        deck=raw["deck"],
        plenty=raw["card"]["plenty"],
        opening_lead_ms=times["opening_lead_ms"],
        warn_seconds=times["warn_seconds"],
        oldest_seconds=times["oldest_seconds"],
        player_seconds=times["player_seconds"],
    )
    try:
        _check_kinds(numbers.prices, defaults["kinds"])
    except Rejected as error:
        raise SettingsError(f"[rules] kinds: {error}") from None
    try:
        _in_play(defaults["colours"], tuple(defaults["kinds"]))
    except Rejected as error:
        raise SettingsError(f"[rules] colours: {error}") from None
    try:
        hoops, piles = read_field(raw, field)
    except Rejected as error:
        raise SettingsError("[field] file: {wrong}", wrong=error.said) from None
    return Setting(numbers, raw, defaults, hoops, piles)


def read_field(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Field:
    """Hoops and piles for these numbers of the rules. Raises Rejected for a field that cannot be used."""
    return read(field, raw["teams"]["most"], raw["options"]["kinds"])


def create(given: Setting, command: co.CreateMatch, at: int) -> tuple[ev.Event, ...]:
    """Open a match; Rejected or Unknown for an impossible set-up."""
    raw = given.raw
    options = _options(given, command)
    _check_kinds(given.numbers.prices, options.kinds)
    teams = _teams(given, command)
    owners = {team.start_hoop: team.id for team in teams}
    hoops = tuple(
        Hoop(h.id, h.x, h.y, h.row, h.start, "city" if h.id in owners else "none", owners.get(h.id))
        for h in given.hoops
    )
    piles = scaled([pile for pile in given.piles if pile.kind in options.kinds], options.balls_per_kind)
    least = min(team.players for team in teams)
    if least < max(team.players for team in teams):
        short = raw["teams"]["short_team_vp"]
        teams = tuple(_with_bonus(team, short if team.players == least else 0) for team in teams)
    event = ev.MatchCreated(
        key=f"{at:x}",
        options=options,
        numbers=given.numbers,
        full_game=command.full_game,
        practice=command.practice,
        teams=teams,
        hoops=hoops,
        piles=piles,
    )
    return (event,)


def edit(given: Setting, state: State, command: co.EditSetup, at: int) -> tuple[ev.Event, ...]:
    """Set a match up again before its first start, by the same rules; its seed stays unless one is given."""
    refused = cannot_edit(state)
    if refused:
        raise refused
    seed = state.options.seed if command.seed is None else command.seed
    (made,) = create(given, replace(command, seed=seed), at)
    assert isinstance(made, ev.MatchCreated)
    new = {field.name: getattr(made, field.name) for field in fields(made)}
    return (ev.SetupChanged(**new | {"key": state.key}),)


def cannot_edit(state: State) -> Rejected | None:
    """Why the set-up can no longer be changed; None before the first start."""
    if state.phase == "over":
        return Rejected("phase", "The match is over", "FC-1")
    if state.starts:
        return Rejected("phase", "The match has begun: correct what is wrong instead", "FC-33")
    return None


def _with_bonus(team: Team, vp: int) -> Team:
    return Team(team.id, team.name, team.players, team.start_hoop, team.knights, vp)


def _teams(given: Setting, command: co.CreateMatch) -> tuple[Team, ...]:
    """The teams with their starting hoops and knights (FC-1, FC-4, FC-5)."""
    raw = given.raw
    least, most = raw["teams"]["least"], raw["teams"]["most"]
    for team in command.teams:
        if team.id not in COLOURS:
            text = N_("No team colour {id}: red, blue, green or yellow")
            raise Unknown("unknown_team", text, "FC-1", id=team.id)
        if all(hoop.id != team.start_hoop for hoop in given.hoops):
            raise Unknown("unknown_hoop", "No hoop {id} on this field", "FC-4", id=team.start_hoop)
    if not least <= len(command.teams) <= most:
        text = N_("A match has {least} or {most} teams")
        raise Rejected("team_count", text, "FC-1", least=least, most=most)
    if len({team.id for team in command.teams}) < len(command.teams):
        raise Rejected("same_colour", "Two teams have the same colour", "FC-1")
    if len({team.start_hoop for team in command.teams}) < len(command.teams):
        raise Rejected("same_hoop", "Two teams want the same start hoop: draw lots", "FC-4")
    knights = raw["start"]["full_game_knights" if command.full_game else "knights"]
    return tuple(_team(given, team, knights) for team in command.teams)


def _team(given: Setting, team: co.TeamSetup, knights: int) -> Team:
    least, most = given.raw["teams"]["least_players"], given.raw["teams"]["most_players"]
    if not least <= team.players <= most:
        text = N_("A team has {least} or {most} players")
        raise Rejected("player_count", text, "FC-1", least=least, most=most)
    if not any(hoop.start for hoop in given.hoops if hoop.id == team.start_hoop):
        text = N_("Hoop {hoop} is not at the bottom of the field")
        raise Rejected("not_a_start_hoop", text, "FC-4", hoop=hoop_label(team.start_hoop))
    name = team_name(team.id, team.name or "")
    return Team(team.id, name, team.players, team.start_hoop, knights)


def team_name(id: str, name: str) -> str:
    """A name that fits on a screen; an empty one is the colour's. Raises Rejected."""
    name = name.strip() or COLOURS[id][0]
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        text = N_("A team's name has at most {n} characters")
        raise Rejected("team_name", text, None, n=MAX_NAME_CHARS)
    return name


def _options(given: Setting, command: co.CreateMatch) -> Options:
    """The options as given, else as the kit's owner set them; the target is that of FC-5."""
    raw = given.raw
    target = raw["start"]["full_game_target" if command.full_game else "target"]
    settled = {"target": target} | dict(given.defaults)
    for name, value in command.options.items():
        settled[name] = _option(raw, name, value)
    settled["kinds"] = tuple(settled["kinds"])
    chosen = {**given.defaults["colours"], **settled["colours"]}
    settled["colours"] = _in_play(chosen, settled["kinds"])
    return Options(**settled, seed=command.seed)


_TYPES = {name: kind for name, kind in get_type_hints(Options).items() if name != "seed"}
OPTION_NAMES = tuple(_TYPES)
_CHOICES = {name: get_args(kind) for name, kind in _TYPES.items() if get_origin(kind) is Literal}


def option_fields(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How each option is asked for, in order: by its type, with its limits and step or its choices.

    A page draws from this and knows no option by its name.
    """
    return [{"name": name, **_asked(raw, name)} for name in OPTION_NAMES]


def _asked(raw: Mapping[str, Any], name: str) -> dict[str, Any]:
    if _TYPES[name] is bool:
        return {"sort": "switch"}
    if name in _CHOICES:
        return {"sort": "choice", "of": list(_CHOICES[name])}
    if name == "kinds":
        return {"sort": "kinds", "of": list(ALL_KINDS)}
    if name == "colours":
        return {"sort": "colours", "kinds": list(ALL_KINDS), "of": list(BALL_COLOURS)}
    least, most = raw["limits"][name]
    return {"sort": "number", "least": least, "most": most, "step": raw["steps"].get(name, 1)}


def _option(raw: Mapping[str, Any], name: str, value: Any) -> Any:
    """A checked value of an option; Unknown for another name or type, Rejected for an impossible value."""
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
    """Kinds with the colour of their balls; Unknown for a kind or a colour that there is not (FC-0)."""
    if not isinstance(value, Mapping):
        raise Unknown("option_value", "colours must name a colour for kinds of balls", "FC-0")
    for kind, colour in value.items():
        _known_kind(kind)
        if colour not in BALL_COLOURS:
            names = MessageList([Term(each) for each in BALL_COLOURS])
            raise Unknown("unknown_colour", "No {colour} balls: {names}", "FC-0", colour=colour, names=names)
    return dict(value)


def _in_play(colours: Mapping[str, str], kinds: tuple[str, ...]) -> Mapping[str, str]:
    """The colours of the kinds in play; two kinds never share one (FC-0)."""
    for n, kind in enumerate(kinds):
        twin = next((other for other in kinds[:n] if colours[other] == colours[kind]), None)
        if twin:
            text = N_("Balls of {a} and of {b} cannot both be {colour}")
            params = {"a": Term(twin), "b": Term(kind), "colour": Term(colours[kind])}
            raise Rejected("same_ball_colour", text, "FC-0", **params)
    return {kind: colours[kind] for kind in kinds}


def _known_kind(kind: str) -> None:
    if kind not in ALL_KINDS:
        names = MessageList([Term(each) for each in ALL_KINDS])
        raise Unknown("unknown_kind", "No {kind} balls: {names}", "FC-2", kind=kind, names=names)


def _check_kinds(prices: Mapping[str, Mapping[str, int]], kinds: tuple[str, ...] | list[str]) -> None:
    """At least the kinds that a price needs must be in play (FC-2)."""
    for item, price in prices.items():
        for names in price:
            if not any(kind in kinds for kind in names.split("|")):
                text = N_("The price of a {item} needs {names}")
                need = MessageList([Term(kind) for kind in names.split("|")], N_("or"))
                raise Rejected("kind_needed", text, "FC-2", item=Term(item), names=need)
