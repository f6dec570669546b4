"""The events of a seat: players, route and army, claims of victory, calls for a steward."""

from typing import Any, Literal

from msgspec.structs import replace

from fieldkit.games.big_game.base import SeatEvent
from fieldkit.games.big_game.forms import Award, Form, Holding, counted, points
from fieldkit.games.big_game.state import Call, Claim, Person, State, split_seat
from fieldkit.games.declared import Event, LogLine, Value
from fieldkit.phrases import N_


def _seat(state: State, *people: Person, registered: int | None = None) -> State:
    found = {person.seat: person for person in people}
    number = state.registered if registered is None else registered
    return replace(state, people={**state.people, **found}, registered=number)


def _person(state: State, seat: str, **changes: Any) -> State:
    # A strike may have taken the registration out: then there is nothing to change.
    person = state.people.get(seat)
    return state if person is None else _seat(state, replace(person, **changes))


def _sanctioned(state: State, seat: str, reason: str) -> State:
    person = state.people.get(seat)
    return state if person is None else _person(state, seat, sanctions=(*person.sanctions, reason))


def _claim(state: State, number: int, **changes: Any) -> State:
    found = tuple(replace(each, **changes) if each.id == number else each for each in state.claims)
    return replace(state, claims=found)


class Entry(Value):
    """A player for a seat."""

    seat: str
    name: str
    club: str = ""


class PlayersImported(Event, sort="registered"):
    """Players were registered from a list, in its order (BG-1)."""

    players: tuple[Entry, ...]

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("{n} players registered from a list"), n=len(self.players))

    def apply(self, state: State) -> State:
        numbered = enumerate(self.players, state.registered + 1)
        people = [Person(one.seat, one.name, one.club, number) for number, one in numbered]
        return _seat(state, *people, registered=state.registered + len(people))


class PlayerRegistered(SeatEvent, sort="registered", private=False, said=N_("{seat}: {name} is registered")):
    """A player has a seat."""

    name: str
    club: str = ""

    def apply(self, state: State) -> State:
        number = state.registered + 1
        return _seat(state, Person(self.seat, self.name, self.club, number), registered=number)


class PlayerReplaced(PlayerRegistered, sort="seat", private=True, said=N_("{seat}: {name} takes over")):
    """Somebody else has taken over the seat."""


class PlayerRenamed(SeatEvent, said=N_("{seat}: the name is {name}")):
    """Name or club were corrected."""

    name: str
    club: str = ""

    def apply(self, state: State) -> State:
        return _person(state, self.seat, name=self.name, club=self.club)


class AwayMarked(SeatEvent):
    """A no-show, or somebody who came after all (BG-1)."""

    away: bool

    def line(self, state: State) -> LogLine:
        text = N_("{seat}: {name} is away") if self.away else N_("{seat}: {name} is here after all")
        return self.told(state, text)

    def apply(self, state: State) -> State:
        return _person(state, self.seat, away=self.away)


class PlayerSanctioned(SeatEvent, sort="sanction", said=N_("{seat} {name}: sanction, {reason}")):
    """A player got a sanction (BG-13)."""

    reason: str

    def apply(self, state: State) -> State:
        return _sanctioned(state, self.seat, self.reason)


class PlayerRemoved(SeatEvent, sort="sanction", said=N_("{seat} {name} is removed: {reason}")):
    """A player was sent off (BG-13)."""

    reason: str

    def apply(self, state: State) -> State:
        return _person(_sanctioned(state, self.seat, self.reason), self.seat, removed=True)


class PlayerReinstated(SeatEvent, sort="sanction", said=N_("{seat} {name} plays again: {reason}")):
    """A removal was wrong (BG-12, BG-13)."""

    reason: str

    def apply(self, state: State) -> State:
        return _person(state, self.seat, removed=False)


class AwardSet(SeatEvent):
    """The length of a player's route, or how many knights they have played (BG-11)."""

    award: Award
    count: int

    def line(self, state: State) -> LogLine:
        text = N_("{seat}: trade route of {n}") if self.award == "route" else N_("{seat}: {n} knights")
        return self.told(state, text, n=self.count)

    def apply(self, state: State) -> State:
        board, group = split_seat(self.seat)
        noted = state.routes if self.award == "route" else state.armies
        now = {**noted, board: counted(noted.get(board, Holding()), self.award, group, self.count)}
        return replace(state, routes=now) if self.award == "route" else replace(state, armies=now)


class ClaimMade(SeatEvent, sort="claim"):
    """A player has claimed the victory (BG-12)."""

    claim: int
    form: Form

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("{seat} {name} claims {points} points"), points=points(self.form))

    def apply(self, state: State) -> State:
        number, late = state.number(self.seat), state.step == "final"
        made = Claim(self.claim, self.seat, state.turn, self.form, number=number, late=late)
        return replace(state, claims=(*state.claims, made))


class ClaimWithdrawn(SeatEvent, sort="claim", said=N_("{seat} {name}: claim taken back")):
    """A claim was taken back."""

    claim: int

    def apply(self, state: State) -> State:
        return _claim(state, self.claim, standing="withdrawn")


_JUDGED = {
    ("confirmed", False): N_("{seat} {name}: {points} points confirmed"),
    ("rejected", False): N_("{seat} {name}: claim rejected, {reason}"),
    ("confirmed", True): N_("{seat} {name}: judged again, {points} points confirmed, {reason}"),
    ("rejected", True): N_("{seat} {name}: judged again, claim rejected, {reason}"),
}


class ClaimJudged(SeatEvent, sort="judged"):
    """A claim was judged with what was counted; ``again`` puts an earlier judgement right (BG-12)."""

    claim: int
    verdict: Literal["confirmed", "rejected"]
    form: Form
    reason: str = ""
    again: bool = False

    def line(self, state: State) -> LogLine:
        return self.told(state, _JUDGED[self.verdict, self.again], points=points(self.form))

    def apply(self, state: State) -> State:
        changes = {"standing": self.verdict, "form": self.form, "reason": self.reason, "again": self.again}
        # What was closed by a judgement that was wrong is open again.
        return _claim(replace(state, closed=state.closed and not self.again), self.claim, **changes)


class ClaimsClosed(Event, sort="judged"):
    """So many forms that claim less than the best confirmed one stay unjudged (BG-12)."""

    count: int

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("{n} forms stay unjudged: the best one has more"), n=self.count)

    def apply(self, state: State) -> State:
        return replace(state, closed=True)


class StewardCalled(SeatEvent, sort="call", said=N_("{seat} calls: {text}")):
    """A seat calls for a steward."""

    call: int
    text: str

    def apply(self, state: State) -> State:
        return replace(state, calls=(*state.calls, Call(self.call, self.seat, self.text)))


class CallClosed(SeatEvent, sort="call", said=N_("{seat}: a steward was there")):
    """A steward was there."""

    call: int

    def apply(self, state: State) -> State:
        calls = tuple(replace(each, done=True) if each.id == self.call else each for each in state.calls)
        return replace(state, calls=calls)
