"""The frozen state of a hall, and what follows from it. Times are in ns of the kit's clock."""

from collections.abc import Mapping
from typing import Literal

from fieldkit.games import Stage
from fieldkit.games.big_game.forms import RESOURCES, Form, Group, Holding, points
from fieldkit.games.declared import Value
from fieldkit.phrases import N_, Message, Term

Groups = Literal["sun_moon", "all"]
DiceSource = Literal["deck", "free", "real"]
Dice = tuple[int, int]
Standing = Literal["open", "confirmed", "rejected", "withdrawn"]
Step = Literal["registration", "seven", "turn", "held", "ended", "break", "final", "over"]
"""The part of the hall that its events have led to."""
Phase = Literal[Step, "robbers", "judging", "won", "alarm"]
"""`State.phase`: the step with the claims and an alarm taken into account."""

GROUPS: Mapping[Group, tuple[Term, str]] = {"sun": (Term("Sun"), "sun"), "moon": (Term("Moon"), "moon")}
"""The groups with their names and marks; Sun begins (BG-3)."""
KINDS = ("A", "B", "C")
SUMS = tuple(range(2, 13))
DECK = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
"""The 36 cards of the dice deck (BG-4)."""
DEALT = 31
"""Cards used before the deck is shuffled again (BG-4)."""
FIRST_LATE_TURN = 16
"""From this turn on turns are longer (BG-5)."""
WARN_SECONDS = 10
REHEARSED_TURNS = 60
STAGES: Mapping[str, Stage] = {
    "registration": "ready",
    **dict.fromkeys(("seven", "robbers", "turn", "held"), "play"),
    **dict.fromkeys(("ended", "judging", "won", "break", "final", "alarm"), "rest"),
    "over": "over",
}


class Options(Value):
    """The options of a hall (BG-1, BG-5, BG-6, BG-12)."""

    groups: Groups = "sun_moon"
    target: int = 25
    dice: DiceSource = "deck"
    turn_seconds: int = 40
    late_turn_seconds: int = 55
    robber_from: int = 16


class Person(Value):
    """The player of a seat; ``number`` is their place in the order of registration (BG-12)."""

    seat: str
    name: str
    club: str
    number: int
    away: bool = False
    removed: bool = False
    sanctions: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        return not (self.away or self.removed)


class Claim(Value):
    """A claim of victory, ``late`` where the hall was ended for time, ``again`` if judged twice (BG-12).

    ``number`` is the claimant's in the order of registration: somebody else may have taken over the seat.
    """

    id: int
    seat: str
    turn: int
    form: Form
    standing: Standing = "open"
    reason: str = ""
    number: int = 0
    late: bool = False
    again: bool = False

    @property
    def counts(self) -> bool:
        """True for a claim that is open or confirmed."""
        return self.standing in ("open", "confirmed")


class Call(Value):
    """A call for a steward."""

    id: int
    seat: str
    text: str
    done: bool = False


class Clock(Value):
    """A clock (ns): when it ``ends``, None while it is held, and what was ``left`` when it was set."""

    key: str
    total: int
    ends: int | None
    left: int = 0


class Roll(Value):
    """The roll of a turn, ``at`` since the first began (ns); ``stood`` is where the robbers were before."""

    turn: int
    dice: Dice
    at: int
    robbers: Dice | None = None
    stood: int | None = None
    shortened: int = 0


