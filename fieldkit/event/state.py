"""The organisers' decisions, folded into a state, and what results: a later one stands over all before."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from fieldkit.errors import FieldkitError
from fieldkit.event.documents import (
    Confirmation,
    Correction,
    Draw,
    Id,
    MatchId,
    MatchIdOrNone,
    Result,
    Schedule,
    Score,
    Short,
    Team,
    Teams,
    Version,
)
from fieldkit.phrases import N_

CORRECTED = "corrected."
"""The beginning of the id of a correction that confirms a result; the number of its decision follows."""


class FieldDecision(msgspec.Struct, frozen=True, tag="field", forbid_unknown_fields=True):
    """A field takes part; a field that is known already is only renamed."""

    id: Id
    name: Short


class NewKit(msgspec.Struct, frozen=True, tag="new_kit", forbid_unknown_fields=True):
    """A field goes on with another journal: another kit, or a card that was changed."""

    field: Id
    reason: Short


class TeamsDecision(msgspec.Struct, frozen=True, tag="teams", forbid_unknown_fields=True):
    """These are all teams from now on."""

    teams: tuple[Team, ...]


class ScheduleDecision(msgspec.Struct, frozen=True, tag="schedule", forbid_unknown_fields=True):
    """This is the schedule from now on."""

    schedule: Schedule


class Attach(msgspec.Struct, frozen=True, tag="attach", forbid_unknown_fields=True):
    """A match that a field played is this scheduled one; empty for none. ``teams``: team by side."""

    field: Id
    generation: int
    match: Short
    scheduled: MatchIdOrNone
    teams: dict[Short, Id] = {}


class Correct(msgspec.Struct, frozen=True, tag="correct", forbid_unknown_fields=True):
    """A scheduled match ended like this; without ``scores`` the correction before is taken back."""

    scheduled: MatchId
    scores: tuple[Score, ...]
    reason: Short


class Confirm(msgspec.Struct, frozen=True, tag="confirm", forbid_unknown_fields=True):
    """This version, kept whole, or else its correction is a match's result; an empty ``id`` takes it back."""

    scheduled: MatchId
    id: Short
    version: Version | None = None


class DrawDecision(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Lots were drawn: the first of ``order`` is before the others."""

    order: tuple[Id, ...]


class CheckIn(msgspec.Struct, frozen=True, tag="check_in", forbid_unknown_fields=True):
    """A team is there, or is not."""

    team: Id
    here: bool


Decision = (
    FieldDecision | NewKit | TeamsDecision | ScheduleDecision
    | Attach | Correct | Confirm | DrawDecision | CheckIn
)  # fmt: skip
"""Any decision of the organisers; the tag in each JSON text is its kind."""

Attached = Mapping[tuple[str, int, str], Attach]


class EventState(msgspec.Struct, frozen=True):
    """The event as it is decided: ``n`` counts the decisions, ``generations`` each field's journals."""

    n: int = 0
    fields: Mapping[str, str] = {}
    generations: Mapping[str, int] = {}
    teams: Teams = msgspec.field(default_factory=Teams)
    schedule: Schedule = msgspec.field(default_factory=Schedule)
    attached: Attached = {}
    corrections: Mapping[str, tuple[int, Correction]] = {}
    confirmations: Mapping[str, tuple[tuple[Confirm, Confirmation], ...]] = {}
    draws: tuple[Draw, ...] = ()
    here: frozenset[str] = frozenset()


def read_decision(n: int, body: str) -> Decision:
    """Return the decision ``n`` from its JSON text. Raises FieldkitError for what is none."""
    try:
        found: Decision = msgspec.json.decode(body, type=Decision)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise FieldkitError(N_("Decision {n} of the event cannot be read: {why}"), n=n, why=error) from None
    return found


def decided(state: EventState, n: int, made: Decision, by: str, at: str) -> EventState:
    """Fold decision ``n``, made by ``by``, into the state; ``at`` is a label of the time of day."""
    state = replace(state, n=n)
    match made:
        case FieldDecision():
            generations = {made.id: 1, **state.generations}
            return replace(state, fields={**state.fields, made.id: made.name}, generations=generations)
        case NewKit():
            grown = {**state.generations, made.field: state.generations.get(made.field, 1) + 1}
            return replace(state, generations=grown)
        case TeamsDecision():
            return replace(state, teams=Teams(state.teams.version + 1, made.teams))
        case ScheduleDecision():
            return replace(state, schedule=replace(made.schedule, version=state.schedule.version + 1))
        case Attach():
            key = made.field, made.generation, made.match
            return replace(state, attached={**state.attached, key: made})
        case Correct():
            corrections = {id: one for id, one in state.corrections.items() if id != made.scheduled}
            if made.scores:
                corrections[made.scheduled] = n, Correction(made.scheduled, made.scores, made.reason, by, at)
            return replace(state, corrections=corrections)
        case Confirm():
            confirmations = dict(state.confirmations)
            before = confirmations.pop(made.scheduled, ())
            if made.id:
                told = made, Confirmation(made.scheduled, made.id, by, at)
                confirmations[made.scheduled] = (*before, told)
            return replace(state, confirmations=confirmations)
        case DrawDecision():
            return replace(state, draws=(*state.draws, Draw(tuple(sorted(made.order)), made.order, at)))
        case CheckIn():
            others = state.here - {made.team}
            return replace(state, here=others | {made.team} if made.here else others)


def results(state: EventState, versions: Iterable[Version], people: int) -> dict[str, Result]:
    """Return how each scheduled match stands that has a version or a correction, if ``people`` confirm."""
    of_match: dict[str, list[Version]] = {}
    for version in versions:
        if version.scheduled and version.scores and not version.practice:
            of_match.setdefault(version.scheduled, []).append(version)
    wanted = {*of_match, *state.corrections, *state.confirmations}
    return {id: _result(state, id, tuple(of_match.get(id, ())), people) for id in sorted(wanted)}


def _result(state: EventState, id: str, versions: tuple[Version, ...], people: int) -> Result:
    told = state.confirmations.get(id, ())
    number, correction = state.corrections.get(id, (0, None))
    if correction is not None:
        name = f"{CORRECTED}{number}"
        # Who corrects says by it that this is the result.
        sayers = {correction.by, *(said.by for made, said in told if made.id == name)}
        confirmed, scores = len(sayers) >= people, correction.scores
    else:
        found = chosen(told, people)
        confirmed = found is not None
        scores = found.version.scores if found and found.version else versions[-1].scores if versions else ()
    # A field that has taken its result back tells nothing, which is another thing too.
    seen = {version.scores for version in versions}
    disputed = correction is None and (seen != {tuple(scores)} if confirmed else len(seen) > 1)
    return Result(id, scores, confirmed, versions, tuple(said for _, said in told), correction, disputed)


def chosen(told: Sequence[tuple[Confirm, Confirmation]], people: int) -> Confirm | None:
    """Return what enough people have confirmed, the last one that was; it has its version."""
    found = None
    sayers: dict[str, set[str]] = {}
    for made, said in told:
        if made.version is not None:
            sayers.setdefault(made.id, set()).add(said.by)
            if len(sayers[made.id]) >= people:
                found = made
    return found
