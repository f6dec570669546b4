"""The choices of a simulated hall: pure functions of the conductor's view and of chance.

Nothing here knows a rule of the game: what is possible is read from the view. What stands on the boards,
which the kit does not see, grows from turn to turn, until somebody claims the victory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

GAME = "big_game"
Command = dict[str, Any]
View = Mapping[str, Any]

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
    for part, worth, most in (("bonuses", 2, 5), ("vp_cards", 1, 2)):
        left = target + extra - worth_of(made)
        made[part] = max(0, min(most, -(-left // worth)))
    made["settlements"] -= min(5, max(0, worth_of(made) - target - extra))
    cities = min(9, max(0, worth_of(made) - target - extra) // 2)
    made["cities"] -= cities
    made["bonuses"] = min(made["bonuses"], made["settlements"] + made["cities"])
    return made | {resource: rng.randint(0, 3) for resource in ("grain", "ore", "brick", "lumber", "wool")}


def worth_of(made: Mapping[str, Any]) -> int:
    """Count the points of a form as the players do."""
    return int(made["settlements"] + 2 * made["cities"] + 2 * made["bonuses"] + made["vp_cards"])


def claim(view: View, rng: Random) -> Command:
    """Somebody whose turn it is claims the victory."""
    group = view["turn"]["group"] or rng.choice(("sun", "moon"))
    seat = f"{rng.randint(1, view['boards'])}-{group}"
    return {"type": "claim", "seat": seat, "form": form(view["target"], rng, rng.randint(0, 1))}


def conducted(view: View, rng: Random) -> Command | None:
    """Return the command of the conductor's main key, None while the clock runs and when all is over."""
    dice = {"dice": [rng.randint(1, 6), rng.randint(1, 6)]} if view["options"]["dice"] == "real" else {}
    main = view["main"]
    if main == "judge_claim":
        return judged(view, rng)
    if view["phase"] == "turn" or not main:
        return None
    return {"type": main} | (dice if main in ("next_turn", "roll_robbers") else {})


def judged(view: View, rng: Random) -> Command:
    """Judge as a steward who has counted the board: two of three claims are right."""
    command: Command = {"type": "judge_claim", "claim": view["judge"]}
    if rng.random() < 2 / 3:
        return command | {"verdict": "confirmed"}
    return command | {"verdict": "rejected", "reason": rng.choice(REASONS)}


def next_move(view: View, rng: Random, first_claim: int = FIRST_CLAIM) -> Command | float | None:
    """Return the next command in the hall, or the seconds (of the kit's clock) to wait.

    Nobody claims before the turn ``first_claim``.
    """
    if view["stage"] == "over":
        return None
    if view["phase"] == "registration":
        seats = view["seats"]
        if not seats["players"] and not view["rehearsal"]:
            return {"type": "import_players", "csv": player_list(seats["seats"] - 1, rng)}
        return conducted(view, rng)
    if view["phase"] != "turn":
        return conducted(view, rng)
    return meanwhile(view, rng, first_claim)


def meanwhile(view: View, rng: Random, first_claim: int = FIRST_CLAIM) -> Command | float:
    """Return a command while the clock runs, or seconds: mostly it just runs."""
    chance = rng.random()
    if view["number"] >= first_claim and chance < 0.25:
        return claim(view, rng)
    if chance < 0.3 and view["can"].get("close_call"):
        return {"type": "close_call", "call": view["can"]["close_call"][0]}
    if chance < 0.35:
        seat = f"{rng.randint(1, view['boards'])}-{rng.choice(('sun', 'moon'))}"
        return {"type": "call_steward", "seat": seat, "text": rng.choice(CALLS)}
    return float(rng.choice((5, 15, 60)))