class State(Value):
    """A hall at one moment.

    ``robbers`` is the number that they stand on, None while both are in their deserts (BG-6). ``card`` is how
    many cards of the deck are used. ``kept`` and ``kept_robbers`` are rolls that were taken back: they come
    again, so that taking a roll back makes none better; ``taken`` is their sum until then. ``resumed`` is a
    turn whose clock goes on after it was held, ``cut`` the clock that the conductor ended early, ``alarm``
    has the moment of an alarm that is on (BG-5). ``closed`` once the forms that claim less than the best
    confirmed one stay unjudged, ``seated`` the last number when the hall was ended for time (BG-12).
    ``origin`` is when the first turn began, ``spans`` counts the starts and changes of clocks.
    """

    options: Options
    boards: int
    seed: str
    rehearsal: bool
    used: int = 0
    people: Mapping[str, Person] = {}
    registered: int = 0
    routes: Mapping[int, Holding] = {}
    armies: Mapping[int, Holding] = {}
    step: Step = "registration"
    turn: int = 0
    robbers: int | None = None
    clock: Clock | None = None
    spans: int = 0
    deck: tuple[Dice, ...] = ()
    card: int = 0
    kept: Dice | None = None
    kept_robbers: Dice | None = None
    taken: int = 0
    resumed: bool = False
    cut: Clock | None = None
    alarm: Clock | None = None
    rolls: tuple[Roll, ...] = ()
    claims: tuple[Claim, ...] = ()
    calls: tuple[Call, ...] = ()
    closed: bool = False
    seated: int = 0
    said: int = 0
    origin: int = 0
    winner: str | None = None
    reason: str = ""

    @property
    def roll(self) -> Roll | None:
        """Return the roll of the current or last turn."""
        return self.rolls[-1] if self.rolls else None

    @property
    def open_claims(self) -> list[Claim]:
        """Return the claims still to be judged: the best first, of equal ones the earliest number (BG-12)."""
        best = self.best if self.closed else None
        lowest = self.claimed(best) if best else (False,)
        waiting = [each for each in self.claims if each.standing == "open" and self.claimed(each) >= lowest]
        return sorted(waiting, key=lambda claim: (*(-n for n in self.claimed(claim)), claim.number))

    @property
    def open_calls(self) -> list[Call]:
        """Return the calls to which no steward has come yet, the oldest first."""
        return [call for call in self.calls if not call.done]

    @property
    def valid_claims(self) -> list[Claim]:
        """Return the confirmed claims: any of them ends the hall."""
        return [claim for claim in self.claims if claim.standing == "confirmed"]

    def claimed(self, claim: Claim) -> tuple[int, int, int]:
        """Rank a claim before cards in hand are counted: victories in play first, early ones best (BG-12)."""
        worth = points(claim.form)
        won = not claim.late and worth >= self.options.target
        return won, -claim.turn if won else 0, worth

    def standing(self, claim: Claim) -> str:
        """Return the standing of a claim; ``closed`` for an open one that stays unjudged (BG-12)."""
        return "closed" if self.closed and claim.standing == "open" and self.beaten(claim) else claim.standing

    def rank(self, claim: Claim) -> tuple[int, ...]:
        """Rank a claim by points, number and kind of cards in hand (0.1 each), and registration (BG-12)."""
        hand = [int(getattr(claim.form, resource)) for resource in RESOURCES]
        return (*self.claimed(claim), sum(hand), *hand, -claim.number)

    @property
    def best(self) -> Claim | None:
        """Return the best claim confirmed so far (BG-12)."""
        return max(self.valid_claims, key=self.rank, default=None)

    def beaten(self, claim: Claim) -> bool:
        """Tell if a claim is lower than the best confirmed one, so that it need not be judged (BG-12)."""
        best = self.best
        return best is not None and self.claimed(claim) < self.claimed(best)

    @property
    def phase(self) -> Phase:
        """Return the phase: an alarm hides all others (BG-5); late 7s await the robbers' roll (BG-6)."""
        if self.alarm:
            return "alarm"
        if self.step == "seven" and self.turn >= self.options.robber_from and self.rolls[-1].robbers is None:
            return "robbers"
        if self.step in ("ended", "break"):
            if self.open_claims:
                return "judging"
            if self.valid_claims:
                return "won"
        return self.step

    def name(self, seat: str) -> str:
        """Return the name of a seat's player, empty for an empty seat."""
        person = self.people.get(seat)
        return person.name if person else ""

    def number(self, seat: str) -> int:
        """Return the number of a seat's player in the order of registration; the last for an empty seat."""
        person = self.people.get(seat)
        return self.registered + 1 if person is None else person.number

    @property
    def playing(self) -> int:
        """Count the players who take part."""
        return sum(person.plays for person in self.people.values())


def group_of_turn(options: Options, turn: int) -> Group | None:
    """Return the group that acts in a turn, None when everybody does (BG-3, BG-5)."""
    if options.groups == "all" or turn < 1:
        return None
    return "sun" if turn % 2 else "moon"


def other(group: Group) -> Group:
    return "moon" if group == "sun" else "sun"


def seconds_of_turn(options: Options, turn: int) -> int:
    """Return the length of a turn in seconds (BG-5)."""
    return options.turn_seconds if turn < FIRST_LATE_TURN else options.late_turn_seconds


def kind_of(board: int) -> str:
    """Return the kind of a board: A, B and C in turn (BG-1)."""
    return KINDS[(board - 1) % len(KINDS)]


def seat_id(board: int, group: Group) -> str:
    """Return the id of a seat, ``31-sun``."""
    return f"{board}-{group}"


def split_seat(seat: str) -> tuple[int, Group]:
    """Return board and group of a seat's id."""
    board, _, group = seat.partition("-")
    return int(board), "sun" if group == "sun" else "moon"


def seat_called(seat: str) -> Message:
    """Name a seat in words: ``31 A Sun``."""
    board, group = split_seat(seat)
    given = {"board": board, "kind": kind_of(board), "group": GROUPS[group][0]}
    return Message(N_("{board} {kind} {group}"), given)


def robbers_said(place: int | None) -> Message:
    """Name the place of both robbers in a sentence (BG-6)."""
    if place is None:
        return Message("Robbers: both in their deserts")
    if place in (2, 12):
        return Message(N_("Robbers: one on the {n}, the other in its desert"), {"n": place})
    return Message(N_("Robbers: both on the {n}"), {"n": place})
