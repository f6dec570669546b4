"""The consequences of a match's records, and of all matches and decisions together, at this moment."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from fieldkit.errors import FieldkitError
from fieldkit.event.documents import Id, MatchIdOrNone, PlannedMatch, Result, Schedule, Score, Version
from fieldkit.event.finals import known_schedule
from fieldkit.event.standings import Points, Standings, standings
from fieldkit.event.state import CORRECTED, EventState, chosen, results
from fieldkit.games import Game, Side
from fieldkit.games.report import Figure
from fieldkit.hub.live import Wording, said_of
from fieldkit.hub.settings import EventTable
from fieldkit.hub.store import Journal, MatchStart
from fieldkit.journal.reading import MatchInfo, chain_flaw
from fieldkit.journal.record import Record, Scheduled
from fieldkit.phrases import Language
from fieldkit.records.archive import Summary, summed_up
from fieldkit.records.plain import MAX_NAME, MAX_TEXT, cut
from fieldkit.records.reader import possible
from fieldkit.records.rounds import round_figures
from fieldkit.referee.match import Match

MAX_SIDES = 16
"""The number of sides of a match that a field tells of at most."""
MAX_ROUNDS = 60
"""The number of rounds that a receipt tells of at most."""
_SCHEDULED = f'"{Scheduled.__name__}"'


class OptionPlayed(msgspec.Struct, frozen=True):
    """An option by which a match is played, with its title and its value in words."""

    value: Any
    title: str
    text: str


class Outcome(msgspec.Struct, frozen=True):
    """A match of a field in short, from its records; outcomes of another ``form`` are made again.

    ``rounds`` has the name of each round, and how long and how late it sounded, in words; ``options`` what
    the matches of an event should have in common.
    """

    field: str
    generation: int
    match: str
    number: int
    game: str
    wall: str
    came: str
    scheduled: MatchIdOrNone
    teams: dict[str, Id]
    summary: Summary
    said: Wording | None
    rounds: tuple[tuple[str, str], ...]
    options: dict[str, OptionPlayed]
    language: str
    form: Literal[5]


def played(begun: MatchStart, records: Sequence[Record]) -> MatchInfo:
    """Return the match as the readers of journals know it, with the first record that does not hold."""
    return MatchInfo(1, begun.match, begun.game, begun.wall, chain_flaw(records))


def outcome(
    journal: Journal, begun: MatchStart, records: list[Record], games: Mapping[str, Game], translate: Language
) -> Outcome:
    """Return what the records of a match come to."""
    scheduled, teams = scheduled_as(records)
    summary, folded = summed_up(played(begun, records), games, records, translate)
    summary, said, rounds = _brief(summary), None, list[Figure]()
    options: dict[str, OptionPlayed] = {}
    if folded is not None:
        with suppress(FieldkitError), possible(begun.match):
            said = said_of(folded, summary.sides, translate)
            rounds = round_figures(folded, records, translate)
            options = _options(folded, translate)
    measured = tuple((cut(each.name, MAX_NAME), cut(each.text, MAX_TEXT)) for each in rounds[:MAX_ROUNDS])
    began = begun.match, begun.number, begun.game, begun.wall, begun.came
    told = scheduled, teams, summary, said
    return Outcome(journal.field, journal.generation, *began, *told, measured, options, translate.code, 5)


def _options(folded: Match, translate: Language) -> dict[str, OptionPlayed]:
    """Return the options of a match; one too long for a page is left out."""
    found = {}
    for name, option in folded.game.played_by(folded.state).items():
        # As it will be read again: a list, where it was a tuple.
        plain: Any = msgspec.json.decode(msgspec.json.encode(option.value))
        text = translate(option.said)
        if len(text) <= MAX_TEXT and len(msgspec.json.encode(plain)) <= MAX_TEXT:
            found[name] = OptionPlayed(plain, translate(option.title), text)
    return found


def _brief(summary: Summary) -> Summary:
    """Return a summary whose texts are short enough for pages that everybody asks for."""
    sides = []
    for side in summary.sides[:MAX_SIDES]:
        id, name, colour, mark = (side[key][:MAX_NAME] for key in ("id", "name", "colour", "mark"))
        sides.append(Side(id=id, name=name, colour=colour, mark=mark, score=side["score"]))
    ids = {side["id"] for side in sides}
    winners = tuple(each for each in summary.winners if each in ids)
    return replace(summary, text=summary.text[:MAX_TEXT], winners=winners, sides=tuple(sides))


def scheduled_as(records: Sequence[Record]) -> tuple[str, dict[str, str]]:
    """Return the scheduled match that a match was last set up as ("" if none), and the team of each side."""
    for one in reversed(records):
        # Most records hold none, and all would have to be decoded to see it.
        if _SCHEDULED not in one.row.events:
            continue
        try:
            told = msgspec.json.decode(one.row.events, type=list[dict[str, Any]])
            named = [each for each in told if each.get("type") == Scheduled.__name__]
            found = [msgspec.convert(each, Scheduled) for each in named]
        except msgspec.MsgspecError:  # it tells of this field alone, and holds up none of the others
            continue
        if found:
            return found[0].id, dict(found[0].teams)
    return "", {}


def scheduled_of(state: EventState, found: Outcome) -> str:
    """Return the scheduled match that a field's match is, as it was set up or attached; empty for none."""
    return (state.attached.get((found.field, found.generation, found.match)) or found).scheduled


