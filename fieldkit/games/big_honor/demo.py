"""Simulated players of Big Game, Big Honor: pure functions of a view's ``can`` and of chance."""

from random import Random
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.demo.players import Players, play_turns
from fieldkit.demo.stage import Field, Stage

Command = dict[str, Any]

GAME = "big_honor"
MIN_PLAYERS, USUAL_PLAYERS, MAX_PLAYERS = 3, 4, 6
THINKING_S = (0.4, 2.5)
"""The time (s of the kit's clock) that somebody looks at the table before they do something."""
NAMES = ("Mia", "Jonas", "Aylin", "Noah", "Ben", "Zoe")
GROWS = 0.5
"""The chance that a player's board is worth a point more after a turn."""
FALLS = 0.04
"""The chance that it is worth one less: somebody else has a longer road or a larger army now."""
SENDS = 0.75
"""The chance that a player has wool or grain to spare."""
SPENDS = 0.5
"""The chance that one who can buy something does."""


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    opening = new_match(stage.setup, stage.people(MIN_PLAYERS, MAX_PLAYERS, USUAL_PLAYERS))
    view = play_turns(stage, opening, next_move, THINKING_S)
    rolls = ", ".join(f"{count} of {total}" for total, count in enumerate(view["sums"], 2))
    stage.say(f"Production rolls: {rolls}")


def crowd(client: Client, field: Field, clock: Clock) -> Players:
    """Return players who take every turn of a match that somebody sets up."""
    return Players(client, clock, GAME, next_move, THINKING_S)


def new_match(setup: View, players: int) -> Command:
    """Return the command that sets up a match of that many players with the first colours."""
    chosen = zip(setup["players"][:players], NAMES, strict=False)
    seated = [{"id": colour["id"], "name": name} for colour, name in chosen]
    return {"type": "open_table", "game": GAME, "players": seated, "options": {"dice": "kit"}}


def next_move(view: View, rng: Random) -> Command | None:
    """Return the next command of the player on turn, None when the match is over."""
    can = view["can"]
    if "confirm_win" in can:
        return {"type": "confirm_win"}
    if "put_settler" in can:
        return {"type": "put_settler", "place": _likely(can["put_settler"], rng)}
    if "spend_laurels" in can and rng.random() < SPENDS / 4:
        return {"type": "spend_laurels", "laurels": rng.choice(can["spend_laurels"])}
    if "roll" in can:
        return {"type": "roll"} | _thrown(view, rng)
    if "send_settler" in can and rng.random() < SENDS:
        offer = can["send_settler"]
        pay = {"type": "send_settler", "pay": rng.choice(offer["pay"])}
        places = offer["places"]
        return pay | ({"place": _likely(places, rng)} if places else _thrown(view, rng, again=7))
    if "end_building" in can:
        return {"type": "end_building"}
    if "end_turn" not in can:
        return None
    steps = can["change_points"][view["on_turn"]]
    for by, often in ((1, GROWS), (-1, FALLS)):
        # Somebody who builds goes on building, so this asks again until the turn is over.
        if by in steps and rng.random() < often / (1 + often):
            return {"type": "change_points", "player": view["on_turn"], "by": by}
    return {"type": "end_turn"}


def _thrown(view: View, rng: Random, again: int | None = None) -> Command:
    """Throw real dice until they do not show ``again``; nothing where the kit rolls."""
    if view["options"]["dice"] == "kit":
        return {}
    dice = [rng.randint(1, 6), rng.randint(1, 6)]
    return _thrown(view, rng, again) if sum(dice) == again else {"dice": dice}


def _likely(places: list[int], rng: Random) -> int:
    """Choose a free place, rather one that is rolled often."""
    return rng.choices(places, [6 - abs(place - 7) for place in places])[0]
