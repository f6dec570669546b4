"""The views of a match, of which nothing is hidden but the secret of the dice, and the legal commands."""

from collections.abc import Mapping
from typing import Any

from fieldkit.games import refusals_in_words
from fieldkit.games.big_honor import commands
from fieldkit.games.big_honor import state as st
from fieldkit.games.big_honor.state import Outcome, Phase, Roll, State, may_win, sent_by
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import COLOURS, called, colours_view
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

_TITLES: Mapping[Phase, str] = {
    "settling": N_("{player} puts a settler"),
    "to_roll": N_("{player} has the dice"),
    "rolled": N_("{player} has the turn"),
    "special": N_("All others may build"),
    "over": N_("The match is over"),
}
_SUBTITLES: Mapping[Phase, str] = {
    "settling": N_("Second settlements, the last player first"),
    "to_roll": N_("Turn {n} · {target} points in your own turn win"),
    "rolled": N_("Turn {n} · {target} points in your own turn win"),
    "special": N_("Special building phase after turn {n}"),
    "over": N_("Turns played: {n}"),
}
_ON_A_PLACE: Mapping[Outcome, str] = {
    "laurel": N_("Place {place}: a laurel for {player}"),
    "empty": N_("Place {place} is free: no laurel"),
    "full": N_("Place {place}: {player} already has {n} laurels"),
    "none_left": N_("Place {place}: no laurel is left for {player}"),
    "taken": N_("Place {place}: {victim} goes home, {player} is there now"),
    "own": N_("Place {place}: {player} is there already, so 1 {pay} is lost"),
    "put": N_("Place {place}: {player} is there now"),
}
_ON_A_SEVEN: Mapping[Outcome, str] = {
    "laurel": N_("A 7: {player} has sent the most, so gets a laurel"),
    "tied": N_("A 7: nobody has sent more than all others, so no laurel"),
    "full": N_("A 7: {player} has sent the most, but already has {n} laurels"),
    "none_left": N_("A 7: {player} has sent the most, but no laurel is left"),
}


def title(state: State) -> Message:
    """Return whose turn it is and what comes now, or who has won."""
    if state.winner:
        return Message("{player} wins", {"player": called(state.player(state.winner))})
    return Message(_TITLES[state.phase], {"player": called(state.on_turn)})


def subtitle(state: State) -> Message:
    """Return the turn, and how many points win."""
    return Message(_SUBTITLES[state.phase], {"n": state.turn, "target": st.TARGET})


def view(state: State, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return the game's part of both views: `HonorView`."""
    history = {player.id: [row[at] for row in state.history] for at, player in enumerate(state.players)}
    return {
        "options": {"dice": state.options.dice},
        "target": st.TARGET,
        "laurels": st.LAURELS,
        "most_laurels": st.MAX_LAURELS,
        "on_turn": state.on_turn.id,
        "next": state.next_player.id,
        "champion": state.champion,
        "laurels_left": state.pool,
        "players": [
            {"id": one.id, "points": one.points, "laurels": one.laurels, "sent": n, "hand": st.SETTLERS - n}
            for one in state.players
            for n in [sent_by(state, one.id)]
        ],
        "places": [{"number": place, "side": state.places.get(place)} for place in st.PLACES],
        "produced": state.sums[-1] if state.phase == "rolled" else None,
        "roll": None if state.roll is None else _roll(state, state.roll, translate),
        "bought": list(state.bought),
        "chances": chances(state),
        "offers": can(state),
        "refusals": refusals(state, translate),
        "sums": [state.sums.count(number) for number in st.SUMS],
        "history": history if state.phase == "over" else {},
        "winner": state.winner,
    }


def _outcome(state: State, roll: Roll) -> Message:
    """Say in one sentence what a roll came to (BH-3, BH-4)."""
    is_seven = roll.sort == "production" and roll.total == 7
    who = roll.player if roll.outcome == "own" else roll.side
    given = {
        "place": roll.total,
        "player": called(state.player(who)) if who else "",
        "victim": called(state.player(roll.victim)) if roll.victim else "",
        "pay": Term(st.PAY_NAMES[roll.pay]) if roll.pay else "",
        "n": st.MAX_LAURELS,
    }
    return Message((_ON_A_SEVEN if is_seven else _ON_A_PLACE)[roll.outcome], given)


def _roll(state: State, roll: Roll, translate: Language) -> dict[str, Any]:
    sevens = len(roll.rolls) - 1
    again = translate.number("Rolled again: {n} seven", "Rolled again: {n} sevens", sevens)
    return {
        "sort": roll.sort,
        "rolls": [list(dice) for dice in roll.rolls],
        "sum": roll.total,
        "text": translate(_outcome(state, roll)),
        "again": again if sevens else "",
        "laurel": roll.side if roll.outcome == "laurel" else None,
        "victim": roll.victim,
    }


def setup_view(options: MatchOptions) -> dict[str, Any]:
    """Return what a page needs to set a match up (BH-1)."""
    return {
        "players": colours_view(COLOURS),
        "least": commands.MIN_PLAYERS,
        "most": len(COLOURS),
        "settlers": st.SETTLERS,
        "laurels": st.LAURELS,
        "most_laurels": st.MAX_LAURELS,
        "places": list(st.PLACES),
        "target": st.TARGET,
        "options": dict(options.defaults),
        "fields": options.fields(),
    }


def can(state: State) -> dict[str, Any]:
    """Return the legal next commands."""
    if state.phase == "over":
        return {"open_table": True}
    free, sends = list(state.free), commands.cannot_send(state) is None
    steps = {one.id: [by for by in (1, -1) if 0 <= one.points + by <= st.MAX_POINTS] for one in state.players}
    may: dict[str, Any] = {
        "abandon_table": True,
        "change_points": steps,
        "put_settler": free if state.phase == "settling" else None,
        "roll": commands.cannot_roll(state) is None,
        "send_settler": {"pay": list(st.PAYS), "places": free} if sends else None,
        "spend_laurels": [price for price in st.PRICES if commands.cannot_spend(state, price) is None],
        "end_turn": commands.cannot_end_turn(state) is None,
        "end_building": state.phase == "special",
        "confirm_win": may_win(state),
    }
    return {name: allowed for name, allowed in may.items() if allowed}


def refusals(state: State, translate: Language) -> dict[str, dict[str, Any]]:
    """Say why a key of the screen is refused now: a sentence and its rule, by its name."""
    if state.phase == "over":
        return {}
    asked = {
        "roll": commands.cannot_roll(state),
        "send_settler": commands.cannot_send(state),
        "end_turn": commands.cannot_end_turn(state),
    } | {f"spend_{price}": commands.cannot_spend(state, price) for price in st.PRICES}
    return refusals_in_words(asked, translate)


def chances(state: State) -> dict[str, int] | None:
    """Return the tries left at a full table, and how many pairs of dice without a 7 are lost (BH-3)."""
    if state.phase != "rolled" or state.free or commands.cannot_send(state):
        return None
    own = state.on_turn.id
    ways = {place: 6 - abs(place - 7) for place in state.places}
    lost = sum(n for place, n in ways.items() if state.places[place] == own)
    return {"tries": st.TRIES - state.tried, "of": sum(ways.values()), "lost": lost}
