"""Claims of victory: what a form is worth, how the two of a board fit, and who wins (BG-9, BG-11, BG-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.big_game import commands as co
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.people import reason, seated
from fieldkit.games.big_game.ring import acting, known_seat, opposite
from fieldkit.games.big_game.state import (
    RESOURCES,
    SEATED_BY,
    WORTH,
    Award,
    Call,
    Claim,
    Form,
    Group,
    Holding,
    Person,
    Standing,
    State,
    points,
    split_seat,
)
from fieldkit.phrases import N_, Term

MOST: Mapping[str, int] = {"settlements": 5, "cities": 9, "bonuses": 5, "vp_cards": 5}
PARTS: Mapping[str, Term] = {
    "settlements": Term("Settlements"),
    "cities": Term("Cities"),
    "bonuses": Term("Other territories"),
    "vp_cards": Term("Victory point cards"),
    "route": Term("Longest trade route"),
    "army": Term("Largest army"),
}
"""The parts of a form, their maxima and their names (BG-12)."""
LEAST: Mapping[Award, int] = {"route": 5, "army": 3}
MOST_COUNT: Mapping[Award, int] = {"route": 30, "army": 14}
"""From which count on somebody holds it, and how far one can count (BG-2, BG-11)."""
MOST_IN_HAND = 57
"""The cards of one resource on the own board and the two beside it (BG-2, BG-7)."""
AT_HOME = 3
"""The buildings that each begins with (BG-2)."""
MOST_CLAIMS = 3
"""How often a seat may claim in a turn, once more each time it has taken a claim back."""
MAX_CALL_CHARS = 60


def limits() -> dict[str, dict[str, Any]]:
    """What a page needs to draw a form: worth and limit of each part, and the cards by what breaks a tie."""
    return {
        "counted": {part: [WORTH[part], most] for part, most in MOST.items()},
        "held": {part: WORTH[part] for part in LEAST},
        "hand": dict.fromkeys(RESOURCES, MOST_IN_HAND),
    }


def impossible(form: Form) -> Rejected | None:
    """Why a form cannot be true, whatever the other of the board has; None for one that can (BG-9, BG-12)."""
    for part, most in MOST.items():
        if not 0 <= getattr(form, part) <= most:
            return Rejected("form", "{part}: 0 to {n}", "BG-12", part=PARTS[part], n=most)
    for resource in RESOURCES:
        if not 0 <= getattr(form, resource) <= MOST_IN_HAND:
            return Rejected("form", "In hand: 0 to {n} cards of each resource", "BG-2", n=MOST_IN_HAND)
    if form.settlements + form.cities < AT_HOME or not form.cities:
        return Rejected("form", "Everybody begins with {n} buildings, one of them a city", "BG-2", n=AT_HOME)
    if form.bonuses > max(0, form.settlements + form.cities - AT_HOME):
        return Rejected("form", "There are more other territories than buildings away from home", "BG-9")
    return None


def make(state: State, command: co.MakeClaim, by: str) -> tuple[ev.Event, ...]:
    """A claim of somebody who acts, from the roll to the clock's end, or in the end for time (BG-12).

    The desk may still enter one until the next roll, which a steward wrote down before.
    """
    person = seated(state, known_seat(state, command.seat or ""))
    if refused := closed(state, person, by):
        raise refused
    if refused := impossible(command.form):
        raise refused
    worth, target = points(command.form), state.options.target
    if worth < target and state.phase != "final":
        raise Rejected(
            "too_few", "{points} points: {target} are needed", "BG-12", points=worth, target=target
        )
    return (ev.ClaimMade(_next(state.claims), person.seat, command.form),)


def closed(state: State, person: Person, by: str) -> Rejected | None:
    """Why nobody may claim on this player's seat now; None where a form is all that is needed (BG-12)."""
    if not person.plays:
        return Rejected("not_playing", "{name} does not play", "BG-1", name=person.name)
    if state.phase != "final":
        late = () if by.startswith(SEATED_BY) else ("ended", "judging", "won", "break")
        if state.phase not in ("seven", "robbers", "turn", "held", *late):
            return Rejected("no_claims", "A claim is made in the own turn, until its clock ends", "BG-12")
        if not acting(state, split_seat(person.seat)[1]):
            return Rejected("not_acting", "The other group acts: claim in the own turn", "BG-12")
    elif person.number > state.seated:
        text = N_("{name} was not seated when the hall ended")
        return Rejected("not_seated", text, "BG-12", name=person.name)
    claimed = [each for each in state.claims if each.number == person.number and each.turn == state.turn]
    if len(claimed) >= MOST_CLAIMS or any(claim.standing in ("open", "confirmed") for claim in claimed):
        return Rejected("claimed", "{name} has claimed in this turn", "BG-12", name=person.name)
    return None


