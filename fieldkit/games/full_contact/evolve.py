"""How an event changes the state. Nothing is refused and no price is computed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.apply_correction import apply_correction
from fieldkit.games.full_contact.evolve_bank import BANK_STEPS, kept
from fieldkit.games.full_contact.evolve_offers import OFFER_STEPS
from fieldkit.games.full_contact.state import (
    FIELD,
    BreakClock,
    Counted,
    Foul,
    Pending,
    Refused,
    Round,
    Span,
    State,
    TagCount,
    at_target,
    move,
    plus,
    standing,
    with_hoop,
    with_team,
)

MAX_PAST_ROUNDS = 8
"""How many past rounds a slow sighting is judged by; a sighting older than a minute is refused anyway."""


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; the first one is `MatchCreated`, and `SetupChanged` begins it again."""
    if isinstance(event, ev.MatchCreated):
        return _created(event)
    assert state is not None
    after = _STEPS[type(event)](state, event)
    return after if after.options.tie != "first" else _in_order(after)


def _in_order(state: State) -> State:
    """The state with who is at the target in the order of the record; who dropped below is out (FC-32)."""
    there = [team.id for team in at_target(state)]
    stay = {id: place for id, place in state.reached.items() if id in there}
    come = dict.fromkeys((id for id in there if id not in stay), max(stay.values(), default=0) + 1)
    return replace(state, reached=stay | come)


def numbered(state: State, seq: int) -> State:
    """The state with the number of a decision at the ball that it counted."""
    if not state.counted or state.counted[-1].seq is not None:
        return state
    counted = tuple(replace(entry, seq=seq) if entry.seq is None else entry for entry in state.counted)
    return replace(state, counted=counted)


def _created(event: ev.MatchCreated) -> State:
    none = dict.fromkeys(event.options.kinds, 0)
    balls = dict.fromkeys(event.options.kinds, event.options.balls_per_kind)
    return State(
        key=event.key,
        options=event.options,
        numbers=event.numbers,
        full_game=event.full_game,
        practice=event.practice,
        target=event.options.target,
        teams=event.teams,
        hoops=event.hoops,
        piles=event.piles,
        stocks={FIELD: balls} | {team.id: none for team in event.teams},
        balls=balls,
        deck=event.numbers.deck,
        refill=none,
        returned=none,
    )


def _round_started(state: State, event: ev.RoundStarted) -> State:
    span = Span(event.opens, event.ends, None, event.head_team, event.head_opens)
    opened = Round(
        number=event.number,
        key=f"{state.key}/{state.starts + 1}",
        started=event.at,
        spans=(span,),
        head_team=event.head_team,
        supremacy=event.supremacy,
        bare=event.bare,
    )
    return replace(
        state,
        before=replace(state, before=None, proposals=()),
        proposals=(),
        corrections=(),
        phase="head_start" if event.head_opens is not None else "round",
        number=event.number,
        starts=state.starts + 1,
        round=opened,
        past=_remember(state),
        # A bare round had no head start, so that right still stands.
        foresight=state.foresight if event.bare else None,
        supremacy=None,
        counted=(),
        refused=(),
        pending=(),
        players_seen={},
        busy=False,
        extra=event.extra,
        fetch={},
        began=_first(span) if state.began is None else state.began,
        history=(*state.history, standing(state)),
        teams=tuple(replace(team, placeable=team.settlements_in_hand) for team in state.teams),
    )


def _remember(state: State) -> tuple[Round, ...]:
    return ((state.round, *state.past) if state.round else state.past)[:MAX_PAST_ROUNDS]


def _round(state: State, phase: Any = None, span: Mapping[str, Any] | None = None, **changes: Any) -> State:
    """The state with the running round changed, its newest stretch with ``span``."""
    assert state.round is not None
    current = state.round
    if span:
        changes["spans"] = (*current.spans[:-1], replace(current.span, **span))
    return replace(state, phase=phase or state.phase, round=replace(current, **changes))


def _round_moved(state: State, event: ev.RoundMoved) -> State:
    assert state.round is not None
    key = f"{state.round.key}+"
    span = {"opens": event.opens, "ends": event.ends, "head_opens": event.head_opens}
    if event.bare is not None:
        span |= {"head_opens": None, "head_team": None}
        moved = _round(state, "round", span, key=key, bare=event.bare)
    else:
        moved = _round(state, span=span, key=key)
    if moved.round and state.began == _first(state.round.span):
        return replace(moved, began=_first(moved.round.span))
    return moved


