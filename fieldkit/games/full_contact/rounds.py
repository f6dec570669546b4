"""Starts, stops and ends of a round and a break; ``README.md`` has the table of phases, held by tests."""

from typing import Any

from fieldkit.clock import MS, NS
from fieldkit.errors import Rejected, check
from fieldkit.games.declared import Command
from fieldkit.games.full_contact import round_events as ev
from fieldkit.games.full_contact.ball_events import HeldRefused
from fieldkit.games.full_contact.events import Events, MatchEvent
from fieldkit.games.full_contact.points import at_target, winners
from fieldkit.games.full_contact.state import Round, State, Team
from fieldkit.games.full_contact.words import called
from fieldkit.messages import BLAST_MS, BareRound, Chance, Deadline, DelayedOpening, GameCommand, Interruption
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


def owes(team: Team) -> Rejected:
    """Return the refusal while a team owes a discard (FC-27)."""
    return Rejected("discard_owed", "{team} must discard {n} first", "FC-27", team=called(team), n=team.owed)


class StartRound(Command, type="start_round"):
    """Open the next round (FC-7, FC-29, FC-30); with ``refuse_pending`` waiting balls are refused (FC-11)."""

    refuse_pending: bool = False

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(blocked(state))
        if state.pending and not self.refuse_pending:
            text = N_("Late balls wait ({n}): judge them, or start and refuse them")
            raise Rejected("pending", text, "FC-11", n=len(state.pending))
        return _started(state, order.at)


def _started(state: State, at: int) -> Events:
    opens, head_opens = at + state.numbers.opening_lead_ms * MS, None
    if state.foresight is not None:
        head_opens, opens = opens, opens + int(state.options.head_start_seconds * NS)
    ends = opens + int(state.options.round_seconds * NS)
    return _opened(state, at, opens, ends, head_team=state.foresight, head_opens=head_opens)


def _opened(state: State, at: int, opens: int, ends: int, **more: Any) -> Events:
    """Return the start of the next round, and the end of each ball that waited for the referee."""
    number, waiting, extra = state.number + 1, state.pending, len(at_target(state)) > 1
    more |= {"supremacy": state.supremacy, "refused": tuple(one.id for one in waiting), "extra": extra}
    not_judged = [HeldRefused(one.id, one.kind, one.hoop, one.team, before=number) for one in waiting]
    return (ev.RoundStarted(number, at, opens, ends, **more), *not_judged)


class StopRound(Command, type="stop_round"):
    """Stop the running round at that moment; the whistle has sounded already (FC-16)."""

    reason: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.phase not in RUNNING:
            raise wrong_phase(state, "FC-16")
        if order.at > state.current.span.ends:
            raise Rejected("round_closed", "The closing whistle came before the stop", "FC-16")
        return (_stopped(state.current, order.at, self.reason),)


def _stopped(current: Round, at: int, reason: str | None, sound: bool = False) -> ev.RoundStopped:
    span = current.span
    head_left = max(0, span.opens - max(at, span.head_opens)) if span.head_opens is not None else 0
    left = min(span.ends - at, span.ends - span.opens)
    return ev.RoundStopped(at, max(0, left), head_left, reason, sound)


class ResumeRound(Command, type="resume_round"):
    """Go on after the opening blast with the time that was left, or with ``seconds`` (FC-16)."""

    reason: str | None = None
    seconds: float | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        current = _stopped_round(state)
        left = current.left
        if self.seconds is not None:
            if not 0 < self.seconds <= MAX_ROUND_S:
                text = N_("A round goes on for at most {n} seconds")
                raise Rejected("seconds", text, "FC-16", n=MAX_ROUND_S)
            left = int(self.seconds * NS)
        if left <= 0:
            text = N_("No time was left: end the round, or say how many seconds to play")
            raise Rejected("no_time", text, "FC-16")
        first = order.at + state.numbers.opening_lead_ms * MS
        head_opens = first if current.head_left else None
        opens = first + current.head_left
        return (ev.RoundResumed(order.at, opens, opens + left, head_opens, self.reason),)


def _stopped_round(state: State) -> Round:
    if state.phase != "stopped":
        raise wrong_phase(state, "FC-16")
    return state.current


