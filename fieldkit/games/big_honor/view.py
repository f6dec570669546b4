"""What people see of a match: the headline and the table. Nothing is hidden but the secret of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.games import Headline
from fieldkit.games.big_honor import legal
from fieldkit.games.big_honor.setup import CHOICES, LEAST, MOST
from fieldkit.games.big_honor.state import (
    COLOURS,
    LAURELS,
    MOST_LAURELS,
    PLACES,
    SETTLERS,
    SUMS,
    TARGET,
    Phase,
    Roll,
    State,
    called,
    points,
    sent_by,
)
from fieldkit.games.big_honor.words import outcome
from fieldkit.phrases import N_, Language, Message

_TITLES: Mapping[Phase, str] = {
    "settling": N_("{player} puts a settler"),
    "to_roll": N_("{player} has the dice"),
    "rolled": N_("{player} has the turn"),
    "special": N_("All others may build"),
    "over": N_("The match is over"),
}
_SUBTITLES: Mapping[Phase, str] = {
    "settling": N_("Second settlements, the last player first"),
    "to_roll": N_("Turn {n} · {target} points in the own turn win"),
    "rolled": N_("Turn {n} · {target} points in the own turn win"),
    "special": N_("Special building phase after turn {n}"),
    "over": N_("Turns played: {n}"),
}


def headline(state: State, translate: Language) -> Headline:
    """The game's share of the frame: whose turn it is, the players and the legal commands."""
    given = {"player": called(state.on_turn), "n": state.turn, "target": TARGET}
    title = Message(_TITLES[state.phase], given)
    if state.winner:
        title = Message("{player} wins", {"player": called(state.player(state.winner))})
    return {
        "title": translate(title),
        "subtitle": translate(Message(_SUBTITLES[state.phase], given)),
        "clock": {"state": "idle", "total": 0, "tenths": False},
        "sides": [
            {
                "id": player.id,
                "name": translate(called(player)),
                "colour": player.id,
                "mark": COLOURS[player.id][1],
                "score": points(state, player),
            }
            for player in state.players
        ],
        "can": legal.can(state),
    }


def view(state: State, translate: Language) -> dict[str, Any]:
    """The game's part of both views: `HonorView`."""
    return {
        "options": {"dice": state.options.dice},
        "target": TARGET,
        "on_turn": state.on_turn.id,
        "next": state.next_player.id,
        "champion": state.champion,
        "laurels_left": state.pool,
        "players": [
            {
                "id": player.id,
                "points": player.points,
                "laurels": player.laurels,
                "sent": sent_by(state, player.id),
                "hand": SETTLERS - sent_by(state, player.id),
            }
            for player in state.players
        ],
        "places": [{"number": place, "side": state.places.get(place)} for place in PLACES],
        "produced": state.sums[-1] if state.phase == "rolled" else None,
        "roll": None if state.roll is None else _roll(state, state.roll, translate),
        "bought": list(state.bought),
        "chances": legal.chances(state),
        "offers": legal.can(state),
        "refusals": legal.refusals(state, translate),
        "sums": [state.sums.count(number) for number in SUMS],
        "history": _history(state) if state.phase == "over" else {},
        "winner": state.winner,
    }


def _roll(state: State, roll: Roll, translate: Language) -> dict[str, Any]:
    sevens = len(roll.rolls) - 1
    again = translate.number("Rolled again: {n} seven", "Rolled again: {n} sevens", sevens)
    return {
        "sort": roll.sort,
        "rolls": [list(dice) for dice in roll.rolls],
        "sum": roll.total,
        "text": translate(outcome(state, roll)),
        "again": again if sevens else "",
        "laurel": roll.side if roll.outcome == "laurel" else None,
        "victim": roll.victim,
    }


def _history(state: State) -> dict[str, list[int]]:
    """The points of each player at the start, after each round of the table and at the end."""
    return {player.id: [row[at] for row in state.history] for at, player in enumerate(state.players)}


def setup_view(settled: Mapping[str, Any]) -> dict[str, Any]:
    """What a page needs to set a match up (BH-1)."""
    return {
        "players": [{"id": id, "name": name, "mark": mark} for id, (name, mark) in COLOURS.items()],
        "least": LEAST,
        "most": MOST,
        "settlers": SETTLERS,
        "laurels": LAURELS,
        "most_laurels": MOST_LAURELS,
        "places": list(PLACES),
        "target": TARGET,
        "options": dict(settled),
        "choices": {name: list(values) for name, values in CHOICES.items()},
    }
