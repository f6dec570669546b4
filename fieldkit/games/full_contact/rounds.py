"""Starts, stops and ends: what the clock, the whistle and the referee make of a round and a break.

`phases` has the table of what leads from which phase to which.
"""

from __future__ import annotations

from fieldkit.clock import MS, NS
from fieldkit.errors import Rejected
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact import round_events as ev
from fieldkit.games.full_contact.ball_events import HeldRefused
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.points import at_target, winners
from fieldkit.games.full_contact.state import Round, State
from fieldkit.messages import BLAST_MS, BareRound, Deadline, DelayedOpening, Interruption
from fieldkit.phrases import N_, MessageList

RUNNING = ("head_start", "round")
MAX_BREAK_S = 3600
MAX_ROUND_S = 60
CLOSE_TO_OPEN_MS = 500
"""The silence between a closing whistle and the opening of a round that starts by itself."""


def blocked(state: State) -> Rejected | None:
    """Return why no round may start now, or None."""
    if state.phase not in ("ready", "break"):
        return wrong_phase(state, "FC-7")
    owing = [called(team) for team in state.teams if team.owed]
    if owing:
        return Rejected("discard_owed", "{teams} must discard first", "FC-27", teams=MessageList(owing))
    if winners(state):
        there = MessageList([called(team) for team in at_target(state)], N_("and"))
        text = N_("{teams} are at the target: confirm the result")
        return Rejected("target_reached", text, "FC-32", teams=there)
    return None


_AFTER_THE_FIRST = {
    "FC-18": N_("Teams buy after the first round"),
    "FC-21": N_("Teams trade after the first round"),
    "FC-24": N_("Cards are used after the first round"),
}


def wrong_phase(state: State, rule: str | None = None) -> Rejected:
    """Return the refusal of a command for another phase."""
    text = {
        "ready": _AFTER_THE_FIRST.get(rule or "", N_("Not before the first round")),
        "head_start": N_("Not during the head start"),
        "round": N_("Not during a round"),
        "grace": N_("Not while late balls are judged"),
        "break": N_("Not during the break"),
        "stopped": N_("Not while the round is stopped"),
        "over": N_("The match is over"),
    }[state.phase]
    return Rejected("phase", text, rule)


def start(state: State, command: co.StartRound, at: int) -> tuple[MatchEvent, ...]:
    """Open the next round, with a head start if a team has one (FC-7, FC-29, FC-30).

    Balls that still wait for the referee are refused only if the command says so (FC-11).
    """
    refused = blocked(state)
    if refused:
        raise refused
    if state.pending and not command.refuse_pending:
        text = N_("Late balls wait ({n}): judge them, or start and refuse them")
        raise Rejected("pending", text, "FC-11", n=len(state.pending))
    first = at + state.numbers.opening_lead_ms * MS
    opens, head_opens = first, None
    if state.foresight is not None:
        head_opens, opens = first, first + int(state.options.head_start_seconds * NS)
    return (
        ev.RoundStarted(
            number=state.number + 1,
            at=at,
            opens=opens,
            ends=opens + int(state.options.round_seconds * NS),
            head_team=state.foresight,
            head_opens=head_opens,
            supremacy=state.supremacy,
            refused=tuple(entry.id for entry in state.pending),
            extra=len(at_target(state)) > 1,
        ),
        *_not_judged(state),
    )


def _not_judged(state: State) -> tuple[MatchEvent, ...]:
    return tuple(
        HeldRefused(entry.id, entry.kind, entry.hoop, entry.team, before=state.number + 1)
        for entry in state.pending
    )


def stop(state: State, command: co.StopRound, at: int) -> tuple[MatchEvent, ...]:
    """Stop the running round at that moment; the whistle has sounded already (FC-16)."""
    if state.phase not in RUNNING:
        raise wrong_phase(state, "FC-16")
    assert state.round is not None
    if at > state.round.span.ends:
        raise Rejected("round_closed", "The closing whistle came before the stop", "FC-16")
    return (_stopped(state.round, at, command.reason),)


