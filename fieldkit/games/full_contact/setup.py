"""Setting up a match (FC-1 to FC-6): from numbers, a field and the referee's choices to the opening event."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fieldkit.errors import Rejected, SettingsError, Unknown, check
from fieldkit.games.declared import Command, Value
from fieldkit.games.full_contact import round_events as ev
from fieldkit.games.full_contact.events import Events
from fieldkit.games.full_contact.field import Field, read, scaled
from fieldkit.games.full_contact.options import COLOURS, OF_A_LESSON, FullContactOptions, check_kinds, in_play
from fieldkit.games.full_contact.state import Hoop, Numbers, Pile, State, Team
from fieldkit.games.full_contact.words import hoop_label
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_

MAX_NAME_CHARS = 24


class Setting(Value):
    """The kit owner's choices: the numbers of the rules, the options' defaults and the field."""

    numbers: Numbers
    options: FullContactOptions
    raw: Mapping[str, Any]
    """The whole ``rules.toml``, the settings laid over its options."""
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]


def setting(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Setting:
    """Check numbers, default options and field once, before anything starts. Raises SettingsError."""
    options = FullContactOptions(raw)
    plenty, times = raw["card"]["plenty"], raw["times"]
    numbers = Numbers(raw["points"], raw["prices"], raw["deck"], plenty, **times)
    where, defaults = "[rules] kinds", options.defaults
    try:
        check_kinds(numbers.prices, defaults["kinds"])
        where = "[rules] colours"
        in_play(defaults["colours"], defaults["kinds"])
        where = "[field] file"
        hoops, piles = read_field(raw, field)
    except Rejected as error:
        raise SettingsError("{where}: {wrong}", where=where, wrong=error.said) from None
    return Setting(numbers, options, raw, hoops, piles)


def read_field(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Field:
    """Return hoops and piles for these numbers of the rules. Raise Rejected for an unusable field."""
    return read(field, raw["teams"]["most"], raw["options"]["kinds"])


class TeamSetup(Value):
    """A team of a new match; its id is its colour."""

    id: str
    players: int
    start_hoop: str
    name: str | None = None


class CreateMatch(Command, type="create_match", secret=("seed",)):
    """Set up a match (FC-1 to FC-6)."""

    teams: list[TeamSetup]
    game: str = "full_contact"
    full_game: bool = False
    options: dict[str, Any] = {}
    seed: int | str | None = None
    practice: bool = False
    lesson: bool = False
    """True for a practice that leads the referee by the hand."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        raise Rejected("match_running", "A match is running: end or abandon it first")


class EditSetup(CreateMatch, type="edit_setup"):
    """Set the match up again before its first start; without a seed it keeps its own (FC-1 to FC-6)."""


def create(
    given: Setting, command: CreateMatch, key: str, event: type[ev.MatchCreated] = ev.MatchCreated
) -> Events:
    """Open a match; Rejected or Unknown for an impossible set-up."""
    raw = given.raw
    target = raw["start"]["full_game_target" if command.full_game else "target"]
    wished = {**command.options, **(OF_A_LESSON if command.lesson else {})}
    options = given.options.match(target, wished, command.seed)
    check_kinds(given.numbers.prices, options.kinds)
    teams = _teams(given, command)
    owners = {team.start_hoop: team.id for team in teams}
    hoops = tuple(
        replace(hoop, building="city", team=owners[hoop.id]) if hoop.id in owners else hoop
        for hoop in given.hoops
    )
    piles = scaled([pile for pile in given.piles if pile.kind in options.kinds], options.balls_per_kind)
    fewest = min(team.players for team in teams)
    if fewest < max(team.players for team in teams):
        short = raw["teams"]["short_team_vp"]
        teams = tuple(replace(team, bonus_vp=short) if team.players == fewest else team for team in teams)
    of_match = (command.full_game, command.practice or command.lesson, teams, hoops, piles, command.lesson)
    return (event(key, options, given.numbers, *of_match),)


def edit(given: Setting, state: State, command: EditSetup) -> Events:
    """Set a match up again before its first start, by the same rules; its seed stays unless one is given."""
    check(cannot_edit(state))
    seed = state.options.seed if command.seed is None else command.seed
    return create(given, replace(command, seed=seed), state.key, ev.SetupChanged)


def cannot_edit(state: State) -> Rejected | None:
    """Return why the set-up can no longer be changed, or None before the first start."""
    if state.phase == "over":
        return Rejected("phase", "The match is over", "FC-1")
    if state.starts:
        return Rejected("phase", "The match has begun: correct what is wrong instead", "FC-33")
    return None


def _teams(given: Setting, command: CreateMatch) -> tuple[Team, ...]:
    """Return the teams with their starting hoops and knights (FC-1, FC-4, FC-5)."""
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


def _team(given: Setting, team: TeamSetup, knights: int) -> Team:
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
    """Return a name that fits on a screen; an empty one is the colour's. Raise Rejected."""
    name = name.strip() or COLOURS[id][0]
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        text = N_("A team's name has at most {n} characters")
        raise Rejected("team_name", text, None, n=MAX_NAME_CHARS)
    return name
