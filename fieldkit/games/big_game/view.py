"""The views of a hall: the headline, the public board, the conductor's own, and the legal commands."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict

from fieldkit.clock import MS
from fieldkit.errors import Rejected
from fieldkit.games import Clock, Headline, Side, refusals_in_words
from fieldkit.games.big_game import claims, people, setup, spoken, turns
from fieldkit.games.big_game import state as st
from fieldkit.games.big_game.forms import Group, limits, points
from fieldkit.games.big_game.shapes import HallRing, HallRobbers, HallSeats, HallTurn, HallWinner
from fieldkit.games.big_game.state import Claim, Phase, Roll, State, group_of_turn, seat_called, split_seat
from fieldkit.games.declared import commands
from fieldkit.games.options import MatchOptions
from fieldkit.phrases import ENGLISH, N_, Language, Message

LAST_ROLLS = 6
LAST_CLAIMS = 8
"""The judged claims that stay on the conductor's console, beside the first of the open ones."""
MAX_CALLS = 20
_TITLES: Mapping[Phase, str] = {
    "registration": N_("Registration"),
    "seven": N_("Discards"),
    "robbers": N_("Discards, then the robbers"),
    "held": N_("Clock stopped"),
    "ended": N_("Turn {n} is over"),
    "judging": N_("Claims are judged"),
    "won": N_("The winner is found"),
    "break": N_("Break"),
    "final": N_("Ended for time"),
    "over": N_("The hall is over"),
    "alarm": N_("Alarm"),
}
MAX_OPEN = 20
"""The open claims that are listed at once, those first that are judged first."""
_ENDS = {"call_break": turns.cannot_break, "end_hall": turns.cannot_end}
"""Commands that are possible under an alarm too (BG-5)."""
_ALWAYS_SHOWN = _ENDS | {
    "next_turn": turns.cannot_roll,
    "take_back_roll": turns.cannot_take_back,
    "end_turn": turns.cannot_end_turn,
}
"""Commands whose keys say why they are refused."""

_PEOPLE = list(commands(people))
_MAIN: Mapping[Phase, str] = {
    "over": "",
    "alarm": "lift_alarm",
    "robbers": "roll_robbers",
    "seven": "go_on",
    "held": "go_on",
    "won": "confirm_result",
}
"""The commands of the main key in the phases that always have the same."""


def headline(state: State, translate: Language = ENGLISH) -> Headline:
    """Return the game's share of the frame: the turn, its clock, the two groups and the legal commands."""
    text = _TITLES.get(state.phase, N_("Turn {n}"))
    if state.phase == "ended" and state.taken:
        text = N_("A roll is taken back")
    title = Message(text, {"n": state.turn})
    if state.phase == "turn" and (group := group_of_turn(state.options, state.turn)):
        title = Message("Turn {n} · {group}", {"n": state.turn, "group": st.GROUPS[group][0]})
    subtitle = Message("First to {n} points", {"n": state.options.target})
    if state.rehearsal:
        subtitle = Message("Rehearsal: nothing of it counts")
    return {
        "title": translate(title),
        "subtitle": translate(subtitle),
        "clock": _clock(state),
        "sides": [_side(state, group, translate) for group in st.GROUPS],
        "can": can(state),
    }