def _stopped(current: Round, at: int, reason: str | None, sound: bool = False) -> ev.RoundStopped:
    span = current.span
    head_left = max(0, span.opens - max(at, span.head_opens)) if span.head_opens is not None else 0
    left = min(span.ends - at, span.ends - span.opens)
    return ev.RoundStopped(at, max(0, left), head_left, reason, sound)


def resume(state: State, command: co.ResumeRound, at: int) -> tuple[MatchEvent, ...]:
    """Go on after the opening blast with what was left (FC-16)."""
    current = _stopped_round(state)
    left = current.left
    if command.seconds is not None:
        if not 0 < command.seconds <= MAX_ROUND_S:
            text = N_("A round goes on for at most {n} seconds")
            raise Rejected("seconds", text, "FC-16", n=MAX_ROUND_S)
        left = int(command.seconds * NS)
    if left <= 0:
        raise Rejected("no_time", "No time was left: end the round, or say how many seconds to play", "FC-16")
    first = at + state.numbers.opening_lead_ms * MS
    head_opens = first if current.head_left else None
    opens = first + current.head_left
    return (ev.RoundResumed(at, opens, opens + left, head_opens, command.reason),)


def end(state: State, command: co.EndRound, at: int) -> tuple[MatchEvent, ...]:
    """Count a stopped round as played (FC-16)."""
    _stopped_round(state)
    return (ev.RoundEnded(at, command.reason), _break(state, at))


def void(state: State, command: co.VoidRound, at: int) -> tuple[MatchEvent, ...]:
    """Take the round back (FC-16); one that the whistle ran by itself also until something is bought."""
    if not can_void(state):
        raise wrong_phase(state, "FC-16")
    return (ev.RoundVoided(at, command.reason),)


def can_void(state: State) -> bool:
    """Return True if the round may be cancelled."""
    if state.phase == "stopped":
        return True
    bare = state.round is not None and state.round.bare is not None
    return bare and state.before is not None and state.phase in ("grace", "break") and not state.busy


def _stopped_round(state: State) -> Round:
    if state.phase != "stopped" or state.round is None:
        raise wrong_phase(state, "FC-16")
    return state.round


def _break(state: State, at: int) -> ev.BreakStarted:
    span = int(state.options.break_seconds * NS)
    return ev.BreakStarted(at, at + span, span)


def break_clock(state: State, command: co.SetBreakClock, at: int) -> tuple[MatchEvent, ...]:
    """Lengthen, shorten, hold or release the break (FC-17)."""
    clock = state.break_clock
    if state.phase != "break" or clock is None:
        raise wrong_phase(state, "FC-17")
    if command.seconds is None and command.hold is None:
        raise Rejected("nothing_to_do", "Say how many seconds are left, or hold the break", "FC-17")
    if clock.ended and command.seconds is None:
        raise Rejected("break_over", "The break is over: say how many seconds to add", "FC-17")
    left, total = time_left(state, at), clock.total
    if command.seconds is not None:
        if not 0 <= command.seconds <= MAX_BREAK_S:
            text = N_("A break has at most {n} seconds left")
            raise Rejected("seconds", text, "FC-17", n=MAX_BREAK_S)
        left = int(command.seconds * NS)
        total = max(left, total)
    held = clock.ends is None if command.hold is None else command.hold
    return (ev.BreakClockSet(at, None if held else at + left, total, left),)


def time_left(state: State, at: int) -> int:
    """Return the time left of the break at that moment (ns)."""
    clock = state.break_clock
    if clock is None:
        return 0
    return clock.left if clock.ends is None else max(0, clock.ends - at)


def deadline(state: State) -> int | None:
    """Return when the clock changes something next (ns)."""
    current, clock = state.round, state.break_clock
    if state.phase == "head_start" and current:
        return current.span.opens
    if state.phase == "round" and current:
        return current.span.ends
    if state.phase == "grace" and current and current.closed is not None:
        return current.closed + int(state.options.grace_seconds * NS)
    if state.phase == "break" and clock and clock.ends is not None and not clock.ended:
        return clock.ends
    return None


