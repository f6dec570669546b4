"""Claims of victory and their judgement, routes and armies, calls for a steward (BG-9, BG-11, BG-12)."""

from collections.abc import Sequence
from typing import Literal

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.big_game import forms
from fieldkit.games.big_game import seat_events as ev
from fieldkit.games.big_game.base import HallCommand, next_id, one_line, reason, seat_of, seated
from fieldkit.games.big_game.events import ResultConfirmed
from fieldkit.games.big_game.forms import Award, Form, Holding, impossible, points
from fieldkit.games.big_game.ring import acting, known_seat, opposite
from fieldkit.games.big_game.state import Claim, Person, Standing, State, split_seat
from fieldkit.games.declared import Events
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_

MAX_CLAIMS = 3
"""The claims of a seat in one turn: it may claim again when it has taken one back or was rejected."""
MAX_CALL_CHARS = 60


class MakeClaim(HallCommand, type="claim", waits=True, seated=True):
    """Claim the victory (BG-12): a phone for its own seat, the referee for any.

    That is possible in the own turn, from the roll to the clock's end, or in the end for time. The desk may
    still enter one until the next roll, which a steward wrote down before.
    """

    form: Form
    seat: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, known_seat(state, self.seat or ""))
        check(closed(state, person, order.by) or impossible(self.form))
        worth, target = points(self.form), state.options.target
        if worth < target and state.phase != "final":
            text = N_("{points} points: {target} are needed")
            raise Rejected("too_few", text, "BG-12", points=worth, target=target)
        return (ev.ClaimMade(person.seat, next_id(state.claims), self.form),)


class WithdrawClaim(HallCommand, type="withdraw_claim", waits=True, seated=True):
    """Take an open claim back: the player, or the referee for them."""

    claim: int

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        claim = _known(state, self.claim)
        if claim.standing != "open":
            raise Rejected("judged", "That claim is no longer open", "BG-12")
        if seat_of(order.by) not in (None, claim.seat):
            raise Rejected("not_yours", "That is somebody else's claim")
        return (ev.ClaimWithdrawn(claim.seat, claim.id),)


class JudgeClaim(HallCommand, type="judge_claim", waits=True):
    """Confirm or reject a claim once the clock has ended, in any order (BG-12).

    ``form`` is what was counted at the board, None for as it was claimed. A claim that was judged or taken
    back is put right with a reason, until the winner is announced.
    """

    claim: int
    verdict: Literal["confirmed", "rejected"]
    reason: str = ""
    form: Form | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        claim = _known(state, self.claim)
        again = claim.standing != "open"
        check(cannot_judge(state, claim))
        form = self.form or claim.form
        said = reason(self.reason, needed=again or self.verdict == "rejected")
        check(impossible(form))
        if self.verdict == "confirmed":
            check(_cannot_confirm(state, claim, form))
        return (ev.ClaimJudged(claim.seat, claim.id, self.verdict, form, said, again),)


class CloseClaims(HallCommand, type="close_claims", waits=True):
    """Leave the forms unjudged that claim less than the best confirmed one (BG-12)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if not closable(state):
            raise Rejected("not_closable", "An open form claims as much: judge it first", "BG-12")
        return (ev.ClaimsClosed(len(state.open_claims)),)


class ConfirmResult(HallCommand, type="confirm_result", waits=True):
    """The winner is announced: the hall is over (BG-12)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if n := len(state.open_claims):
            raise Rejected("claims_open", "Judge the claims first: {n} are open", "BG-12", n=n)
        if state.phase not in ("won", "final"):
            raise Rejected("nobody_won", "Nobody has won yet", "BG-12")
        best = winner(state)
        return (ResultConfirmed(best.seat if best else None, points(best.form) if best else 0),)


class SetAward(HallCommand, type="set_award"):
    """Note how long a player's route is, or how many knights they have played (BG-10, BG-11)."""

    seat: str
    award: Award
    count: int

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        seat, most = known_seat(state, self.seat), forms.AWARD_COUNTS[self.award][1]
        if not 0 <= self.count <= most:
            raise Rejected("count", "0 to {n}", "BG-2", n=most)
        board, group = split_seat(seat)
        army = state.armies.get(board, Holding())
        theirs = army.moon if group == "sun" else army.sun
        if self.award == "army" and self.count + theirs > most:
            text = N_("A board has at most {n} knights; {theirs} are noted for the other player")
            raise Rejected("count", text, "BG-2", n=most, theirs=theirs)
        return (ev.AwardSet(seat, self.award, self.count),)


