"""The choices of a simulated hall: pure functions of the conductor's view and of chance.

Nothing here knows a rule of the game: what is possible is read from the view. What stands on the boards,
which the kit does not see, grows from turn to turn, until somebody claims the victory. `moves` and `claims`
write a turn down before it begins: the same turn, people and chance make the same.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from fieldkit.demo.client import View
from fieldkit.games.declared import Value

GAME = "big_game"
GROUPS = ("sun", "moon")
Command = dict[str, Any]

FIRST_NAMES = (
    "Ada Aylin Ben Clara David Elif Emma Finn Greta Hanna Ida Ines Jonas Kaya Lena Leon Lina Mara Max Mia "
    "Noah Nora Omar Paul Pia Rosa Sami Tom Yara Zoe"
)
LAST_NAMES = (
    "Abel Becker Brandt Demir Ernst Falk Graf Haas Ilic Jansen Keller Lind Maurer Nowak Otto Peters Reuter "
    "Sahin Thoma Ulrich Vogt Weber Yilmaz Zander"
)
CLUBS = ("Essen", "Bochum", "Die Siedler", "Nachtzug", "")
CALLS = (
    "A dice card is missing",
    "Dispute over a harbour",
    "Somebody feels ill",
    "The clock is hard to read",
)
FIRST_CLAIM = 20
"""Nobody has enough points before this turn."""
REASONS = ("The route is 4 long", "One card too many", "The army is the other's")

TAKEN_BACK, LONGER, STOPPED, SANCTIONED = 3, 5, 8, 10
"""The turns with a roll taken back, a longer clock, a clock that is stopped, and a sanction."""
COUNTED_FROM = 4
"""From this turn on there are routes and armies to count."""
CALLED = 0.3
"""The chance of a call for a steward in a turn."""
AWARDS = {"route": (5, 12), "army": (3, 6)}
"""The counts that stewards note."""


def new_hall(boards: int, options: Mapping[str, Any] | None = None) -> Command:
    """Set up a hall of this number of boards."""
    return {"type": "open_hall", "game": GAME, "boards": boards, "options": dict(options or {})}


def players(count: int, rng: Random) -> Iterator[tuple[str, str]]:
    """Names and clubs."""
    first, last = FIRST_NAMES.split(), LAST_NAMES.split()
    for _ in range(count):
        yield f"{rng.choice(first)} {rng.choice(last)}", rng.choice(CLUBS)


def player_list(count: int, rng: Random) -> str:
    """Return a list of players as a club sends it in: CSV."""
    return "\n".join(["name,club", *(f"{name},{club}" for name, club in players(count, rng))])


def form(target: int, rng: Random, extra: int = 0) -> dict[str, Any]:
    """Fill in a claim form that reaches the target, with a few cards in hand."""
    made: dict[str, Any] = {"settlements": 5, "cities": 9, "bonuses": 0, "vp_cards": 0}
    for part, worth, high in (("bonuses", 2, 5), ("vp_cards", 1, 2)):
        left = target + extra - worth_of(made)
        made[part] = max(0, min(high, -(-left // worth)))
    made["settlements"] -= min(5, max(0, worth_of(made) - target - extra))
    cities = min(9, max(0, worth_of(made) - target - extra) // 2)
    made["cities"] -= cities
    made["bonuses"] = min(made["bonuses"], made["settlements"] + made["cities"])
    return made | {resource: rng.randint(0, 3) for resource in ("grain", "ore", "brick", "lumber", "wool")}


def worth_of(made: Mapping[str, Any]) -> int:
    """Count the points of a form as the players do."""
    return int(made["settlements"] + 2 * made["cities"] + 2 * made["bonuses"] + made["vp_cards"])


def conducted(view: View, rng: Random) -> Command | None:
    """Return the command of the conductor's main key, None while the clock runs and when all is over."""
    dice = {"dice": [rng.randint(1, 6), rng.randint(1, 6)]} if view["options"]["dice"] == "real" else {}
    main = view["main"]
    if main == "judge_claim":
        # As a steward who has counted the board: two of three claims are right.
        verdict = rng.choice(("confirmed", "confirmed", "rejected"))
        reason = {} if verdict == "confirmed" else {"reason": rng.choice(REASONS)}
        return {"type": main, "claim": view["judge"], "verdict": verdict} | reason
    if view["phase"] == "turn" or not main:
        return None
    return {"type": main} | (dice if main in ("next_turn", "roll_robbers") else {})


