"""The calls of organisers and referees about results, which lie above what a field has sent."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import Draw, PlannedMatch, Result, Score, Version
from fieldkit.event.state import CORRECTED, Attach, Confirm, Correct, DrawDecision, EventState, decided
from fieldkit.hub.access import Person
from fieldkit.hub.admitting import check_team, named
from fieldkit.hub.derive import Facts, correction_id, scheduled_of
from fieldkit.hub.hub import Hub
from fieldkit.phrases import N_

_PLACES = N_("Places count from 1; teams that share one have the same, and the next is left out: 1, 2, 2, 4.")
MOST_SCORE = 1_000_000
MAX_REASON = 200
"""The greatest length (characters) of the reason of a correction."""


class CorrectedSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a team after a correction, as in `Score`."""

    team: str
    score: int
    place: int


Sides = Sequence[CorrectedSide]
Teams = Mapping[str, str]
"""The team of each side."""


class Change(msgspec.Struct, frozen=True):
    """The effect of a correction on a team: its points from the match before and after; empty for none."""

    team: str
    was: str
    now: str


def confirm(hub: Hub, scheduled: str, id: str, person: Person) -> Result:
    """Say that a version (or the correction) is the result of a match; a person counts once."""

    def decide(state: EventState) -> Confirm:
        now = hub.facts(state)
        _planned(now, scheduled)
        find = _of_correction if id.startswith(CORRECTED) else _of_version
        made = find(now, scheduled, id, person)
        if now.counts(scheduled) == id:
            raise Rejected("confirmed", "Match {match} is confirmed already.", None, match=scheduled)
        sayers = now.sayers(scheduled, id)
        if person.name in sayers and len(sayers) < now.people:
            text = N_("You have confirmed match {match} already: a second person must do it too.")
            raise Rejected("same_person", text, None, match=scheduled)
        return made

    hub.decide(decide, person.name)
    return hub.facts().results[scheduled]


def take_back(hub: Hub, scheduled: str, person: Person) -> None:
    """Let a confirmed result wait again, while no match has begun that follows; a referee only their own."""

    def decide(state: EventState) -> Confirm:
        now = hub.facts(state)
        id = now.counts(scheduled)
        if not id or scheduled in state.corrections:
            raise Rejected("not_confirmed", "Match {match} is not confirmed.", None, match=scheduled)
        if person.role == "referee" and person.name not in now.sayers(scheduled, id):
            text = N_("Somebody else has confirmed match {match}: an organiser takes it back.")
            raise Rejected("other_person", text, None, match=scheduled)
        made = Confirm(scheduled, "")
        after = hub.facts(decided(state, state.n, made, person.name, "")).schedule
        for each in now.schedule.matches:
            later = after.match(each.id)
            if each.id in now.fixed and later is not None and later.teams != each.teams:
                text = N_("Match {later} follows from match {match} and has begun: correct this one instead.")
                raise Rejected("begun", text, None, match=scheduled, later=each.id)
        return made

    hub.decide(decide, person.name)


def correct(hub: Hub, scheduled: str, scores: Sides, reason: str, person: Person) -> Result | None:
    """Say why, and how a match ended, over whatever any record tells; without scores that is taken back."""
    hub.decide(_correction(hub, scheduled, scores, reason), person.name)
    return hub.facts().results.get(scheduled)


def would_change(hub: Hub, scheduled: str, scores: Sequence[CorrectedSide], person: Person) -> list[Change]:
    """Return what `correct` would change in the standings; nothing is stored."""
    before = _points(hub.facts(), scheduled)
    after = _points(hub.tried(_correction(hub, scheduled, scores, "-"), person.name), scheduled)
    told = [Change(each.team, before.get(each.team, ""), after.get(each.team, "")) for each in scores]
    return [each for each in told if each.was != each.now]


def _points(now: Facts, scheduled: str) -> Mapping[str, str]:
    won = [(row.team, one) for row in now.standings.rows for one in row.results]
    return {team: one.points for team, one in won if one.scheduled == scheduled}


def _correction(hub: Hub, scheduled: str, scores: Sides, reason: str) -> Callable[[EventState], Correct]:
    reason = " ".join(reason.split())

    def decide(state: EventState) -> Correct:
        now = hub.facts(state)
        planned = _planned(now, scheduled)
        if not 0 < len(reason) <= MAX_REASON or not reason.isprintable():
            text = N_("Say why, in at most {n} letters: everybody can read the reason.")
            raise Rejected("reason", text, None, n=MAX_REASON)
        if not scores and scheduled not in state.corrections:
            raise Rejected("not_corrected", "Match {match} was not corrected.", None, match=scheduled)
        return Correct(scheduled, _scores(now, planned, scores) if scores else (), reason)

    return decide


def attach(
    hub: Hub, field: str, match: str, scheduled: str, teams: Teams, by: str, generation: int | None = None
) -> None:
    """Say which scheduled match a field has played, if any, in its newest record, and with which teams."""

    def decide(state: EventState) -> Attach:
        now = hub.facts(state)
        of_match = [each for each in now.outcomes if (each.field, each.match) == (field, match)]
        mine = [each for each in of_match if generation in (None, each.generation)]
        if not mine:
            raise Unknown("no_match", "The hub has no match {id} of that field.", None, id=match)
        found = max(mine, key=lambda each: each.generation)
        counting = scheduled_of(now.state, found)
        if counting and now.counts(counting).startswith(f"{found.field}.{found.generation}.{found.match}."):
            text = N_("It is confirmed as the result of match {match}: correct that match instead.")
            raise Rejected("confirmed", text, None, match=counting)
        if not scheduled:
            return Attach(field, found.generation, match, "", {})
        _planned(now, scheduled)
        sides = {side["id"] for side in found.summary.sides}
        if set(teams) != sides or len(set(teams.values())) != len(teams):
            raise Rejected("sides", "Say for each side which team it was, each team once.")
        for team in teams.values():
            check_team(state, team)
        return Attach(field, found.generation, match, scheduled, dict(teams))

    hub.decide(decide, by)