class CallSteward(HallCommand, type="call_steward", seated=True):
    """Call for a steward; one call of a seat is open at a time."""

    text: str
    seat: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        seat, wrong = known_seat(state, self.seat or ""), N_("Say in 1 to {n} characters what is wrong")
        text = one_line(self.text, MAX_CALL_CHARS, "call_length", wrong, 1)
        if any(each.seat == seat for each in state.open_calls):
            raise Rejected("called", "A steward is on the way", None)
        return (ev.StewardCalled(seat, next_id(state.calls), text),)


class CloseCall(HallCommand, type="close_call"):
    """A steward has been there."""

    call: int

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        call = next((each for each in state.calls if each.id == self.call), None)
        if call is None:
            raise Unknown("unknown_call", "There is no call {call}", None, call=self.call)
        if call.done:
            raise Rejected("closed", "A steward was there already")
        return (ev.CallClosed(call.seat, call.id),)


def closed(state: State, person: Person, by: str) -> Rejected | None:
    """Refuse any claim on this player's seat; None where a form is all that is needed (BG-12)."""
    if not person.plays:
        return Rejected("not_playing", "{name} does not play", "BG-1", name=person.name)
    if state.phase != "final":
        late = () if seat_of(by) else ("ended", "judging", "won", "break")
        if state.phase not in ("seven", "robbers", "turn", "held", *late):
            return Rejected("no_claims", "Claim in your own turn, before its clock ends", "BG-12")
        if not acting(state, split_seat(person.seat)[1]):
            return Rejected("not_acting", "It is the other group's turn: claim in your own", "BG-12")
    elif person.number > state.seated:
        text = N_("{name} was not seated when the hall ended")
        return Rejected("not_seated", text, "BG-12", name=person.name)
    claimed = [each for each in state.claims if each.number == person.number and each.turn == state.turn]
    if len(claimed) >= MAX_CLAIMS or any(claim.counts for claim in claimed):
        return Rejected("claimed", "{name} has claimed this turn", "BG-12", name=person.name)
    return None


def cannot_judge(state: State, claim: Claim) -> Rejected | None:
    """Refuse to judge a claim, or to judge it again, now (BG-12)."""
    if claim.standing == "open" and state.phase not in ("judging", "won", "final"):
        return Rejected("not_yet", "Claims are judged together when the clock has ended", "BG-12")
    return None


def _cannot_confirm(state: State, claim: Claim, form: Form) -> Rejected | None:
    person = state.people.get(claim.seat)
    if person is None or not person.plays or person.number != claim.number:
        return Rejected("not_playing", "The player who claimed this no longer plays", "BG-1")
    if refused := beside(state, claim.seat, form, ("confirmed",)):
        return refused
    worth, target = points(form), state.options.target
    if worth < target and state.step != "final":
        text = N_("{points} points do not win: {target} are needed")
        return Rejected("too_few", text, "BG-12", points=worth, target=target)
    return None


def beside(state: State, seat: str, form: Form, standings: Sequence[Standing]) -> Rejected | None:
    """Refuse a form that does not fit the other player of the board: a claim that stands so, or the notes."""
    board, group = split_seat(seat)
    facing = [claim for claim in state.claims if claim.seat == opposite(seat) and claim.standing in standings]
    theirs = facing[-1].form if facing else Form()
    most = forms.COUNTED["vp_cards"][1]
    if facing and form.vp_cards + theirs.vp_cards > most:
        text = N_("A board has at most {n} victory point cards; the other player claims {theirs}")
        return Rejected("both", text, "BG-12", n=most, theirs=theirs.vp_cards)
    for award, holdings in (("route", state.routes), ("army", state.armies)):
        if not getattr(form, award):
            continue
        part = forms.PARTS[award]
        if holdings.get(board, Holding()).holder not in (None, group):
            return Rejected("both", "{part} is the other player's, by the steward's note", "BG-11", part=part)
        if getattr(theirs, award):
            return Rejected("both", "{part} is claimed by the other player too", "BG-12", part=part)
    return None


def closable(state: State) -> bool:
    """Tell if no open form claims as much as the best confirmed one (BG-12)."""
    waiting = state.open_claims
    return bool(waiting) and state.beaten(waiting[0])


def winner(state: State) -> Claim | None:
    """Return the best of the confirmed claims; None while one is open or if none was confirmed (BG-12)."""
    return None if state.open_claims else state.best


def _known(state: State, number: int) -> Claim:
    claim = next((each for each in state.claims if each.id == number), None)
    if claim is None:
        raise Unknown("unknown_claim", "There is no claim {claim}", "BG-12", claim=number)
    return claim
