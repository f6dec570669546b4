"""Events of the clock: the set-up, rounds and breaks, the end. A strike takes none of them out."""

from typing import Any

from msgspec.structs import fields, replace

from fieldkit.games.declared import LogLine
from fieldkit.games.full_contact.events import ClockEvent
from fieldkit.games.full_contact.options import Options
from fieldkit.games.full_contact.points import standing
from fieldkit.games.full_contact.state import FIELD, BreakClock, Hoop, Numbers, Pile, Round, Span, State, Team
from fieldkit.games.full_contact.words import called
from fieldkit.phrases import N_, Term, tenths

MAX_PAST_ROUNDS = 8
"""The past rounds that a slow sighting is judged by; one older than a minute is refused anyway."""
INTERRUPTED = N_("the kit was interrupted")
STOP_BUTTON = N_("stop button")
"""Reasons of the kit's own, which stand on the record in English and are shown in its language."""


class RoundStarted(ClockEvent, sort="clock"):
    """A round opens at ``opens`` and ends at ``ends``; one team may open at ``head_opens`` (FC-29)."""

    number: int
    at: int
    opens: int
    ends: int
    head_team: str | None = None
    head_opens: int | None = None
    supremacy: str | None = None
    bare: str | None = None
    refused: tuple[str, ...] = ()
    extra: bool = False

    def apply(self, state: State) -> State:
        span = Span(self.opens, self.ends, None, self.head_team, self.head_opens)
        key, teams = f"{state.key}/{state.starts + 1}", (self.head_team, self.supremacy)
        opened = Round(self.number, key, self.at, (span,), *teams, self.bare)
        past = (state.round, *state.past) if state.round else state.past
        return replace(
            state,
            before=replace(state, before=None, proposals=()),
            proposals=(),
            corrections=(),
            phase="head_start" if self.head_opens is not None else "round",
            number=self.number,
            starts=state.starts + 1,
            round=opened,
            past=past[:MAX_PAST_ROUNDS],
            # A bare round had no head start, so that right still stands.
            foresight=state.foresight if self.bare else None,
            supremacy=None,
            counted=(),
            refused=(),
            pending=(),
            players_seen={},
            busy=False,
            extra=self.extra,
            fetch={},
            began=span.first if state.began is None else state.began,
            history=(*state.history, standing(state)),
            teams=tuple(replace(team, placeable=team.settlements_in_hand) for team in state.teams),
        )

    def line(self, state: State) -> LogLine:
        if self.bare:
            return self.told(state, N_("The whistle opened round {number} by itself"))
        if not self.head_team:
            return self.told(state, N_("Round {number}"))
        team = called(state.team(self.head_team))
        line = self.told(state, N_("Round {number}: {team} start first"), team=team)
        return replace(line, team=self.head_team)


class RoundMoved(ClockEvent):
    """The opening was put off (a slow disk), or the whistle had opened by itself (``bare``)."""

    opens: int
    ends: int
    head_opens: int | None = None
    bare: str | None = None

    def apply(self, state: State) -> State:
        current = state.current
        span: dict[str, Any] = {"opens": self.opens, "ends": self.ends, "head_opens": self.head_opens}
        changes: dict[str, Any] = {"key": f"{current.key}+"}
        if self.bare is not None:
            span |= {"head_opens": None, "head_team": None}
            changes |= {"phase": "round", "bare": self.bare}
        moved = state.with_round(span, **changes)
        at_first = state.began == current.span.first
        return replace(moved, began=moved.current.span.first) if at_first else moved


class HeadStartEnded(ClockEvent):
    """The general whistle: everybody plays."""

    at: int

    def apply(self, state: State) -> State:
        return replace(state, phase="round")


class RoundClosed(ClockEvent, sort="clock", said=N_("Closing whistle")):
    """The closing whistle; late balls are held until the grace ends."""

    at: int

    def apply(self, state: State) -> State:
        return state.with_round({"until": self.at}, "grace", closed=self.at)


class RoundStopped(ClockEvent, sort="stop"):
    """The round is stopped with ``left`` to go (ns), ``head_left`` of the head start (FC-16)."""

    at: int
    left: int
    head_left: int = 0
    reason: str | None = None
    sound: bool = False

    def apply(self, state: State) -> State:
        left = {"left": self.left, "head_left": self.head_left}
        return state.with_round({"until": self.at}, "stopped", sound_stop=self.sound, **left)

    def line(self, state: State) -> LogLine:
        """Return what was left, and why; the kit translates its own reasons, not what somebody typed."""
        left = tenths(self.left / 1e9)
        if not self.reason:
            return self.told(state, N_("Round stopped with {left} s left"), left=left)
        why = Term(self.reason) if self.reason in (INTERRUPTED, STOP_BUTTON) else self.reason
        return self.told(state, N_("Round stopped with {left} s left: {why}"), left=left, why=why)


class RoundResumed(ClockEvent, sort="clock", said=N_("Round goes on")):
    """The opening blast resumes a stopped round (FC-16)."""

    at: int
    opens: int
    ends: int
    head_opens: int | None = None
    reason: str | None = None

    def apply(self, state: State) -> State:
        """Begin another stretch of play; a round of the whistle's own becomes the kit's."""
        current, alone = state.current, self.head_opens is not None
        span = Span(self.opens, self.ends, None, current.head_team if alone else None, self.head_opens)
        key, spans = current.key, (*current.spans, span)
        if current.clock_lost:
            key, spans = f"{key}+", (span,)
        changes: dict[str, Any] = {"bare": None, "sound_stop": False, "clock_lost": False}
        return state.with_round({}, "head_start" if alone else "round", key=key, spans=spans, **changes)