def _clock(state: State) -> Clock:
    clock = state.clock
    if clock is None or state.step in ("ended", "final", "over") or clock.total == 0:
        return {"state": "idle", "total": 0, "tenths": False}
    total = clock.total // MS
    if clock.ends is None:
        return {"state": "held", "total": total, "remaining": clock.left // MS, "tenths": False}
    return {"state": "running", "total": total, "ends_at": clock.ends // MS, "tenths": False}


def _side(state: State, group: Group, translate: Language) -> Side:
    """Return a group; its score is the best of its players' confirmed claims, once a winner is announced."""
    name, mark = st.GROUPS[group]
    valid = state.valid_claims if state.phase == "over" else ()
    counted = [points(claim.form) for claim in valid if split_seat(claim.seat)[1] == group]
    score = max(counted, default=0)
    return Side(id=group, name=translate(name), colour=group, mark=mark, score=score)


def board(state: State, translate: Language) -> dict[str, Any]:
    """Return what everybody sees: `HallBoard`."""
    roll = state.roll
    on_deck = state.options.dice == "deck" and bool(state.deck)
    robbers = translate(st.robbers_said(state.robbers))
    return {
        "target": state.options.target,
        "groups": state.options.groups,
        "boards": state.boards,
        "players": state.playing,
        "rehearsal": state.rehearsal,
        "turn": _turn(state, state.turn),
        "next": None if state.phase == "over" else _turn(state, state.turn + 1),
        "dice": list(roll.dice) if roll else None,
        "sum": sum(roll.dice) if roll else None,
        "robber_dice": list(roll.robbers) if roll and roll.robbers else None,
        "robbers": HallRobbers(place=state.robbers, moved=bool(roll and roll.robbers), text=robbers),
        "rolls": [rolled(state, each) for each in state.rolls[-LAST_ROLLS:]],
        "sums": [sum(sum(each.dice) == number for each in state.rolls) for number in st.SUMS],
        "card": state.card if on_deck else None,
        "cards": len(state.deck) if on_deck else None,
        "taken": state.taken,
        "say": [translate(line) for line in spoken.lines(state)],
        "said": state.said,
        "open": len(state.open_claims),
        "winner": _winner(state, claims.winner(state), translate),
    }


def view(state: State, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return what the conductor sees: `HallView`."""
    waiting = state.open_claims[:MAX_OPEN]
    judged = [claim for claim in state.claims if claim.standing != "open"][-LAST_CLAIMS:]
    shown = sorted([*judged, *waiting], key=lambda claim: claim.id)
    return board(state, translate) | {
        "options": asdict(state.options),
        "fields": setup.changeable(state.turn),
        "ring": ring_limits(),
        "guide": guide(asdict(state.options)),
        "main": main_command(state),
        "judge": waiting[0].id if waiting else None,
        "best": _winner(state, state.best, translate),
        "claims": [claimed(state, claim, translate) for claim in shown],
        "calls": [
            {"id": call.id, "seat": call.seat, "label": translate(seat_called(call.seat)), "text": call.text}
            for call in state.open_calls[:MAX_CALLS]
        ],
        "seats": seats(state),
        "refusals": refusals(state, translate),
    }


def claimed(state: State, claim: Claim, translate: Language) -> dict[str, Any]:
    """Return a claim as the conductor sees it: `HallClaim`."""
    at, group = split_seat(claim.seat)
    return {
        "id": claim.id,
        "seat": claim.seat,
        "label": translate(seat_called(claim.seat)),
        "board": at,
        "kind": st.kind_of(at),
        "group": group,
        "name": state.name(claim.seat),
        "turn": claim.turn,
        "points": points(claim.form),
        "standing": state.standing(claim),
        "may_judge": state.alarm is None and claims.cannot_judge(state, claim) is None,
        "reason": claim.reason,
        "form": asdict(claim.form),
    }


def seats(state: State) -> HallSeats:
    """Count the seats."""
    people, count = state.people.values(), 2 * state.boards
    away = sum(person.away and not person.removed for person in people)
    removed, empty = sum(person.removed for person in people), count - len(people)
    return HallSeats(seats=count, players=state.playing, empty=empty, away=away, removed=removed)


def setup_view(options: MatchOptions) -> dict[str, Any]:
    """Return what a page needs to set a hall up (BG-1)."""
    given = options.defaults
    return {"options": dict(given), "guide": guide(given), "fields": options.fields(), **ring_limits()}


def ring_limits() -> HallRing:
    """Return the numbers of boards that make a ring: by threes, of three kinds (BG-1)."""
    return HallRing(least=setup.MIN_BOARDS, most=setup.MAX_BOARDS, kinds=list(st.KINDS))


def guide(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of the players' guide: `HallGuide` (BG-1, BG-5, BG-6)."""
    told = ("target", "groups", "turn_seconds", "late_turn_seconds", "robber_from")
    return {name: options[name] for name in told} | {"late_from": st.FIRST_LATE_TURN, "form": limits()}


def _turn(state: State, number: int) -> HallTurn:
    group = group_of_turn(state.options, number)
    return HallTurn(number=number, group=group, deals=st.other(group) if group else None)


def rolled(state: State, roll: Roll) -> dict[str, Any]:
    """Return a roll: `HallRoll`."""
    robbers = {"robbers": sum(roll.robbers)} if roll.robbers else {}
    group = group_of_turn(state.options, roll.turn)
    return {"turn": roll.turn, "group": group, "sum": sum(roll.dice)} | robbers


def _winner(state: State, best: Claim | None, translate: Language) -> HallWinner | None:
    """Return the player of the best confirmed claim, once the clock has ended."""
    if state.phase not in ("judging", "won", "final", "over") or best is None:
        return None
    if state.phase == "over" and state.winner is None:
        return None
    person, label = state.people.get(best.seat), translate(seat_called(best.seat))
    name, club = (person.name, person.club) if person else ("", "")
    return HallWinner(seat=best.seat, label=label, name=name, club=club, points=points(best.form))


def main_command(state: State) -> str:
    """Return the command of the main key: ``judge_claim`` is for the first open claim; empty at the end."""
    if state.phase not in ("judging", "final"):
        return _MAIN.get(state.phase, "next_turn")
    if not state.open_claims:
        return "confirm_result"
    return "close_claims" if claims.closable(state) else "judge_claim"


def can(state: State) -> dict[str, Any]:
    """Return the legal next commands of the referee."""
    if state.phase == "over":
        return {"open_hall": True}
    always = ("set_options", "set_award", "repeat_line", "call_steward", main_command(state))
    legal: dict[str, Any] = dict.fromkeys(always, True)
    legal |= {name: cannot(state) is None for name, cannot in _ENDS.items()}
    legal["close_call"] = [call.id for call in state.open_calls]
    if not state.rehearsal:
        legal |= dict.fromkeys(_PEOPLE, True)
    if state.phase != "alarm":
        legal |= _moves(state)
    return {name: may for name, may in legal.items() if may or name == "advance"}


def _moves(state: State) -> dict[str, Any]:
    """Return the commands that an alarm forbids, each with whether it is legal now."""
    waits = state.phase in ("robbers", "seven", "held")
    runs = state.phase == "turn"
    return {
        "abandon_hall": True,
        "raise_alarm": True,
        "advance": waits or (not runs and turns.cannot_roll(state) is None),
        "set_boards": not state.turn,
        "stop_clock": runs,
        "hold_clock": runs,
        "change_clock": runs or waits,
        "take_back_roll": turns.cannot_take_back(state) is None,
        "end_turn": turns.cannot_end_turn(state) is None,
        "claim": bool(state.turn and state.people),
        "judge_claim": any(claims.cannot_judge(state, claim) is None for claim in state.claims),
        "withdraw_claim": [claim.id for claim in state.open_claims[:MAX_OPEN]],
    }


def refusals(state: State, translate: Language) -> dict[str, dict[str, Any]]:
    """Say why a key of the console is refused now: a sentence and its rule, by the command."""
    if state.phase == "over":
        return {}
    found = {name: cannot(state) for name, cannot in _ALWAYS_SHOWN.items()}
    if state.phase != "turn":
        found["stop_clock"] = Rejected("not_running", "No clock runs", "BG-5")
    return refusals_in_words(found, translate)