def _first(span: Span) -> int:
    """The moment of a stretch's first blast."""
    return span.opens if span.head_opens is None else span.head_opens


def _head_start_ended(state: State, event: ev.HeadStartEnded) -> State:
    return replace(state, phase="round")


def _round_closed(state: State, event: ev.RoundClosed) -> State:
    return _round(state, "grace", {"until": event.at}, closed=event.at)


def _round_stopped(state: State, event: ev.RoundStopped) -> State:
    changes = {"left": event.left, "head_left": event.head_left, "sound_stop": event.sound}
    return _round(state, "stopped", {"until": event.at}, **changes)


def _round_resumed(state: State, event: ev.RoundResumed) -> State:
    current = state.round
    assert current is not None
    team = current.head_team if event.head_opens is not None else None
    span = Span(event.opens, event.ends, None, team, event.head_opens)
    phase = "head_start" if event.head_opens is not None else "round"
    key, spans = current.key, (*current.spans, span)
    if current.clock_lost:
        key, spans = f"{key}+", (span,)
    # A round of the whistle's own becomes the kit's when the kit resumes it.
    return _round(state, phase, key=key, spans=spans, bare=None, sound_stop=False, clock_lost=False)


def _round_ended(state: State, event: ev.RoundEnded) -> State:
    return _round(state, sound_stop=False)


def _round_voided(state: State, event: ev.RoundVoided) -> State:
    before, voided = state.before, state.round
    assert before is not None
    assert voided is not None
    back = replace(
        before,
        starts=state.starts,
        clocks=state.clocks,
        held=state.held,
        proposed=state.proposed,
        past=(replace(voided, voided=True), *before.past)[:MAX_PAST_ROUNDS],
        round=before.round,
        began=before.began and state.began,
    )
    for stays in state.corrections:
        back = _STEPS[type(stays)](back, stays)
    # What was discarded in the round lies with the team again: the crew cannot owe less than nothing.
    back = replace(back, refill={kind: max(0, n) for kind, n in back.refill.items()})
    clock = before.break_clock
    if clock is not None:
        key = f"{state.key}/b{state.clocks + 1}"
        ends, left = clock.ends, clock.left
        if clock.ends is not None and not clock.ended:
            ends = event.at + max(0, clock.ends - voided.started)
            if voided.clock_lost:
                left, ends = max(0, clock.ends - voided.started), None
        restored = BreakClock(key, event.at, clock.total, ends, left, clock.ended)
        back = replace(back, break_clock=restored, clocks=state.clocks + 1)
    return replace(back, before=None, corrections=())


def _break_clock(state: State, event: ev.BreakStarted | ev.BreakClockSet) -> State:
    clock = BreakClock(f"{state.key}/b{state.clocks + 1}", event.at, event.total, event.ends, event.left)
    return replace(state, phase="break", break_clock=clock, clocks=state.clocks + 1)


def _break_ended(state: State, event: ev.BreakEnded) -> State:
    assert state.break_clock is not None
    return replace(state, break_clock=replace(state.break_clock, ended=True))


def _clock_lost(state: State, event: ev.ClockLost) -> State:
    state = replace(state, past=(), began=event.began)
    return _round(state, clock_lost=True) if state.round else state


def _counted(state: State, event: ev.DepositCounted) -> State:
    state = move(state, FIELD, event.team, {event.kind: 1})
    entry = Counted(event.hoop, event.team, event.kind, event.at_clock, event.by, event.player)
    seen = {hoop: who for hoop, who in state.players_seen.items() if hoop != event.hoop or not event.player}
    return replace(state, players_seen=seen, **_listed(state, entry, event.tag))


def _listed(state: State, entry: Counted, tag: str | None) -> dict[str, Any]:
    """What a counted ball changes beside the stocks: the round's list, who brought what, its tag."""
    collected = plus(state.collected.get(entry.team, {}), {entry.kind: 1})
    changes: dict[str, Any] = {
        "counted": (*state.counted, entry),
        "collected": {**state.collected, entry.team: collected},
    }
    if entry.player is not None:
        brought = state.by_player.get(entry.player, 0) + 1
        changes["by_player"] = {**state.by_player, entry.player: brought}
    if tag is not None:
        last = state.tags.get(tag)
        before = last.hoops if last and last.start == state.starts else ()
        count = TagCount(state.starts, state.returned.get(entry.kind, 0), (*before, entry.hoop))
        changes["tags"] = {**state.tags, tag: count}
    return changes