def withdraw(state: State, command: co.WithdrawClaim, seat: str | None) -> tuple[ev.Event, ...]:
    """Take an open claim back: the player, or the referee for them."""
    claim = _open(state, command.claim)
    if seat is not None and claim.seat != seat:
        raise Rejected("not_yours", "That is somebody else's claim")
    return (ev.ClaimWithdrawn(claim.id, claim.seat),)


def judge(state: State, command: co.JudgeClaim) -> tuple[ev.Event, ...]:
    """Confirm or reject a claim once the clock has ended, in any order (BG-12).

    One that was judged or taken back is put right with a reason, until the winner is announced.
    """
    claim = _known(state, command.claim)
    again = claim.standing != "open"
    if refused := cannot_judge(state, claim):
        raise refused
    form = command.form or claim.form
    said = reason(command.reason, needed=again or command.verdict == "rejected")
    if refused := impossible(form):
        raise refused
    if command.verdict == "confirmed" and (refused := _unconfirmed(state, claim, form)):
        raise refused
    return (ev.ClaimJudged(claim.id, claim.seat, command.verdict, form, said, again),)


def cannot_judge(state: State, claim: Claim) -> Rejected | None:
    """Why a claim cannot be judged, or judged again, now (BG-12)."""
    if claim.standing == "open" and state.phase not in ("judging", "won", "final"):
        return Rejected("not_yet", "Claims are judged together when the clock has ended", "BG-12")
    return None


def _unconfirmed(state: State, claim: Claim, form: Form) -> Rejected | None:
    """Why a claim cannot be confirmed with what was counted (BG-12)."""
    person = state.people.get(claim.seat)
    if person is None or not person.plays or person.number != claim.number:
        return Rejected("not_playing", "Who claimed this does not play any more", "BG-1")
    if refused := beside(state, claim.seat, form, ("confirmed",)):
        return refused
    worth, target = points(form), state.options.target
    if worth < target and state.step != "final":
        text = N_("{points} points do not win: {target} are needed")
        return Rejected("too_few", text, "BG-12", points=worth, target=target)
    return None


def closable(state: State) -> bool:
    """True as soon as no open form claims as much as the best confirmed one (BG-12)."""
    waiting = state.open_claims
    return bool(waiting) and state.beaten(waiting[0])


def close(state: State) -> tuple[ev.Event, ...]:
    """Leave the forms unjudged that claim less than the best confirmed one (BG-12)."""
    if not closable(state):
        raise Rejected("not_closable", "An open form claims as much: judge it first", "BG-12")
    return (ev.ClaimsClosed(len(state.open_claims)),)


def confirm(state: State) -> tuple[ev.Event, ...]:
    """The winner is announced (BG-12)."""
    if state.open_claims:
        n = len(state.open_claims)
        raise Rejected("claims_open", "First the claims are judged: {n} are open", "BG-12", n=n)
    if state.phase not in ("won", "final"):
        raise Rejected("nobody_won", "Nobody has won yet", "BG-12")
    best = winner(state)
    return (ev.ResultConfirmed(best.seat if best else None, points(best.form) if best else 0),)


def winner(state: State) -> Claim | None:
    """The best of the confirmed claims (BG-12); None while one is open or none was confirmed."""
    return None if state.open_claims else state.best


