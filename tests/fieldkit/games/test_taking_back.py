"""What is left when anything is taken back: random strikes in both table games against counts of their own.

The counts are written from the rules alone. They read the events that still stand, as somebody at the table
would read a sheet of paper: rolls, jokers and payments, tries and turns.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fieldkit.games import Game
from fieldkit.games.big_honor import demo as honor
from fieldkit.games.dice_extra import demo as dice
from fieldkit.games.fair import chance_of
from fieldkit.journal.record import Strike, Struck
from fieldkit.messages import GameCommand
from fieldkit.referee.match import Match, after, begun
from fieldkit.referee.strike import consequence
from tests.support.games import kit_games

GAMES = kit_games()
COSTS = {
    "road": "brick lumber",
    "settlement": "brick lumber wool grain",
    "knight": "ore wool grain",
    "city": "ore ore ore grain grain",
}
LATELY = 12
"""How many decisions back somebody thinks of."""


class Table:
    """A match of one of the games, with what it would be told at the table."""

    def __init__(self, game: Game, opening: Mapping[str, Any]) -> None:
        self.game = game
        order = self._order(opening)
        events = game.start(order, Random(1).randrange)
        self.match: Match = after(begun("m1", game, order), order, events)

    def _order(self, plain: Mapping[str, Any]) -> GameCommand:
        fields = {name: value for name, value in plain.items() if name != "type"}
        return GameCommand(msgspec.convert(fields, self.game.commands[plain["type"]]), 0, "tablet")

    @property
    def view(self) -> dict[str, Any]:
        """What the simulated people look at."""
        return self.game.view(self.match.state) | {"can": self.game.headline(self.match.state)["can"]}

    @property
    def is_over(self) -> bool:
        return self.game.stamp(self.match.state).stage == "over"

    def do(self, plain: Mapping[str, Any]) -> tuple[Any, ...]:
        order, stream = self._order(plain), self.game.fortune(self.match.state)
        chance = chance_of(stream) if stream else Random(0).randrange
        events = self.game.decide(self.match.state, order, chance)
        self.match = after(self.match, order, events)
        return events

    def taken_back(self, rng: Random) -> bool:
        """Take one of the last decisions back with all that is named to go with it; False if nothing goes."""
        past = [entry for entry in self.match.past() if entry.seq not in self.match.struck]
        seqs = [entry.seq for entry in past if entry.seq and not entry.fixed]
        if not seqs:
            return False
        strike = Strike(rng.choice(seqs[-rng.choice((2, 4, LATELY)) :]), "a slip")
        strike = replace(strike, also=tuple(each.seq for each in consequence(self.match, strike).breaks))
        found = consequence(self.match, strike)
        assert found.breaks == (), "more goes than was named"
        self.match = after(self.match, GameCommand(strike, 0, "tablet"), (Struck(found.seqs, "a slip"),))
        return bool(strike.also)


def standing(match: Match) -> list[dict[str, Any]]:
    """Return the events that stand, as they lie in the journal."""
    return [
        {"type": type(event).__name__} | msgspec.to_builtins(event)
        for entry in match.past()
        if entry.seq not in match.struck
        for event in entry.of_the_game
    ]


def count_dice(events: Sequence[Mapping[str, Any]]) -> None:
    """Check rolls, jokers and payments of the dice game (DX-3, DX-4, DX-7); fail at the first wrong one."""
    created, *rest = events
    order = [player["id"] for player in created["players"]]
    begun_at = [event["side"] for event in rest if event["type"] == "RoadStarted"]
    assert begun_at == order[: len(begun_at)], "the starts are out of order"
    turn, rolls, ended = 1, 0, False
    shown: dict[str, str] = {}
    paid: set[str] = set()
    knights: dict[int, tuple[str, int]] = {}
    used: set[int] = set()
    for event in rest:
        kind = event["type"]
        if kind in ("RoadStarted", "MatchEnded"):
            continue
        assert len(begun_at) == len(order), f"{kind} before all have started"
        assert event["side"] == order[(turn - 1) % len(order)], f"{kind} out of turn"
        if kind == "Rolled":
            rolls += 1
            assert rolls <= 3, "a fourth roll"
            assert not ended, "a roll after the last one"
            assert len(event["faces"]) == min(2 + turn, 6)
            fresh = {f"d{n}": face for n, face in enumerate(event["faces"], 1)}
            assert {id: fresh[id] for id in event["kept"]} == {id: shown.get(id) for id in event["kept"]}
            shown = fresh
            continue
        assert rolls, f"{kind} before the dice"
        if kind == "TurnEnded":
            turn, rolls, ended, shown, paid = turn + 1, 0, False, {}, set()
            continue
        if kind == "KnightUsed":
            assert ended or rolls == 3, "a joker before the last roll"
            side, since = knights[event["knight"]]
            assert (side, event["knight"] in used) == (event["side"], False)
            assert since < turn
            assert event["die"] in shown.keys() - paid
            used.add(event["knight"])
            shown[event["die"]] = event["kind"]
        elif kind == "Built":
            pay(event, shown, paid)
            if event["piece"] == "knight":
                knights[event["at"]] = (event["side"], turn)
        ended = True


def pay(event: Mapping[str, Any], shown: Mapping[str, str], paid: set[str]) -> None:
    """Check that unpaid dice make up the price, two gold for each thing missing; mark them as paid."""
    assert set(event["paid"]) <= shown.keys() - paid
    paid |= set(event["paid"])
    faces = Counter(shown[id] for id in event["paid"])
    if event["piece"] == "castle":
        assert list(faces.values()) == [6]
        return
    price = Counter(COSTS[event["piece"]].split())
    lacking = (price - faces).total()
    assert faces - price == Counter(gold=2 * lacking) - Counter(), f"{event['piece']} for {faces}"


def count_honor(events: Sequence[Mapping[str, Any]]) -> None:
    """Check turns, sends and tries of Big Honor (BH-3), and fail at the first that breaks the rules."""
    opened, *rest = events
    order = [player["id"] for player in opened["players"]]
    places: dict[int, str] = {}
    turn, rolled, sent, tried = 0, False, 0, 0
    for event in rest:
        kind = event["type"]
        if kind in ("PointsChanged", "TableAbandoned"):
            continue
        if kind == "SettlerPut":
            assert event["player"] == order[len(order) - 1 - len(places)]
            places[event["place"]] = event["player"]
            turn = 1 if len(places) == len(order) else 0
            continue
        assert turn, f"{kind} before all have put"
        assert event["player"] == order[(turn - 1) % len(order)], f"{kind} out of turn"
        if kind == "Rolled":
            assert not rolled, "two production rolls"
            rolled = True
        elif kind == "SettlerSent":
            sent += 1
            assert (rolled, sent, event["place"] in places) == (True, 1, False)
            places[event["place"]] = event["player"]
        elif kind == "SettlerTried":
            tried += 1
            assert rolled
            assert tried <= 2, "a third try"
            assert (sent, len(places)) == (0, 10)
            places[sum(event["rolls"][-1])] = event["player"]
        elif kind == "TurnEnded":
            assert rolled
            turn, rolled, sent, tried = turn + (len(order) < 5), False, 0, 0
        elif kind == "BuildingEnded":
            turn += 1
        assert max(Counter(places.values()).values()) <= 6


def random_dice(view: Mapping[str, Any], rng: Random) -> dict[str, Any] | None:
    """Anything that may be done at the island: what simulated players do, and often what they would not."""
    offers = view["offers"]
    if rng.random() < 0.5 or offers["start"] or not view["dice"]:
        return dice.choice(view, rng)
    ids = [die["id"] for die in view["dice"]]
    moves: list[dict[str, Any]] = [{"type": "end_turn"}] if rng.random() < 0.2 else []
    if offers["roll"]:
        keep = rng.sample(ids, rng.randrange(len(ids)))
        fresh = (
            {}
            if view["options"]["dice"] == "kit"
            else {"faces": rng.choices(dice.KINDS, k=len(ids) - len(keep))}
        )
        moves += [{"type": "stop_rolling"}, {"type": "roll", "keep": keep, **fresh}]
    for piece, offer in offers["build"].items():
        moves += [{"type": "build", "piece": piece, "at": at} for at in offer["at"] if "refused" not in offer]
    for knight, kind in offers["joker"]["knights"].items():
        for die in view["dice"]:
            made = kind or rng.choice(dice.KINDS)
            if not die.get("paid") and die["kind"] != made:
                moves.append({"type": "use_knight", "knight": int(knight), "die": die["id"], "kind": made})
    return rng.choice(moves) if moves else dice.choice(view, rng)


def dice_table(rng: Random) -> Table:
    options = {"dice": rng.choice(["kit", "real"]), "castles": True, "target": 20}
    return Table(GAMES["dice_extra"], dice.new_match(rng.randint(2, 4)) | {"options": options})


def honor_table(rng: Random) -> Table:
    given = GAMES["big_honor"].setup_view()
    opening = honor.new_match(given, rng.randint(3, 6)) | {"options": {"dice": rng.choice(["kit", "real"])}}
    return Table(GAMES["big_honor"], opening)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("opened", "next_move", "count"),
    [(dice_table, random_dice, count_dice), (honor_table, honor.next_move, count_honor)],
    ids=["dice_extra", "big_honor"],
)
def test_what_is_left_after_random_strikes_is_as_ruled(
    opened: Callable[[Random], Table], next_move: Any, count: Any, seed: int
) -> None:
    """DX-3, DX-4, DX-7, BH-3: no roll or try too many, no joker twice, only dice that lie there pay."""
    rng = Random(seed)
    table = opened(rng)
    taken = 0
    for _ in range(250):
        if table.is_over:
            break
        if table.match.seq > 5 and rng.random() < 0.15:
            taken += table.taken_back(rng)
        elif (move := next_move(table.view, rng)) is not None:
            table.do(move)
        count(standing(table.match))
    assert taken > 2


def at(table: Table, moves: Sequence[Mapping[str, Any]]) -> list[int]:
    """Do these things; the number of each."""
    return [table.match.seq for move in moves if table.do(move)]


def goes_with(table: Table, seq: int) -> list[int]:
    """Return the numbers of the decisions that are named to go with one that is taken back."""
    return [each.seq for each in consequence(table.match, Strike(seq, "a slip")).breaks]


def island_of_two() -> Table:
    """Real dice on the kit's island; red and blue have started, red beside the first knight's hex."""
    options = {"dice": "real", "island": "kit"}
    table = Table(GAMES["dice_extra"], dice.new_match(2) | {"options": options})
    at(table, [{"type": "start_road", "road": 0}, {"type": "start_road", "road": 80}])
    return table


def thrown(faces: str, keep: str = "") -> dict[str, Any]:
    return {"type": "roll", "keep": keep.split(), "faces": faces.split()}


def test_a_roll_takes_the_later_rolls_of_its_turn_with_it() -> None:
    """DX-3: else the second of three rolls, taken back, would leave a fresh one."""
    table = island_of_two()
    _, second, third = at(table, [thrown("ore ore ore")] * 3)
    assert goes_with(table, second) == [third]
    assert goes_with(table, third) == []
    at(table, [{"type": "end_turn"}, thrown("ore " * 4)])
    assert goes_with(table, second) == [third]


def test_a_joker_takes_what_it_has_paid_for_with_it() -> None:
    """DX-4, DX-7: a road of lumber and a turned die; what other dice have paid for stays."""
    table = island_of_two()
    at(table, [thrown("ore wool grain"), {"type": "build", "piece": "knight", "at": 1}, {"type": "end_turn"}])
    at(table, [thrown("ore " * 4), {"type": "end_turn"}])
    at(table, [thrown("lumber wool gold gold ore"), {"type": "stop_rolling"}])
    (joker,) = at(table, [{"type": "use_knight", "knight": 1, "die": "d2"}])
    (road,) = at(table, [{"type": "build", "piece": "road", "at": 1, "pay": ["d1", "d2"]}])
    assert goes_with(table, joker) == [road]
    assert goes_with(table, road) == []


def test_a_try_takes_the_later_one_of_its_turn_with_it() -> None:
    """BH-3: else the first of two tries, taken back, would leave a third."""
    opening = honor.new_match(GAMES["big_honor"].setup_view(), 3) | {"options": {"dice": "real"}}
    table = Table(GAMES["big_honor"], opening)
    at(table, [{"type": "put_settler", "place": place} for place in (2, 3, 4)])
    for place in (5, 6, 8, 9, 10, 11, 12):
        at(table, [{"type": "roll", "dice": [3, 4]}, {"type": "send_settler", "pay": "wool", "place": place}])
        at(table, [{"type": "end_turn"}])
    at(table, [{"type": "roll", "dice": [3, 4]}])
    first, second = at(table, [{"type": "send_settler", "pay": "wool", "dice": [1, 1]}] * 2)
    assert goes_with(table, first) == [second]
    at(table, [{"type": "end_turn"}])
    assert goes_with(table, first) == [second]
