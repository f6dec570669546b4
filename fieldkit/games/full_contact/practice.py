"""The led practice: the trouble that a lesson makes, one sentence at a time, and marks for the referee.

A match with a lesson plays by itself: at its deadlines balls come, captains propose, people shout. All that
stands on the record like anything else, and every mark follows from that record alone.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.errors import Rejected
from fieldkit.games.full_contact import rounds
from fieldkit.games.full_contact.events import ClockEvent, Events
from fieldkit.games.full_contact.lesson import BALL, MISTAKE, RIGHT, SLIPS, STEPS, LessonPosed, Step
from fieldkit.games.full_contact.round_events import ClockLost, RoundStarted
from fieldkit.games.full_contact.sightings import sighted
from fieldkit.games.full_contact.state import State
from fieldkit.games.full_contact.words import called, hoop_label
from fieldkit.messages import Deadline, Sighting
from fieldkit.phrases import N_, Language, Message

BALLS = (
    (0.15, 0, "wood"),
    (0.2, 1, "wheat"),
    (0.5, 0, "brick"),
    (0.7, 1, "brick"),
    (0.75, 2, "ore"),
    (0.8, 2, "wood"),
    (0.85, 2, "ore"),
)
"""The balls of each round: the share of it that is over, the team by its place, the kind."""
SOON = MS
"""Between two things that a lesson does: each has a moment of its own."""


class LessonEnded(ClockEvent, sort="result", said=N_("The practice is over")):
    """The referee would start a round after the last step: that is the end of the practice."""

    at: int

    def apply(self, state: State) -> State:
        return replace(state, phase="over", before=None)


class Posed(NamedTuple):
    """A step that was posed, and all that followed up to the next start; ``over`` once that has come."""

    step: Step
    event: LessonPosed
    after: Events
    over: bool


class Mark(NamedTuple):
    """A step that was judged: `RIGHT`, or the name of a slip."""

    step: Step
    slip: str


def posed(log: Events) -> list[Posed]:
    """Return the steps of a lesson so far, from the events since it began."""
    found = []
    for place, event in enumerate(log):
        if isinstance(event, LessonPosed) and event.step in _BY_NAME and not event.skipped:
            rest = log[place + 1 :]
            after = tuple(takewhile(lambda one: not isinstance(one, RoundStarted | LessonEnded), rest))
            found.append(Posed(_BY_NAME[event.step], event, after, len(after) < len(rest)))
    return found


def judged(log: Events, one: Posed) -> str | None:
    """Return `RIGHT`, the name of a slip, or None while the referee may still do it."""
    found = one.step.judge(log, one.event, one.after)
    return found or (one.step.missed if one.over else None)


def marks(log: Events, is_over: bool = False) -> list[Mark]:
    """Return the marks so far; once it ``is_over`` what was left undone is missed."""
    found = [(one.step, judged(log, one)) for one in posed(log)]
    return [Mark(step, slip or step.missed) for step, slip in found if slip is not None or is_over]


def deadline(state: State) -> int | None:
    """Return when the clock or the lesson changes something next (ns)."""
    moments = [moment for moment in (rounds.deadline(state), _moment(state)) if moment is not None]
    return min(moments, default=None)


def due(state: State, given: Deadline) -> Events:
    """Act at a deadline, the lesson's own before the clock's."""
    moment, clock = _moment(state), rounds.deadline(state)
    if moment is None or moment > given.at or (clock is not None and clock < moment):
        return rounds.due(state, given)
    at, step = _next(state) or (given.at, None)
    return _ball(state, at) if step is None else _pose(state, step, at)


def is_last(state: State) -> bool:
    """Return True in the break in which the last step was posed: the next start ends the practice."""
    return state.phase == "break" and state.lesson is not None and _place(state.lesson) == len(STEPS)


def silent_hoop(state: State) -> str | None:
    """Return the hoop whose link the lesson has cut, until the next start."""
    if state.lesson is None or state.phase == "over":
        return None
    cut = any(one.step.cuts and not one.over for one in posed(state.lesson))
    return state.teams[1].start_hoop if cut else None


def view(state: State, translate: Language) -> dict[str, Any] | None:
    """Return what the tablet shows of a lesson: the next sentence and the marks; None without one."""
    log = state.lesson
    if log is None:
        return None
    fill, is_over = _fill(state), state.phase == "over"
    waiting = [one.step for one in posed(log) if judged(log, one) is None]
    # What is new comes first; alone, one thing after the other.
    shown = waiting[-1] if waiting and waiting[-1].help else next(iter(waiting), None)
    says, help = (shown.says, shown.help) if shown else (_BETWEEN.get(state.phase, ""), "")
    return {
        "step": max(1, len(posed(log))),
        "of": len(STEPS),
        "says": translate(Message(says, fill)) if says else "",
        "help": translate(Message(help, fill)) if help else "",
        "marks": [_told(mark, fill, translate) for mark in marks(log, is_over)],
    }


_BY_NAME = {step.name: step for step in STEPS}
_BETWEEN: Mapping[str, str] = {
    "ready": N_("The teams are ready. Tap START."),
    "round": N_("The round runs. Watch the field."),
    "grace": N_("The closing whistle: late balls wait for you."),
    "stopped": N_("The round is stopped. Say how it goes on."),
    "break": N_("Nothing else is open. Tap START when you like."),
}
"""The sentence of each phase while no step waits."""


def _told(mark: Mark, fill: Mapping[str, object], translate: Language) -> dict[str, Any]:
    is_right = mark.slip == RIGHT
    text, rule = SLIPS[mark.step.missed if is_right else mark.slip]
    said = translate(Message(mark.step.right if is_right else text, fill))
    return {"step": mark.step.name, "right": is_right, "text": said, "rule": rule}


def _fill(state: State) -> dict[str, object]:
    """Return the teams and their hoops for the sentences of a lesson."""
    named = zip("abc", state.teams, strict=False)
    fill: dict[str, object] = {"n": state.number + 1}
    for letter, team in named:
        fill |= {letter: called(team), f"hoop_{letter}": hoop_label(team.start_hoop)}
    return fill


def _place(log: Events) -> int:
    """Return the place of the next step: behind the last one posed, and what hangs on a slip is left out."""
    done = [STEPS.index(_BY_NAME[one.step]) for one in _own(log) if one.step in _BY_NAME]
    place = done[-1] + 1 if done else 0
    while place < len(STEPS) and _is_gone(log, STEPS[place]):
        place += 1
    return place


def _is_gone(log: Events, step: Step) -> bool:
    """Return True for a step that hangs on one that was missed, or that was decided before it was posed."""
    needed = next((one for one in posed(log) if one.step.name == step.needs), None)
    if needed is None or judged(log, needed) is None:
        return False
    is_decided = step.judge(log, needed.event, needed.after) is not None
    return needed.over or is_decided or judged(log, needed) != RIGHT


def _own(log: Events) -> list[LessonPosed]:
    return [event for event in log if isinstance(event, LessonPosed)]


def _moment(state: State) -> int | None:
    found = _next(state)
    return None if found is None else found[0]


def _next(state: State) -> tuple[int, Step | None] | None:
    """Return what the lesson does next and when: it poses a step, or a ball comes (None)."""
    log = state.lesson
    if log is None or state.phase in ("ready", "over"):
        return None
    found: list[tuple[int, Step | None]] = []
    place = _place(log)
    if place < len(STEPS) and (moment := _step_at(state, log, STEPS[place])) is not None:
        found.append((moment, STEPS[place]))
    if state.phase == "round" and (came := _balls(log)) < len(BALLS):
        found.append((_share(state, BALLS[came][0]), None))
    if not found:
        return None
    moment, step = min(found, key=lambda one: one[0])
    # Moments of another boot's clock say nothing about this one's.
    known = tuple(takewhile(lambda one: not isinstance(one, ClockLost), reversed(log)))
    latest = max((one.at for one in _own(known)), default=0)
    return max(moment, latest + SOON), step


def _step_at(state: State, log: Events, step: Step) -> int | None:
    if step.phase != state.phase or (step.waits and any(judged(log, one) is None for one in posed(log))):
        return None
    if state.phase == "round":
        return _share(state, step.share)
    current, pause = state.current, state.break_clock
    if state.phase == "break":
        return None if pause is None else pause.since + SOON
    if state.phase == "grace":
        return (current.closed or 0) + int(step.share * state.options.grace_seconds * NS)
    return (current.span.until or 0) + SOON


def _balls(log: Events) -> int:
    """Return how many balls have come since the last start."""
    since = takewhile(lambda one: not isinstance(one, RoundStarted), reversed(log))
    return sum(isinstance(one, LessonPosed) and one.step == BALL for one in since)


def _share(state: State, share: float) -> int:
    span = state.current.span
    return span.opens + int(share * (span.ends - span.opens))


def _ball(state: State, at: int) -> Events:
    """Let the next ball of the round come; a silent hoop and an empty field count none."""
    assert state.lesson is not None
    _, team, kind = BALLS[_balls(state.lesson)]
    hoop = state.teams[team].start_hoop
    seen = () if hoop == silent_hoop(state) else sighted(state, Sighting(hoop, at, at, "ball", kind))
    return (LessonPosed(BALL, at), *(event for event in seen if event.verdict == "counted"))


def _pose(state: State, step: Step, at: int) -> Events:
    """Make the trouble of a step and pose it. What will be undone has a record of its own before that."""
    assert state.lesson is not None
    if step.before is not None and not any(getattr(one, "tag", None) == MISTAKE for one in state.lesson):
        made = tuple(event for event in step.before(state, at) if event.verdict == "counted")
        return made or (LessonPosed(step.name, at, skipped=True),)
    try:
        trouble = step.make(state, at)
    except Rejected:
        return (LessonPosed(step.name, at, skipped=True),)
    return (*trouble.events, LessonPosed(step.name, at, trouble.proposal))