def draw_lots(hub: Hub, teams: Collection[str], by: str) -> Draw:
    """Draw lots, once and for good, among teams that nothing else in the standings tells apart."""
    asked = set(teams)

    def decide(state: EventState) -> DrawDecision:
        now = hub.facts(state)
        for team in asked:
            check_team(state, team)
        if any(asked <= set(draw.order) for draw in state.draws):
            text = N_("Lots were drawn among {teams} already, and that stays.")
            raise Rejected("drawn", text, None, teams=named(state, sorted(asked)))
        if asked not in [set(group) for group in now.standings.undrawn]:
            text = N_("{teams} are not level on everything: there is nothing to draw.")
            raise Rejected("not_level", text, None, teams=named(state, sorted(asked)))
        order = sorted(asked)
        random.SystemRandom().shuffle(order)
        return DrawDecision(tuple(order))

    return hub.decide(decide, by).draws[-1]


def _planned(now: Facts, scheduled: str) -> PlannedMatch:
    """Return the scheduled match; its teams are known as far as they can be."""
    found = now.schedule.match(scheduled)
    if found is None:
        raise Unknown("unknown_match", "There is no match {match} in the schedule.", None, match=scheduled)
    if found.called_off:
        raise Rejected("called_off", "Match {match} is called off: it has no result.", None, match=scheduled)
    return found


def _of_version(now: Facts, scheduled: str, id: str, person: Person) -> Confirm:
    result = now.results.get(scheduled)
    versions: Mapping[str, Version] = {each.id: each for each in result.versions} if result else {}
    if id not in versions:
        text = N_("The field has sent something newer for match {match}: look at it again.")
        raise Rejected("unknown_version", text, None, match=scheduled)
    version = versions[id]
    if person.role == "referee" and person.field != version.field:
        text = N_("That was played on {field}: its own referee or an organiser confirms it.")
        raise Rejected("other_field", text, None, field=now.state.fields.get(version.field, version.field))
    _check_planned_here(now, scheduled, person)
    if scheduled in now.state.corrections:
        text = N_("Match {match} was corrected: take the correction back first, or confirm that.")
        raise Rejected("corrected", text, None, match=scheduled)
    known = {team.id for team in now.state.teams.teams}
    teams = [score.team for score in version.scores]
    if not set(teams) <= known or len(set(teams)) != len(teams):
        text = N_("Nobody knows which teams played match {match}: attach it with its teams first.")
        raise Rejected("no_teams", text, None, match=scheduled)
    return Confirm(scheduled, id, version)


def _of_correction(now: Facts, scheduled: str, id: str, person: Person) -> Confirm:
    if id != correction_id(now.state, scheduled):
        text = N_("The correction of match {match} has changed: look at it again.")
        raise Rejected("unknown_version", text, None, match=scheduled)
    planned, result = now.schedule.match(scheduled), now.results[scheduled]
    fields = {each.field for each in result.versions} or {planned.field if planned else ""}
    if person.role == "referee" and person.field not in fields:
        text = N_("Match {match} was not played on your field: an organiser confirms it.")
        raise Rejected("other_field", text, None, match=scheduled)
    _check_planned_here(now, scheduled, person)
    return Confirm(scheduled, id)


def _check_planned_here(now: Facts, scheduled: str, person: Person) -> None:
    """Refuse a referee what was planned on another field: which match it was is one field's word."""
    planned = _planned(now, scheduled)
    if person.role == "referee" and planned.field not in (person.field, ""):
        text = N_("Match {match} was planned on {field}: an organiser confirms it.")
        name = now.state.fields.get(planned.field, planned.field)
        raise Rejected("other_field", text, None, match=scheduled, field=name)


def _scores(now: Facts, planned: PlannedMatch, given: Sequence[CorrectedSide]) -> tuple[Score, ...]:
    result = now.results.get(planned.id)
    versions = result.versions if result else ()
    teams = [each.team for each in given]
    played = [[score.team for score in each.scores] for each in versions]
    if len(set(teams)) != len(teams) or not any(set(teams) == set(each) for each in (planned.teams, *played)):
        text = N_("The result of match {match} must name each of its teams once: {teams}.")
        raise Rejected("teams", text, None, match=planned.id, teams=named(now.state, planned.teams))
    for team in teams:
        check_team(now.state, team)
    places = [each.place for each in given]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Rejected("places", _PLACES)
    if any(abs(each.score) > MOST_SCORE for each in given):
        raise Rejected("score", "Nobody scores more than {n}.", None, n=MOST_SCORE)
    names_of = {team.id: team.name for team in now.state.teams.teams}
    sides = {score.team: score.side for each in versions for score in each.scores}
    # Sorting leaves those that share a place in the order in which they were given.
    told = sorted(given, key=lambda each: each.place)
    return tuple(
        Score(sides.get(one.team, ""), names_of[one.team], one.score, one.place, one.team) for one in told
    )