def set_award(state: State, command: co.SetAward) -> tuple[ev.Event, ...]:
    """Note a route or an army (BG-11)."""
    seat = known_seat(state, command.seat)
    if not 0 <= command.count <= MOST_COUNT[command.award]:
        raise Rejected("count", "0 to {n}", "BG-2", n=MOST_COUNT[command.award])
    board, group = split_seat(seat)
    army = state.armies.get(board, Holding())
    theirs = army.moon if group == "sun" else army.sun
    if command.award == "army" and command.count + theirs > MOST_COUNT["army"]:
        text = N_("The two of a board have {n} knights at most; {theirs} are noted for the other")
        raise Rejected("count", text, "BG-2", n=MOST_COUNT["army"], theirs=theirs)
    return (ev.AwardSet(seat, command.award, command.count),)


def held(before: Holding, award: Award, group: Group, count: int) -> Holding:
    """Route or army of a board once one player's count has changed (BG-11).

    Who has it keeps it until the other has more; without enough of it nobody has it.
    """
    now = replace(before, sun=count) if group == "sun" else replace(before, moon=count)
    enough = {each: n for each, n in (("sun", now.sun), ("moon", now.moon)) if n >= LEAST[award]}
    holder = now.holder if now.holder in enough else None
    for each, n in enough.items():
        if holder is None or n > enough[holder]:
            holder = "sun" if each == "sun" else "moon"
    return replace(now, holder=holder)


def call(state: State, command: co.CallSteward) -> tuple[ev.Event, ...]:
    """Call for a steward; one call of a seat is open at a time."""
    seat = known_seat(state, command.seat or "")
    text = " ".join(command.text.split())
    if not 0 < len(text) <= MAX_CALL_CHARS or not text.isprintable():
        raise Rejected("call_length", "Say in 1 to {n} characters what is wrong", None, n=MAX_CALL_CHARS)
    if any(each.seat == seat and not each.done for each in state.calls):
        raise Rejected("called", "A steward is on the way", None)
    return (ev.StewardCalled(_next(state.calls), seat, text),)


def close_call(state: State, command: co.CloseCall) -> tuple[ev.Event, ...]:
    """A steward was there."""
    found = next((each for each in state.calls if each.id == command.call), None)
    if found is None:
        raise Unknown("unknown_call", "There is no call {call}", None, call=command.call)
    if found.done:
        raise Rejected("closed", "A steward was there already")
    return (ev.CallClosed(found.id, found.seat),)


def _next(numbered: Sequence[Claim | Call]) -> int:
    return max((each.id for each in numbered), default=0) + 1


def _known(state: State, number: int) -> Claim:
    claim = next((each for each in state.claims if each.id == number), None)
    if claim is None:
        raise Unknown("unknown_claim", "There is no claim {claim}", "BG-12", claim=number)
    return claim


def _open(state: State, number: int) -> Claim:
    claim = _known(state, number)
    if claim.standing != "open":
        raise Rejected("judged", "That claim is not open any more", "BG-12")
    return claim


def beside(state: State, seat: str, form: Form, standings: Sequence[Standing]) -> Rejected | None:
    """What does not fit with the other player of the board: their claim, if it stands so, and the notes."""
    facing = opposite(seat)
    board, group = split_seat(seat)
    claimed = [claim.form for claim in state.claims if claim.seat == facing and claim.standing in standings]
    theirs = claimed[-1] if claimed else None
    if theirs and form.vp_cards + theirs.vp_cards > MOST["vp_cards"]:
        text = N_("The two of a board have {n} victory point cards at most; the other claims {theirs}")
        return Rejected("both", text, "BG-12", n=MOST["vp_cards"], theirs=theirs.vp_cards)
    for award, holdings in (("route", state.routes), ("army", state.armies)):
        if not getattr(form, award):
            continue
        noted = holdings.get(board)
        if noted and noted.holder not in (None, group):
            return Rejected(
                "both", "{part} is the other's, by the steward's note", "BG-11", part=PARTS[award]
            )
        if theirs and getattr(theirs, award):
            return Rejected(
                "both", "{part} is claimed by the other of the board too", "BG-12", part=PARTS[award]
            )
    return None