def version(state: EventState, found: Outcome) -> Version | None:
    """Return a match as a result's version, attached as organisers say; None while it is not over."""
    summary = found.summary
    if not summary.over:
        return None
    of = state.attached.get((found.field, found.generation, found.match)) or found
    scores = _scores(summary, of.teams)
    told = [(one.side, one.team, one.score, one.place) for one in scores]
    mark = hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:8]
    id, result = f"{found.field}.{found.generation}.{found.match}.{mark}", (scores, summary.practice)
    return Version(id, found.field, found.match, of.scheduled, found.game, *result, summary.text, found.wall)


def _scores(summary: Summary, teams: Mapping[str, str]) -> tuple[Score, ...]:
    """Return the sides of a match in the order of their places: winners first, then by points."""
    if not summary.winners:
        return ()
    ranks = {side["id"]: (side["id"] in summary.winners, side["score"]) for side in summary.sides}
    better = sorted(ranks.values(), reverse=True)

    def score(side: Side) -> Score:
        place = better.index(ranks[side["id"]]) + 1
        return Score(side["id"], side["name"], side["score"], place, teams.get(side["id"], ""))

    return tuple(sorted(map(score, summary.sides), key=lambda one: (one.place, one.side)))


class Facts(msgspec.Struct, frozen=True):
    """An event as it stands; ``playing`` has each field's match, ``people`` is how many have to confirm."""

    state: EventState
    outcomes: tuple[Outcome, ...]
    results: Mapping[str, Result]
    standings: Standings
    schedule: Schedule
    playing: Mapping[str, str]
    people: int

    @property
    def fixed(self) -> frozenset[str]:
        """The ids of the matches that are played or playing: no change of the schedule touches them."""
        return self.played.union(self.playing.values())

    @property
    def played(self) -> frozenset[str]:
        """The ids of the matches that have a result."""
        return frozenset(id for id, one in self.results.items() if one.scores)

    def state_of(self, match: PlannedMatch) -> str:
        """Return how a match stands: planned, playing, played, confirmed or called_off."""
        if match.id in self.played:
            return "confirmed" if self.results[match.id].confirmed else "played"
        if match.called_off:
            return "called_off"
        return "playing" if match.id in self.playing.values() else "planned"

    def counts(self, scheduled: str) -> str:
        """Return the id of the version or correction that counts as a match's result, or ""."""
        result = self.results.get(scheduled)
        if result is None or not result.confirmed:
            return ""
        if result.correction is not None:
            return correction_id(self.state, scheduled)
        found = chosen(self.state.confirmations.get(scheduled, ()), self.people)
        return "" if found is None else found.id

    def sayers(self, scheduled: str, id: str) -> set[str]:
        """Return who has said that a version or correction is the result; who corrects says so by it."""
        told = {said.by for made, said in self.state.confirmations.get(scheduled, ()) if made.id == id}
        if id and id == correction_id(self.state, scheduled):
            told.add(self.state.corrections[scheduled][1].by)
        return told


def follow(event: EventTable, state: EventState, outcomes: Sequence[Outcome]) -> Facts:
    """Return what follows from what was decided and from what the matches came to."""
    versions = [told for each in outcomes if (told := version(state, each)) is not None]
    found = results(state, versions, event.confirm)
    rules = Points(event.points_of_four, event.points_of_three)
    table = standings(state.teams.teams, state.schedule, list(found.values()), rules, state.draws)
    playing: dict[str, str] = {}
    for each in outcomes:
        id = scheduled_of(state, each)
        if not id or each.generation != state.generations.get(each.field):
            continue
        if each.summary.over:
            playing.pop(each.field, None)
        elif id not in found:
            playing[each.field] = id
    schedule = known_schedule(state, found, table)
    return Facts(state, tuple(outcomes), found, table, schedule, playing, event.confirm)


def correction_id(state: EventState, scheduled: str) -> str:
    """Return what the correction of a match is confirmed by; empty where there is none."""
    number, correction = state.corrections.get(scheduled, (0, None))
    return "" if correction is None else f"{CORRECTED}{number}"
