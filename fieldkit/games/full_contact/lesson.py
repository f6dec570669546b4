"""The steps of the led practice: the trouble of each, the right answer to it, and the names of slips."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace as replaced

from fieldkit.errors import check
from fieldkit.games.declared import Value
from fieldkit.games.full_contact import ball_events as balls
from fieldkit.games.full_contact import bank, proposals
from fieldkit.games.full_contact import round_events as ev
from fieldkit.games.full_contact.correction_events import Corrected, Noted
from fieldkit.games.full_contact.events import ClockEvent, Events, MatchEvent
from fieldkit.games.full_contact.sightings import sighted
from fieldkit.games.full_contact.state import Phase, State
from fieldkit.messages import CAPTAIN, GameCommand, Sighting
from fieldkit.phrases import N_

BALL = "ball"
"""The name of a ball that the simulated teams bring: nothing to do for the referee."""
MISTAKE = "practice"
"""The tag of the ball that was never thrown."""
FOUL = "two_balls"
RIGHT = "right"


class LessonPosed(ClockEvent, decision=False):
    """The lesson posed a step, or `BALL`; ``skipped`` if its trouble could not be made."""

    step: str
    at: int
    proposal: str = ""
    skipped: bool = False


class Trouble(NamedTuple):
    """The events of a step's trouble, and the proposal among them."""

    events: Events = ()
    proposal: str = ""


Judge = Callable[[Events, LessonPosed, Events], str | None]
"""Judges a step by the whole lesson, how it was posed, and all from there to the next start."""


class Step(Value):
    """One step: when and how its trouble comes, the sentences, and how what the referee did is judged."""

    name: str
    phase: Phase
    says: str
    right: str
    missed: str
    """The slip of a referee who does nothing; the rule is the same."""
    judge: Judge
    make: Callable[[State, int], Trouble] = lambda state, at: Trouble()
    before: Callable[[State, int], Events] | None = None
    """Makes the trouble as a decision of its own, which can then be undone."""
    help: str = ""
    """The sentence that says what to do; empty where nobody helps."""
    share: float = 0.5
    """The share of the round, or of the time for late balls, after which it comes."""
    waits: bool = True
    """False where it comes while earlier steps are open."""
    needs: str = ""
    """The step without which it never comes."""
    cuts: bool = False
    """True where the link of the second team's hoop is lost."""


def late_ball(team: int, kind: str) -> Callable[[State, int], Trouble]:
    """Return the trouble of a ball that comes into a team's hoop after the closing whistle (FC-11)."""

    def make(state: State, at: int) -> Trouble:
        return Trouble(sighted(state, Sighting(state.teams[team].start_hoop, at, at, "ball", kind)))

    return make


def proposed(team: int, command: Mapping[str, Any]) -> Callable[[State, int], Trouble]:
    """Return the trouble of a captain who proposes something; another team agrees at once (FC-21).

    Teams stand in the command by their place.
    """

    def make(state: State, at: int) -> Trouble:
        named = {name: state.teams[value].id if name in "ab" else value for name, value in command.items()}
        order = proposals.Propose(proposals.Proposable(**named))
        by = CAPTAIN + state.teams[team].id
        (made,) = order.decide(state, GameCommand(order, at, by), lambda n: 0)
        assert isinstance(made, proposals.Proposed)
        return Trouble((replaced(made, agreed=True),), made.id)

    return make


def asks_for(team: int, item: str) -> Callable[[State, int], Trouble]:
    """Return the trouble of a team that calls for something, if they can pay for it (FC-18)."""

    def make(state: State, at: int) -> Trouble:
        check(bank.cannot_buy(state, state.teams[team], item))
        return Trouble()

    return make


def mistake(state: State, at: int) -> Events:
    """Return a ball that is counted though nobody threw one."""
    hoop = state.teams[0].start_hoop
    return sighted(state, Sighting(hoop, at, at, "ball", "wheat", MISTAKE))


def judged_late(wanted: type[MatchEvent], slip: str) -> Judge:
    """Return the judge of a late ball that ``wanted`` decides rightly (FC-11)."""

    def judge(log: Events, step: LessonPosed, after: Events) -> str | None:
        held = next((one for one in reversed(before(log, step)) if isinstance(one, balls.DepositHeld)), None)
        done = [one for one in after if isinstance(one, balls.HeldAccepted | balls.HeldRefused)]
        mine = [one for one in done if held and one.id == held.id]
        if not mine:
            return None
        return RIGHT if isinstance(mine[-1], wanted) else slip

    return judge


def before(log: Events, step: LessonPosed) -> Events:
    """Return all that came before a step was posed."""
    return log[: log.index(step)]