def meanwhile(view: View, rng: Random) -> Command | float:
    """Return a command while the clock runs, or seconds: mostly it just runs."""
    chance = rng.random()
    if view["number"] >= FIRST_CLAIM and chance < 0.25:
        group = view["turn"]["group"] or rng.choice(GROUPS)
        made = form(view["target"], rng, rng.randint(0, 1))
        return {"type": "claim", "seat": f"{rng.randint(1, view['boards'])}-{group}", "form": made}
    if chance < 0.3 and view["can"].get("close_call"):
        return {"type": "close_call", "call": view["can"]["close_call"][0]}
    if chance < 0.35:
        seat = f"{rng.randint(1, view['boards'])}-{rng.choice(GROUPS)}"
        return {"type": "call_steward", "seat": seat, "text": rng.choice(CALLS)}
    return float(rng.choice((5, 15, 60)))


class Move(Value):
    """Something that happens in a turn once the part ``at`` of its clock has run.

    ``made`` gives the command from the view at that moment, None where nothing is left to do. With a ``seat``
    it is this player's own, who sends it from a phone or tells it a steward.
    """

    at: float
    made: Callable[[View], Command | None]
    seat: str | None = None


def moves(turn: int, again: bool, seats: Sequence[str], rng: Random) -> list[Move]:
    """List the moves of a turn in their order; ``again``: its roll was taken back before."""
    found: list[Move] = []
    if turn == TAKEN_BACK and not again:
        return [Move(0.1, _always({"type": "take_back_roll", "reason": "It was read out wrongly"}))]
    if turn == LONGER:
        found.append(Move(0.5, _always({"type": "change_clock", "by": 10})))
    if turn == STOPPED:
        found.append(Move(0.4, _always({"type": "stop_clock"})))
    if turn == SANCTIONED:
        reason = "Talked of trades in the other's turn"
        found.append(Move(0.7, _always({"type": "sanction", "seat": rng.choice(seats), "reason": reason})))
    if turn >= COUNTED_FROM:
        award = rng.choice(tuple(AWARDS))
        count = {"award": award, "count": rng.randint(*AWARDS[award])}
        found.append(Move(0.6, _always({"type": "set_award", "seat": rng.choice(seats), **count})))
    if rng.random() < CALLED:
        caller = rng.choice(seats)
        said = _always({"type": "call_steward", "seat": caller, "text": rng.choice(CALLS)})
        found += [Move(0.15, said, caller), Move(0.8, _call_closed)]
    return sorted(found, key=lambda move: move.at)


def claims(turn: int, first: int, target: int, seats: Sequence[str], rng: Random) -> list[Move]:
    """List the claims of a turn, by some of the ``seats`` that act, in their order.

    In the ``first`` turn with claims one is taken back and the other will not hold; from then on three are
    made, two of them equal in all that decides but the order of registration.
    """
    if turn < first:
        return []
    one, two, three = rng.sample(seats, 3)
    made = form(target, rng) | {"grain": rng.randint(1, 3)}
    forms = {one: made, two: made} | ({three: made | {"grain": made["grain"] - 1}} if turn > first else {})
    found = [
        Move(0.2 + 0.1 * n, _always({"type": "claim", "seat": seat, "form": each}), seat)
        for n, (seat, each) in enumerate(forms.items())
    ]
    if turn == first:
        found.insert(1, Move(0.4, lambda view: _withdrawn(view, one), one))
    return found


def judged(view: View, first: int, rng: Random) -> Command | None:
    """Press the main key, once a claim was counted: those of the ``first`` turn with claims are wrong."""
    if view["main"] != "judge_claim":
        return conducted(view, rng)
    claim = next(each for each in view["claims"] if each["id"] == view["judge"])
    judge = {"type": "judge_claim", "claim": claim["id"]}
    if claim["turn"] == first:
        return judge | {"verdict": "rejected", "reason": rng.choice(REASONS)}
    return judge | {"verdict": "confirmed", "form": claim["form"]}


def _withdrawn(view: View, seat: str) -> Command | None:
    mine = (each["id"] for each in view["claims"] if each["seat"] == seat and each["standing"] == "open")
    found = next(mine, None)
    return None if found is None else {"type": "withdraw_claim", "claim": found}


def _call_closed(view: View) -> Command | None:
    return {"type": "close_call", "call": view["calls"][0]["id"]} if view["calls"] else None


def _always(command: Command) -> Callable[[View], Command]:
    return lambda view: command