class EndRound(Command, type="end_round"):
    """Count a stopped round as played (FC-16)."""

    reason: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        _stopped_round(state)
        return (ev.RoundEnded(order.at, self.reason), _break(state, order.at))


class VoidRound(Command, type="void_round"):
    """Take a round back (FC-16); one that the whistle ran by itself also until something is bought."""

    reason: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if not can_void(state):
            raise wrong_phase(state, "FC-16")
        return (ev.RoundVoided(order.at, self.reason),)


def can_void(state: State) -> bool:
    """Return True if the round may be cancelled."""
    if state.phase == "stopped":
        return True
    bare = state.round is not None and state.round.bare is not None
    return bare and state.before is not None and state.phase in ("grace", "break") and not state.busy


def _break(state: State, at: int) -> ev.BreakStarted:
    span = int(state.options.break_seconds * NS)
    return ev.BreakStarted(at, at + span, span)


class SetBreakClock(Command, type="break_clock"):
    """Set what is left of the break (s), hold it, or let it go on (FC-17)."""

    seconds: float | None = None
    hold: bool | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        clock, at = state.break_clock, order.at
        if state.phase != "break" or clock is None:
            raise wrong_phase(state, "FC-17")
        if self.seconds is None and self.hold is None:
            raise Rejected("nothing_to_do", "Say how many seconds are left, or hold the break", "FC-17")
        if clock.ended and self.seconds is None:
            raise Rejected("break_over", "The break is over: say how many seconds to add", "FC-17")
        left, total = clock.left if clock.ends is None else max(0, clock.ends - at), clock.total
        if self.seconds is not None:
            if not 0 <= self.seconds <= MAX_BREAK_S:
                text = N_("A break has at most {n} seconds left")
                raise Rejected("seconds", text, "FC-17", n=MAX_BREAK_S)
            left = int(self.seconds * NS)
            total = max(left, total)
        held = clock.ends is None if self.hold is None else self.hold
        return (ev.BreakClockSet(at, None if held else at + left, total, left),)


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


def due(state: State, given: Deadline) -> Events:
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
    held = state.options.auto_start and (given.held or blocked(state) is not None or bool(state.pending))
    if held or not state.options.auto_start:
        return (ev.BreakEnded(moment, held),)
    closed = state.round.closed if state.round else None
    # The last closing whistle has to fade first (FC-7).
    faded = 0 if closed is None else closed + (BLAST_MS["close"] + CLOSE_TO_OPEN_MS) * MS
    return (ev.BreakEnded(moment), *_started(state, max(given.at, faded)))


def interrupted(state: State, given: Interruption) -> Events:
    """Stop the round that the whistle lost. After another boot hold the clocks that were running."""
    out: list[MatchEvent] = []
    last = given.at if given.same_clock else given.last
    if state.phase in RUNNING and state.round is not None:
        span = state.round.span
        # Nobody is told to stop before an opening blast or after the time is up.
        sound = given.same_clock and span.first <= last < span.ends
        out.append(_stopped(state.round, min(last, span.ends), ev.INTERRUPTED, sound))
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


def bare(state: State, given: BareRound) -> Events:
    """Take a round that the whistle ran by itself into the record."""
    current = state.round
    stop: Events = ()
    if given.stopped is not None:
        stop = (ev.RoundStopped(given.stopped, max(0, given.closes - given.stopped)),)
    if state.phase == "over":
        return ()
    if current and current.bare == given.id:
        in_time = given.stopped is not None and given.stopped <= current.span.ends
        return stop if in_time and state.phase == "round" else ()
    if state.phase in RUNNING and current:
        # The whistle opened by its button what the kit was just opening: one round, at the whistle's times.
        return (ev.RoundMoved(given.opened, given.closes, bare=given.id), *stop)
    ended: Events = ()
    if state.phase == "stopped":
        ended = (ev.RoundEnded(given.opened, "the whistle opened a new round"), _break(state, given.opened))
    opened = _opened(state, given.opened, given.opened, given.closes, bare=given.id)
    return (*ended, *opened, *stop)


def slipped(state: State, given: DelayedOpening) -> Events:
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