def due(state: State, given: Deadline) -> tuple[MatchEvent, ...]:
    """Act at a deadline; its own moment counts, not when somebody noticed."""
    moment = deadline(state)
    if moment is None or given.at < moment:
        return ()
    if state.phase == "head_start":
        return (ev.HeadStartEnded(moment),)
    if state.phase == "round":
        return (ev.RoundClosed(moment),)
    if state.phase == "grace":
        return (_break(state, moment),)
    if not state.options.auto_start:
        return (ev.BreakEnded(moment),)
    if blocked(state) or state.pending:
        return (ev.BreakEnded(moment, held=True),)
    return (ev.BreakEnded(moment), *start(state, co.StartRound(), max(given.at, _heard(state))))


def _heard(state: State) -> int:
    """Return the moment when the last closing whistle has faded; 0 if none sounded (FC-7)."""
    closed = state.round.closed if state.round else None
    return 0 if closed is None else closed + (BLAST_MS["close"] + CLOSE_TO_OPEN_MS) * MS


def interrupted(state: State, given: Interruption) -> tuple[MatchEvent, ...]:
    """Stop the round that the whistle lost. After another boot hold the clocks that were running."""
    out: list[MatchEvent] = []
    last = given.at if given.same_clock else given.last
    if state.phase in RUNNING and state.round is not None:
        span = state.round.span
        # Nobody is told to stop before an opening blast or after the time is up.
        sound = given.same_clock and span.first <= last < span.ends
        stopped = _stopped(state.round, min(last, span.ends), ev.INTERRUPTED, sound)
        out.append(stopped)
    if given.same_clock:
        return tuple(out)
    clock = state.break_clock
    if state.phase == "grace":
        span_ns = int(state.options.break_seconds * NS)
        out.append(ev.BreakStarted(given.at, None, span_ns, span_ns))
    elif state.phase == "break" and clock and clock.ends is not None and not clock.ended:
        out.append(ev.BreakClockSet(given.at, None, clock.total, max(0, clock.ends - last)))
    if state.phase != "over":
        began = None if state.began is None else given.at - (last - state.began)
        out.append(ev.ClockLost(given.at, began))
    return tuple(out)


def bare(state: State, given: BareRound) -> tuple[MatchEvent, ...]:
    """Take a round that the whistle ran by itself into the record."""
    current = state.round
    if state.phase == "over":
        return ()
    if current and current.bare == given.id:
        return _bare_stopped(state, current, given)
    if state.phase in RUNNING and current:
        # The whistle opened by its button what the kit was just opening: one round, at the whistle's times.
        moved = ev.RoundMoved(given.opened, given.closes, bare=given.id)
        return (moved, *_stop_of(given))
    out: list[MatchEvent] = []
    if state.phase == "stopped":
        out += [ev.RoundEnded(given.opened, "the whistle opened a new round"), _break(state, given.opened)]
    started = ev.RoundStarted(
        number=state.number + 1,
        at=given.opened,
        opens=given.opened,
        ends=given.closes,
        supremacy=state.supremacy,
        bare=given.id,
        refused=tuple(entry.id for entry in state.pending),
        extra=len(at_target(state)) > 1,
    )
    return (*out, started, *_not_judged(state), *_stop_of(given))


def _bare_stopped(state: State, current: Round, given: BareRound) -> tuple[MatchEvent, ...]:
    if given.stopped is None or state.phase != "round" or given.stopped > current.span.ends:
        return ()
    return _stop_of(given)


def _stop_of(given: BareRound) -> tuple[MatchEvent, ...]:
    if given.stopped is None:
        return ()
    return (ev.RoundStopped(given.stopped, max(0, given.closes - given.stopped)),)


def slipped(state: State, given: DelayedOpening) -> tuple[MatchEvent, ...]:
    """Put the opening off: the whole length is still played."""
    opening = first_opening(state)
    if opening is None or state.round is None or given.opens <= opening:
        return ()
    span, shift = state.round.span, given.opens - opening
    head = None if span.head_opens is None else span.head_opens + shift
    return (ev.RoundMoved(span.opens + shift, span.ends + shift, head),)


def first_opening(state: State) -> int | None:
    """Return the moment of the running stretch's first blast (ns)."""
    if state.phase not in RUNNING or state.round is None or state.round.bare is not None:
        return None
    return state.round.span.first