def _held(state: State, event: ev.DepositHeld) -> State:
    entry = Pending(
        id=event.id,
        hoop=event.hoop,
        kind=event.kind,
        team=event.team,
        why=event.why,
        late_by=event.late_by,
        tag=event.tag,
        at_clock=event.at_clock,
        player=event.player,
        params=event.params,
    )
    # By its number, not by counting: an earlier one may have been struck, and ids must stay apart.
    return replace(state, pending=(*state.pending, entry), held=max(state.held, int(event.id[1:])))


def _held_accepted(state: State, event: ev.HeldAccepted) -> State:
    held = [entry for entry in state.pending if entry.id == event.id]
    state = move(_without_held(state, event.id), FIELD, event.team, {event.kind: 1})
    for entry in held:
        counted = Counted(event.hoop, event.team, event.kind, entry.at_clock, "referee", entry.player)
        state = replace(state, **_listed(state, counted, entry.tag))
    return state


def _held_refused(state: State, event: ev.HeldRefused) -> State:
    entry = Refused(event.hoop, event.kind, "referee", after=len(state.counted))
    if event.before is not None:
        entry = replace(entry, why="not_judged", params={"n": str(event.before)})
    return replace(_without_held(state, event.id), refused=(*state.refused, entry))


def _without_held(state: State, id: str) -> State:
    return replace(state, pending=tuple(entry for entry in state.pending if entry.id != id))


def _refused(state: State, event: ev.SightingRefused) -> State:
    entry = Refused(event.hoop, event.kind, event.why, event.params, len(state.counted))
    return replace(state, refused=(*state.refused, entry)[-50:])


def _player_seen(state: State, event: ev.PlayerSeen) -> State:
    return replace(state, players_seen={**state.players_seen, event.hoop: (event.player, event.at)})


def _placed(state: State, event: ev.SettlementPlaced) -> State:
    team = state.team(event.team)
    state = with_team(
        state,
        team.id,
        settlements_in_hand=team.settlements_in_hand - 1,
        placeable=team.placeable - 1,
    )
    return with_hoop(state, event.hoop, "settlement", event.team)


def _noted(state: State, event: ev.Noted) -> State:
    if event.foul is None or event.team is None:
        return state
    foul = Foul(event.team, event.foul, event.player)
    return kept(replace(state, fouls=(*state.fouls, foul)), event)


def _confirmed(state: State, event: ev.ResultConfirmed) -> State:
    return replace(state, phase="over", winners=event.winners, before=None)


def _ended(state: State, event: ev.MatchEnded) -> State:
    return replace(_stop_for_good(state, event.at, event.sound), winners=event.winners)


def _abandoned(state: State, event: ev.MatchAbandoned) -> State:
    return _stop_for_good(state, event.at, event.sound)


def _stop_for_good(state: State, at: int, sound: bool) -> State:
    if sound:
        state = _round(state, span={"until": at}, sound_stop=True)
    return replace(state, phase="over", before=None)


_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    ev.RoundStarted: _round_started,
    ev.RoundMoved: _round_moved,
    ev.HeadStartEnded: _head_start_ended,
    ev.RoundClosed: _round_closed,
    ev.RoundStopped: _round_stopped,
    ev.RoundResumed: _round_resumed,
    ev.RoundEnded: _round_ended,
    ev.RoundVoided: _round_voided,
    ev.BreakStarted: _break_clock,
    ev.BreakClockSet: _break_clock,
    ev.BreakEnded: _break_ended,
    ev.ClockLost: _clock_lost,
    ev.DepositCounted: _counted,
    ev.DepositHeld: _held,
    ev.HeldAccepted: _held_accepted,
    ev.HeldRefused: _held_refused,
    ev.SightingRefused: _refused,
    ev.PlayerSeen: _player_seen,
    ev.SettlementPlaced: _placed,
    ev.Corrected: apply_correction,
    ev.Noted: _noted,
    ev.ResultConfirmed: _confirmed,
    ev.MatchEnded: _ended,
    ev.MatchAbandoned: _abandoned,
    **BANK_STEPS,
    **OFFER_STEPS,
}
