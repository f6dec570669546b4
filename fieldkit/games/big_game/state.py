"""The frozen state of a hall, and what follows from it. Times are in ns of the kit's clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from fieldkit.games import Stage
from fieldkit.phrases import N_, Message, Term

Group = Literal["sun", "moon"]
Groups = Literal["sun_moon", "all"]
DiceSource = Literal["deck", "free", "real"]
Dice = tuple[int, int]
Standing = Literal["open", "confirmed", "rejected", "withdrawn"]
Award = Literal["route", "army"]
Step = Literal["registration", "seven", "turn", "held", "ended", "break", "final", "over"]
"""Where the hall is as its events say it; `State.phase` also looks at the claims."""
Phase = Literal[
    "registration",
    "seven",
    "robbers",
    "turn",
    "held",
    "ended",
    "judging",
    "won",
    "break",
    "final",
    "over",
    "alarm",
]

GROUPS: Mapping[str, tuple[Term, str]] = {"sun": (Term("Sun"), "sun"), "moon": (Term("Moon"), "moon")}
"""The groups with their names and marks; Sun begins (BG-3)."""
KINDS = ("A", "B", "C")
SUMS = tuple(range(2, 13))
DECK = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
"""The 36 cards of the dice deck (BG-4)."""
DEALT = 31
"""How many of them are used before it is shuffled again (BG-4)."""
FIRST_LATE_TURN = 16
"""From this turn on turns are longer (BG-5)."""
WARN_SECONDS = 10
REHEARSED_TURNS = 60
SEATED_BY = "seat/"
"""How ``by`` begins for a player's phone; the seat follows."""
RESOURCES = ("grain", "ore", "brick", "lumber", "wool")
"""In the order of the tie-break (BG-12)."""
WORTH: Mapping[str, int] = {"settlements": 1, "cities": 2, "bonuses": 2, "vp_cards": 1, "route": 2, "army": 2}
"""The parts of a claim form with their points (BG-12)."""
STAGES: Mapping[Phase, Stage] = {
    "registration": "ready",
    "seven": "play",
    "robbers": "play",
    "turn": "play",
    "held": "play",
    "ended": "rest",
    "judging": "rest",
    "won": "rest",
    "break": "rest",
    "final": "rest",
    "over": "over",
    "alarm": "rest",
}


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen for this hall (BG-1, BG-5, BG-6, BG-12)."""

    groups: Groups = "sun_moon"
    target: int = 25
    dice: DiceSource = "deck"
    turn_seconds: int = 40
    late_turn_seconds: int = 55
    robber_from: int = 16


@dataclass(frozen=True, slots=True)
class Person:
    """Who has a seat. ``number`` is the place in the order of registration, which breaks ties (BG-12).

    ``away`` is a no-show, ``removed`` was sent off by the referee: neither plays. ``sanctions`` are reasons.
    """

    seat: str
    name: str
    club: str
    number: int
    away: bool = False
    removed: bool = False
    sanctions: tuple[str, ...] = ()

    @property
    def plays(self) -> bool:
        """True for who sits there and plays."""
        return not (self.away or self.removed)


@dataclass(frozen=True, slots=True)
class Holding:
    """Longest route or largest army of one board (BG-11): what each has, and whose it is."""

    sun: int = 0
    moon: int = 0
    holder: Group | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A claim form: what stands on the boards and what is in hand when the clock ends (BG-9, BG-12)."""

    settlements: int = 0
    cities: int = 0
    bonuses: int = 0
    vp_cards: int = 0
    route: bool = False
    army: bool = False
    grain: int = 0
    ore: int = 0
    brick: int = 0
    lumber: int = 0
    wool: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of victory; ``form`` is what counts: the player's own, or as it was counted when judged.

    ``number`` is the claimant's in the order of registration: somebody else may have taken over the seat.
    ``late`` is a form of a hall that was ended for time, ``again`` one that was judged twice (BG-12).
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


@dataclass(frozen=True, slots=True)
class Call:
    """A call for a steward."""

    id: int
    seat: str
    text: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a turn or a break (ns): when it ``ends``, None while it is held; ``left`` when it was set.

    ``key`` changes with every start and change, so that each has blasts of its own.
    """

    key: str
    total: int
    ends: int | None
    left: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll of a turn: ``at`` since the first turn began (ns), and the robbers' own dice on a late 7.

    ``stood`` is where the robbers were before, ``shortened`` what the conductor cut off the clock (ns).
    """

    turn: int
    dice: Dice
    at: int
    robbers: Dice | None = None
    stood: int | None = None
    shortened: int = 0