class RoundEnded(ClockEvent, sort="clock", said=N_("Round counts as played")):
    """A stopped round ended as played (FC-16)."""

    at: int
    reason: str | None = None

    def apply(self, state: State) -> State:
        return state.with_round(sound_stop=False)


class RoundVoided(ClockEvent, sort="void"):
    """A round is cancelled (FC-16)."""

    at: int
    reason: str | None = None

    def apply(self, state: State) -> State:
        """Go back to before the round, with the events that a void keeps and the rest of that break."""
        before, voided = state.before, state.current
        assert before is not None
        counters = {name: getattr(state, name) for name in ("starts", "clocks", "held", "proposed")}
        past = (replace(voided, voided=True), *before.past)[:MAX_PAST_ROUNDS]
        back = replace(before, **counters, past=past, began=before.began and state.began)
        for stays in state.corrections:
            back = stays.apply(back)
        # What was discarded in the round lies with the team again: the crew cannot owe less than nothing.
        back = replace(back, refill={kind: max(0, n) for kind, n in back.refill.items()})
        clock = before.break_clock
        if clock is not None:
            changes: dict[str, Any] = {"key": f"{state.key}/b{state.clocks + 1}", "since": self.at}
            if clock.ends is not None and not clock.ended:
                left = max(0, clock.ends - voided.started)
                changes |= {"ends": None, "left": left} if voided.clock_lost else {"ends": self.at + left}
            back = replace(back, break_clock=replace(clock, **changes), clocks=state.clocks + 1)
        return replace(back, before=None, corrections=())

    def line(self, state: State) -> LogLine:
        if not self.reason:
            return self.told(state, N_("Round cancelled: it is played again"))
        return self.told(state, N_("Round cancelled: it is played again ({why})"), why=self.reason)


class BreakStarted(ClockEvent):
    """The break runs until ``ends``; None: it is held with ``left`` to go (FC-17)."""

    at: int
    ends: int | None
    total: int
    left: int = 0

    def apply(self, state: State) -> State:
        key = f"{state.key}/b{state.clocks + 1}"
        clock = BreakClock(key, self.at, self.total, self.ends, self.left)
        return replace(state, phase="break", break_clock=clock, clocks=state.clocks + 1)


class BreakClockSet(BreakStarted, sort="clock", private=True):
    """The break was lengthened, held, or goes on."""

    def line(self, state: State) -> LogLine:
        text = N_("Break held") if self.ends is None else N_("Break: {left} s left")
        return self.told(state, text, left=f"{self.left / 1e9:.0f}")


class BreakEnded(ClockEvent):
    """The break is over; ``held`` when the next round would start by itself but must not."""

    at: int
    held: bool = False

    def apply(self, state: State) -> State:
        assert state.break_clock is not None
        return replace(state, break_clock=replace(state.break_clock, ended=True))


class ClockLost(ClockEvent):
    """The machine started again with another clock; ``began``: the first opening blast, by the new one."""

    at: int
    began: int | None = None

    def apply(self, state: State) -> State:
        state = replace(state, past=(), began=self.began)
        return state.with_round(clock_lost=True) if state.round else state


class MatchCreated(ClockEvent, secret=("options.seed",), sort="setup", said=N_("Match set up")):
    """A match is set up, with all that it was played by."""

    key: str
    options: Options
    numbers: Numbers
    full_game: bool
    practice: bool
    teams: tuple[Team, ...]
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]
    lesson: bool = False
    """True for a led practice."""

    def apply(self, state: State | None) -> State:
        none = dict.fromkeys(self.options.kinds, 0)
        balls = dict.fromkeys(self.options.kinds, self.options.balls_per_kind)
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return State(
            **given | {"lesson": (self,) if self.lesson else None},
            target=self.options.target,
            stocks={FIELD: balls} | {team.id: none for team in self.teams},
            balls=balls,
            deck=self.numbers.deck,
            refill=none,
            returned=none,
        )


class SetupChanged(MatchCreated, said=N_("Set-up changed")):
    """The match is set up again before its first start; its ``key`` stays."""


class ResultConfirmed(ClockEvent, sort="result", said=N_("{teams} win")):
    """The winners stand (FC-32)."""

    winners: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="over", winners=self.winners, before=None)

    def line(self, state: State) -> LogLine:
        team = self.winners[0] if len(self.winners) == 1 else None
        return replace(self.told(state, self.said), team=team)


class MatchEnded(ResultConfirmed, said=N_("Match ended ({reason}): {teams} win")):
    """Ended for time, dark or weather (FC-32)."""

    reason: str
    at: int
    sound: bool = False

    def apply(self, state: State) -> State:
        return replace(_stopped_for_good(state, self.at, self.sound), winners=self.winners)


class MatchAbandoned(ClockEvent, sort="result", said=N_("Match abandoned: {reason}")):
    """Given up without a result."""

    reason: str
    at: int
    sound: bool = False

    def apply(self, state: State) -> State:
        return _stopped_for_good(state, self.at, self.sound)


def _stopped_for_good(state: State, at: int, sound: bool) -> State:
    if sound:
        state = state.with_round({"until": at}, sound_stop=True)
    return replace(state, phase="over", before=None)