def judge_stop(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether the round was stopped in time (FC-16)."""
    ends = [one for one in after if isinstance(one, ev.RoundStopped | ev.RoundClosed)]
    if not ends:
        return None
    return RIGHT if isinstance(ends[0], ev.RoundStopped) else "not_stopped"


def judge_void(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether the stopped round is played again (FC-16)."""
    ends = [one for one in after if isinstance(one, ev.RoundVoided | ev.RoundResumed | ev.RoundEnded)]
    if not ends:
        return None
    return RIGHT if isinstance(ends[0], ev.RoundVoided) else "not_cancelled"


def judge_foul(place: int) -> Judge:
    """Return the judge of a foul of the team in that place of the colours (FC-33)."""

    def judge(log: Events, step: LessonPosed, after: Events) -> str | None:
        noted = [one for one in after if isinstance(one, Noted)]
        if any((one.team, one.foul) == (team_at(log, place), FOUL) for one in noted):
            return RIGHT
        return "foul_wrong" if noted else None

    return judge


def judge_mistake(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether the ball that was never thrown is off the record, or corrected (FC-33)."""
    is_there = any(isinstance(one, balls.DepositCounted) and one.tag == MISTAKE for one in log)
    is_corrected = any(
        isinstance(one, Corrected) and one.team == team_at(log, 0) and one.resources for one in after
    )
    return None if is_there and not is_corrected else RIGHT


def judge_trade(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether two teams got the trade that they agreed on (FC-21)."""
    if any(isinstance(one, bank.Traded) for one in after):
        return RIGHT
    return "trade_refused" if closed(step, after) == "refused" else None


def judge_unwanted(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether a proposal was refused that the team did not want."""
    return {"refused": RIGHT, "accepted": "unwanted_accepted"}.get(closed(step, after) or "")


def closed(step: LessonPosed, after: Events) -> str | None:
    """Return the end of the step's proposal, or None while it is open."""
    ends = [one for one in after if isinstance(one, proposals.ProposalClosed)]
    return next((one.fate for one in ends if one.id == step.proposal), None)


def judge_purchase(wanted: type[MatchEvent], place: int) -> Judge:
    """Return the judge of a purchase that the team in that place called for (FC-18)."""

    def judge(log: Events, step: LessonPosed, after: Events) -> str | None:
        bought = [one for one in after if isinstance(one, PURCHASES)]
        if any(isinstance(one, wanted) and one.about == team_at(log, place) for one in bought):
            return RIGHT
        return "bought_other" if bought else None

    return judge


PURCHASES = (bank.SettlementBought, bank.CityBuilt, bank.KnightBought, bank.CardBought)


def judge_break(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether the teams had their whole break (FC-17)."""
    return RIGHT if any(isinstance(one, ev.BreakEnded) for one in after) else None


def judge_silent(log: Events, step: LessonPosed, after: Events) -> str | None:
    """Judge whether the ball at the silent hoop was counted by hand (FC-10)."""
    by_hand = [one for one in after if isinstance(one, balls.DepositCounted) and one.by != "hoop"]
    if any((one.team, one.kind) == (team_at(log, 1), "ore") for one in by_hand):
        return RIGHT
    return "counted_wrong" if by_hand else None


def team_at(log: Events, place: int) -> str | None:
    """Return the team in that place of the match, by the event that the lesson begins with."""
    first = log[0]
    assert isinstance(first, ev.MatchCreated)
    return first.teams[place].id


_LATE = N_("A ball falls into hoop {hoop_a} after the whistle: its player still held it then.")
_FLYING = N_("A ball falls into hoop {hoop_b} after the whistle: it was in the air already.")
_FOUL_B = N_("A steward calls: a player of {b} held two balls!")
_CARD = {"type": "buy", "item": "card"}
_TRADE = {"type": "trade", "a": 0, "b": 1, "a_gives": {"wood": 1}, "b_gives": {"wheat": 1}}

STEPS: tuple[Step, ...] = (
    Step(
        "stop",
        "round",
        N_("Two players have run into each other."),
        N_("You stopped the round in time."),
        "not_stopped",
        judge_stop,
        help=N_("Tap STOP."),
        share=0.4,
    ),
    Step(
        "void",
        "stopped",
        N_("Both can go on, but half the field stood still."),
        N_("You let the stopped round be played again."),
        "not_cancelled",
        judge_void,
        help=N_("Let it be played again from the start."),
        needs="stop",
    ),
    Step(
        "late",
        "grace",
        _LATE,
        N_("You refused the ball that was in the hand at the whistle."),
        "late_left",
        judged_late(balls.HeldRefused, "late_accepted"),
        late_ball(0, "ore"),
        help=N_("Refuse it."),
    ),
    Step(
        "foul",
        "break",
        _FOUL_B,
        N_("You noted the foul of {b}."),
        "foul_missed",
        judge_foul(1),
        help=N_("Tap More, then note it for {b}."),
    ),
    Step(
        "mistake",
        "round",
        N_("Hoop {hoop_a} has counted wheat for {a}, and nobody threw a ball."),
        N_("You took back the ball that nobody threw."),
        "mistake_left",
        judge_mistake,
        before=mistake,
        help=N_("Undo it: tap its line, or Last actions."),
        share=0.6,
    ),
    Step(
        "flying",
        "grace",
        _FLYING,
        N_("You accepted the ball that was in the air at the whistle."),
        "late_left",
        judged_late(balls.HeldAccepted, "flying_refused"),
        late_ball(1, "ore"),
        help=N_("Accept it."),
        waits=False,
    ),
    Step(
        "trade",
        "break",
        N_("{a} and {b} have shaken hands on wood for wheat."),
        N_("You accepted the trade that both teams wanted."),
        "trade_left",
        judge_trade,
        proposed(0, _TRADE),
        help=N_("Accept it on the card of {a}."),
    ),
    Step(
        "knight",
        "break",
        N_("{c} call: a knight, please!"),
        N_("You sold {c} their knight."),
        "purchase_left",
        judge_purchase(bank.KnightBought, 2),
        asks_for(2, "knight"),
        help=N_("Tap Knight on their card."),
    ),
    Step(
        "whole_break",
        "break",
        N_("The teams still plan: they want the whole break."),
        N_("You gave the teams their whole break."),
        "started_early",
        judge_break,
        help=N_("Wait until the clock is over, then tap START."),
    ),
    Step(
        "silent",
        "round",
        N_("Hoop {hoop_b} is silent, and a player of {b} puts ore into it."),
        N_("You counted the ball at the silent hoop by hand."),
        "not_counted",
        judge_silent,
        help=N_("Tap hoop {hoop_b}, then ore."),
        share=0.25,
        cuts=True,
    ),
    Step(
        "unwanted",
        "break",
        N_("The captain of {b} proposes a card, but the whole team shouts: no!"),
        N_("You refused the card that {b} did not want."),
        "unwanted_left",
        judge_unwanted,
        proposed(1, _CARD),
        help=N_("Refuse it on the card of {b}."),
    ),
    Step(
        "late_alone",
        "grace",
        N_("Now alone. A ball falls into hoop {hoop_c}: its player held it when the whistle blew."),
        N_("Alone, you refused a late ball."),
        "late_left",
        judged_late(balls.HeldRefused, "late_accepted"),
        late_ball(2, "wheat"),
    ),
    Step(
        "foul_alone",
        "break",
        N_("A steward calls: a player of {c} held two balls!"),
        N_("Alone, you noted a foul."),
        "foul_missed",
        judge_foul(2),
        waits=False,
    ),
    Step(
        "card_alone",
        "break",
        N_("{a} call: a card, please!"),
        N_("Alone, you sold a card."),
        "purchase_left",
        judge_purchase(bank.CardBought, 0),
        asks_for(0, "card"),
        waits=False,
    ),
)
"""The lesson in its order; where one has no help the referee is alone."""

SLIPS: Mapping[str, tuple[str, str]] = {
    "not_stopped": (N_("Nobody stopped the round when two players ran into each other."), "FC-16"),
    "not_cancelled": (N_("The stopped round was not played again, though half the field stood."), "FC-16"),
    "late_accepted": (N_("A late ball was accepted that was in the hand at the whistle."), "FC-11"),
    "flying_refused": (N_("A late ball was refused that was in the air at the whistle."), "FC-11"),
    "late_left": (N_("A round was started before the late ball was judged."), "FC-11"),
    "foul_missed": (N_("A foul was not noted."), "FC-33"),
    "foul_wrong": (N_("Something else was noted, or for another team: two balls were held."), "FC-33"),
    "mistake_left": (N_("A ball that nobody threw is still counted."), "FC-33"),
    "trade_refused": (N_("A trade was refused that both teams wanted."), "FC-21"),
    "trade_left": (N_("A trade that both teams wanted was left open, and is gone."), "FC-21"),
    "purchase_left": (N_("A team called for something that they could pay, and did not get it."), "FC-18"),
    "bought_other": (N_("Something else was sold, or to another team than the one that called."), "FC-18"),
    "started_early": (N_("A round was started before the end of the break, while teams planned."), "FC-17"),
    "not_counted": (N_("The ball at the silent hoop was not counted by hand."), "FC-10"),
    "counted_wrong": (N_("At the silent hoop another ball was counted than the one that came."), "FC-10"),
    "unwanted_accepted": (N_("A card was sold that the team did not want."), "FC-24"),
    "unwanted_left": (N_("A proposal that the team did not want was left open."), "FC-24"),
}
"""The sentence and the rule of each slip."""