@dataclass(frozen=True, slots=True)
class State:
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
    people: Mapping[str, Person] = field(default_factory=dict)
    registered: int = 0
    routes: Mapping[int, Holding] = field(default_factory=dict)
    armies: Mapping[int, Holding] = field(default_factory=dict)
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
        """The roll of the turn that is on or was the last."""
        return self.rolls[-1] if self.rolls else None

    @property
    def open_claims(self) -> list[Claim]:
        """What is still to be judged, the best claims first, of equal ones the earliest number (BG-12)."""
        best = self.best if self.closed else None
        least = self.claimed(best) if best else (0, 0, 0)
        waiting = ((self.claimed(claim), claim) for claim in self.claims if claim.standing == "open")
        found = [(up, claim) for up, claim in waiting if best is None or up >= least]
        return [
            claim for _, claim in sorted(found, key=lambda each: (*(-n for n in each[0]), each[1].number))
        ]

    @property
    def valid_claims(self) -> list[Claim]:
        """What was confirmed: any of them ends the hall."""
        return [claim for claim in self.claims if claim.standing == "confirmed"]

    def claimed(self, claim: Claim) -> tuple[int, int, int]:
        """How far up a claim stands before cards are counted (BG-12).

        Who declared the victory in play stands above every form of a hall that was ended for time, the
        earliest turn first.
        """
        worth = points(claim.form)
        won = not claim.late and worth >= self.options.target
        return won, -claim.turn if won else 0, worth

    def standing(self, claim: Claim) -> str:
        """How a claim stands; ``closed`` for an open one that stays unjudged (BG-12)."""
        return "closed" if self.closed and claim.standing == "open" and self.beaten(claim) else claim.standing

    def rank(self, claim: Claim) -> tuple[int, ...]:
        """What decides between claims: points, cards in hand (0.1 each), which, registration (BG-12)."""
        hand = [int(getattr(claim.form, resource)) for resource in RESOURCES]
        return (*self.claimed(claim), sum(hand), *hand, -claim.number)

    @property
    def best(self) -> Claim | None:
        """The best of what was confirmed so far (BG-12)."""
        return max(self.valid_claims, key=self.rank, default=None)

    def beaten(self, claim: Claim) -> bool:
        """True for a claim of less than the best confirmed one: it need not be judged (BG-12)."""
        best = self.best
        return best is not None and self.claimed(claim) < self.claimed(best)

    @property
    def awaits_robbers(self) -> bool:
        """True for a 7 whose robbers are still to be rolled for (BG-6)."""
        roll = self.roll
        return (
            self.step == "seven"
            and roll is not None
            and self.turn >= self.options.robber_from
            and roll.robbers is None
        )

    @property
    def phase(self) -> Phase:
        """Where the hall is; an alarm hides the rest until it is lifted (BG-5)."""
        if self.alarm:
            return "alarm"
        if self.awaits_robbers:
            return "robbers"
        if self.step in ("ended", "break"):
            if self.open_claims:
                return "judging"
            if self.valid_claims:
                return "won"
        return self.step

    def number(self, seat: str) -> int:
        """The place of a seat's player in the order of registration; the last for an empty seat."""
        person = self.people.get(seat)
        return self.registered + 1 if person is None else person.number

    @property
    def playing(self) -> int:
        """How many play."""
        return sum(person.plays for person in self.people.values())


@lru_cache(maxsize=4096)
def points(form: Form) -> int:
    """What a form is worth (BG-12)."""
    return sum(worth * int(getattr(form, part)) for part, worth in WORTH.items())


def group_of_turn(options: Options, turn: int) -> Group | None:
    """Who acts in a turn; None when everybody does. Turns are counted over both groups (BG-3, BG-5)."""
    if options.groups == "all" or turn < 1:
        return None
    return "sun" if turn % 2 else "moon"


def other(group: Group) -> Group:
    """The other group."""
    return "moon" if group == "sun" else "sun"


def seconds_of_turn(options: Options, turn: int) -> int:
    """How long a turn lasts (s) (BG-5)."""
    return options.turn_seconds if turn < FIRST_LATE_TURN else options.late_turn_seconds


def kind_of(board: int) -> str:
    """The kind of a board: A, B and C in turn (BG-1)."""
    return KINDS[(board - 1) % len(KINDS)]


def seat_id(board: int, group: Group) -> str:
    """The id of a seat, ``31-sun``."""
    return f"{board}-{group}"


def split_seat(seat: str) -> tuple[int, Group]:
    """Board and group of a seat's id."""
    board, _, group = seat.partition("-")
    return int(board), "sun" if group == "sun" else "moon"


def seat_called(seat: str) -> Message:
    """A seat in words: ``31 A Sun``."""
    board, group = split_seat(seat)
    return Message(
        N_("{board} {kind} {group}"), {"board": board, "kind": kind_of(board), "group": GROUPS[group][0]}
    )
