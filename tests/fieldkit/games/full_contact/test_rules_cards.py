"""FC-23 to FC-30: the deck and its seven cards."""

from collections import Counter
from typing import Any

import pytest

from fieldkit.clock import MS
from fieldkit.errors import Rejected

from .driver import Bench, refused, rested, seconds
from .independent_count import DECK


def holding(*cards: str, team: str = "red", **options: Any) -> Bench:
    """Return a match with a paper deck in its first break; a team holds some cards."""
    bench = rested(options={"deck": "paper"} | options)
    bench.order("correct", team=team, set={"cards": list(cards)}, reason="set up")
    return bench


def use(bench: Bench, card: str, team: str = "red", **fields: Any) -> None:
    """Use a card."""
    bench.order("use_card", team=team, card=card, **fields)


def buy_card(bench: Bench, **fields: Any) -> str:
    """Give red the price of a card and let it buy one; returns its name."""
    before = Counter(bench.team("red")["cards"])
    bench.grant("red", brick=2, wood=1)
    bench.order("buy", team="red", item="card", **fields)
    [card] = (Counter(bench.team("red")["cards"]) - before).elements()
    return str(card)


@pytest.mark.parametrize("seed", range(4))
def test_fc_23_the_deck(seed: int) -> None:
    """FC-23, FC-24: ten draws give four points and one of each other card; then there are no more."""
    bench = Bench(seed=seed).create()
    bench.play()
    for left in range(9, -1, -1):
        buy_card(bench)
        assert bench.view["deck_left"] == left
    assert Counter(bench.team("red")["cards"]) == DECK
    bench.grant("red", brick=2, wood=1)
    refused(bench, "FC-24", "buy", team="red", item="card")
    assert bench.view["can"]["buy"]["red"]["card"]["rule"] == "FC-24"


def test_fc_23_the_deck_is_drawn_at_random() -> None:
    """FC-23: another chance gives another order."""
    orders = set()
    for seed in range(6):
        bench = Bench(seed=seed).create()
        bench.play()
        orders.add(tuple(buy_card(bench) for _ in range(10)))
    assert len(orders) > 1


def test_fc_23_a_point_counts_when_it_is_used() -> None:
    """FC-23: a card in hand scores nothing; used, one point, for good."""
    bench = holding("victory_point", "victory_point")
    assert bench.score["red"] == 3
    use(bench, "victory_point")
    assert bench.score["red"] == 4
    assert bench.team("red")["cards"] == ["victory_point"]
    assert bench.team("red")["used_cards"] == ["victory_point"]


def test_fc_24_a_card_is_used_between_rounds_by_who_has_it() -> None:
    """FC-24: in the break only, and only a card that the team holds."""
    bench = holding("victory_point")
    refused(bench, "FC-24", "use_card", team="red", card="robber")
    refused(bench, "FC-24", "use_card", team="blue", card="victory_point")
    bench.open()
    refused(bench, "FC-24", "use_card", team="red", card="victory_point")
    bench.order("stop_round")
    refused(bench, "FC-24", "use_card", team="red", card="victory_point")


def test_fc_24_right_after_it_was_bought() -> None:
    """FC-24: a card may be used at once."""
    bench = holding()
    assert buy_card(bench, card="victory_point") == "victory_point"
    use(bench, "victory_point")
    assert bench.score["red"] == 4


def test_fc_24_a_paper_deck_gives_what_is_left() -> None:
    """FC-24: the referee names the card drawn, one that is left: four points, one of each other."""
    bench = holding()
    for card in DECK:
        for _ in range(DECK[card]):
            buy_card(bench, card=card)
        bench.grant("red", brick=2, wood=1)
        with pytest.raises(Rejected):
            bench.order("buy", team="red", item="card", card=card)
    assert bench.view["deck_left"] == 0


@pytest.mark.parametrize("deck", ["kit", "paper"])
def test_fc_24_used_cards_are_shuffled_anew(deck: str) -> None:
    """FC-24: with `reshuffle_used` an empty deck is made of the used cards, without the points."""
    bench = rested(options={"deck": deck, "reshuffle_used": True})
    paper = (card for card in DECK for _ in range(DECK[card]))
    for _ in range(10):
        named = {"card": next(paper)} if deck == "paper" else {}
        buy_card(bench, **named)
    bench.grant("red", brick=2, wood=1)
    refused(bench, "FC-24", "buy", team="red", item="card")  # nothing was used yet
    for card in ("victory_point", "foresight"):
        use(bench, card)
    named = {"card": "foresight"} if deck == "paper" else {}
    assert buy_card(bench, **named) == "foresight"
    bench.grant("red", brick=2, wood=1)
    refused(bench, "FC-24", "buy", team="red", item="card", **named)
    assert bench.score["red"] == 4


def test_fc_24_without_the_option_used_cards_stay_used() -> None:
    """FC-24: an empty deck stays empty."""
    bench = rested()
    for _ in range(10):
        buy_card(bench)
    use(bench, "foresight")
    bench.grant("red", brick=2, wood=1)
    refused(bench, "FC-24", "buy", team="red", item="card")


@pytest.mark.parametrize(
    "kinds", [{"wood": 3}, {"wood": 5}, {}, {"wood": 4, "ore": 1}, {"wood": 5, "ore": -1}, {"wood": 13}]
)
def test_fc_25_exactly_four(kinds: dict[str, int]) -> None:
    """FC-25: four resources, no fewer and no more while the field holds four."""
    bench = holding("year_of_plenty")
    with pytest.raises(Rejected):
        use(bench, "year_of_plenty", kinds=kinds)
    assert bench.stock("red") == {}
    assert bench.team("red")["cards"] == ["year_of_plenty"]


def test_fc_25_fewer_only_if_the_field_holds_fewer() -> None:
    """FC-25: of three balls on the field it takes all three, and none that a team has."""
    bench = holding("year_of_plenty", balls_per_kind=4)
    bench.grant("blue", wood=4, wheat=4, brick=4, ore=1)
    refused(bench, "FC-25", "use_card", team="red", card="year_of_plenty", kinds={"ore": 2})
    refused(bench, "FC-25", "use_card", team="red", card="year_of_plenty", kinds={"ore": 3, "wood": 1})
    use(bench, "year_of_plenty", kinds={"ore": 3})
    assert bench.stock("red") == {"ore": 3}
    assert bench.stock("blue") == {"wood": 4, "wheat": 4, "brick": 4, "ore": 1}


def test_fc_26_monopoly() -> None:
    """FC-26: all other teams hand over all they have of one kind, and nothing else."""
    bench = holding("monopoly")
    bench.grant("blue", wood=3, ore=2)
    bench.grant("green", wood=1, wheat=5)
    with pytest.raises(Rejected):
        use(bench, "monopoly")
    use(bench, "monopoly", kind="wood")
    assert bench.stock("red") == {"wood": 4}
    assert bench.stock("blue") == {"ore": 2}
    assert bench.stock("green") == {"wheat": 5}
    assert bench.view["field"]["wood"] == 8


@pytest.mark.parametrize(("has", "owes"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (8, 4)])
def test_fc_27_half_rounded_up(has: int, owes: int) -> None:
    """FC-27: every other team discards half its resources, rounded up."""
    bench = holding("robber")
    bench.grant("blue", ore=has)
    bench.grant("red", wood=9)
    use(bench, "robber")
    assert [(d["team"], d["discard"]) for d in bench.view["owed"]] == ([("blue", owes)] if owes else [])
    assert bench.stock("red") == {"wood": 9}


def test_fc_27_each_team_chooses_what() -> None:
    """FC-27: exactly what is owed, of what it has; till then it does not buy or trade, no round starts."""
    bench = holding("robber", "victory_point")
    bench.grant("blue", ore=3, wood=2)
    bench.grant("green", wheat=4)
    use(bench, "robber")
    for kinds in ({"ore": 2}, {"ore": 4}, {"wood": 3}, {"ore": 2, "wheat": 1}):
        refused(bench, "FC-27", "discard", team="blue", kinds=kinds)
    refused(bench, "FC-27", "discard", team="red", by_lot=True)
    refused(bench, "FC-27", "buy", team="blue", item="knight")
    refused(bench, "FC-27", "trade", a="red", b="blue", a_gives={}, b_gives={"ore": 1}, gift=True)
    refused(bench, "FC-27", "use_card", team="red", card="victory_point")
    refused(bench, "FC-27", "start_round")
    can = bench.view["can"]
    assert sorted(can["discard"]) == ["blue", "green"]
    assert not {"blue", "green"} & set(can.get("trade", ()))
    assert not can.get("start_round")
    bench.order("discard", team="blue", kinds={"ore": 2, "wood": 1})
    assert bench.stock("blue") == {"ore": 1, "wood": 1}
    refused(bench, "FC-27", "start_round")
    bench.order("discard", team="green", by_lot=True)
    assert bench.stock("green") == {"wheat": 2}
    assert bench.view["field"] == {"wood": 11, "wheat": 10, "brick": 12, "ore": 11}
    bench.order("start_round")


def test_fc_27_a_lot_takes_what_is_owed_and_no_more() -> None:
    """FC-27: the referee may settle it by lot; every ball has its chance."""
    left = set()
    for seed in range(12):
        bench = Bench(seed=seed).create(options={"deck": "paper"})
        bench.play()
        bench.order("correct", team="red", set={"cards": ["robber"]}, reason="set up")
        bench.grant("blue", ore=2, wood=2)
        use(bench, "robber")
        bench.order("discard", team="blue", by_lot=True)
        stock = bench.stock("blue")
        assert sum(stock.values()) == 2
        left.add(tuple(sorted(stock.items())))
    assert len(left) > 1


@pytest.mark.parametrize(
    ("building", "left", "points"), [("city", ("settlement", "blue"), 4), ("settlement", ("none", None), 3)]
)
def test_fc_28_barbarians(building: str, left: tuple[str, str | None], points: int) -> None:
    """FC-28: a city becomes a settlement, a settlement is lost; never a starting city, nor one's own."""
    bench = holding("barbarians")
    for hoop, what, team in (("h5", building, "blue"), ("h6", "settlement", "red")):
        bench.build(hoop, what, team)
    assert bench.score["blue"] == points + 1
    for victim, hoop in (("blue", "h2"), ("red", "h6"), ("red", "h1"), ("green", "h5"), ("blue", "h9")):
        refused(bench, "FC-28", "use_card", team="red", card="barbarians", victim=victim, hoop=hoop)
    use(bench, "barbarians", victim="blue", hoop="h5")
    assert (bench.hoop("h5")["building"], bench.hoop("h5")["team"]) == left
    assert bench.score == {"red": 4, "blue": points, "green": 3}
    assert bench.team("blue")["settlements_in_hand"] == 0


def test_fc_29_foresight() -> None:
    """FC-29: the team's whistle first, the general one 4 s later, then the full round."""
    bench = holding("foresight")
    bench.order("correct", team="red", set={"settlements_in_hand": 1}, reason="set up")
    bench.order("correct", team="blue", set={"settlements_in_hand": 1}, reason="set up")
    use(bench, "foresight")
    assert bench.view["next_round"] == {"foresight": "red", "supremacy": None}
    bench.order("start_round")
    assert bench.phase == "head_start"
    assert bench.view["clock"]["head_start_team"] == "red"
    assert bench.view["clock"]["total"] == 4000
    own, general = bench.moment("head_start"), bench.moment("open")
    assert 0 <= own - bench.now <= 100 * MS
    assert general - own == seconds(4)
    assert bench.moment("close") - general == seconds(8)
    assert bench.sight("h1", "wood", at=own - 1) == "refused"
    bench.until(own + seconds(2))
    assert bench.sight("h1", "wood") == "counted"
    assert bench.sight("h2", "wood") == "refused"
    with pytest.raises(Rejected):
        bench.order("place", team="blue", hoop="h5")
    assert bench.view["can"]["place"].keys() == {"red"}
    bench.order("place", team="red", hoop="h5")
    bench.until(general)
    assert bench.phase == "round"
    assert bench.sight("h2", "wood") == "counted"
    bench.order("place", team="blue", hoop="h6")
    bench.rest()
    assert bench.view["next_round"]["foresight"] is None
    bench.order("start_round")
    assert bench.phase == "round"  # once only


def test_fc_29_a_head_start_of_another_length() -> None:
    """FC-29: `head_start_seconds` is an option."""
    bench = holding("foresight", head_start_seconds=7)
    use(bench, "foresight")
    bench.order("start_round")
    assert bench.moment("open") - bench.moment("head_start") == seconds(7)


def test_fc_30_supremacy_changes_no_points() -> None:
    """FC-30: in the next round all that team's players are knights; points and knights stay as they are."""
    bench = holding("military_supremacy")
    use(bench, "military_supremacy")
    assert bench.view["next_round"] == {"foresight": None, "supremacy": "red"}
    assert bench.score == {"red": 3, "blue": 3, "green": 3}
    bench.open()
    assert bench.view["next_round"] == {"foresight": None, "supremacy": None}
    assert bench.view["supremacy"] == "red"
    bench.rest()
    assert bench.view["supremacy"] is None
    assert {bench.team(name)["knights"] for name in ("red", "blue", "green")} == {1}


def test_fc_16_a_void_round_gives_head_start_and_supremacy_back() -> None:
    """FC-16: both stand again after a void round."""
    bench = holding("military_supremacy", "foresight")
    use(bench, "military_supremacy")
    use(bench, "foresight")
    for _ in range(2):
        assert bench.view["next_round"] == {"foresight": "red", "supremacy": "red"}
        bench.order("start_round")
        bench.cancel()
    bench.order("start_round")
    assert bench.phase == "head_start"


def test_cards_are_hidden_from_the_board() -> None:
    """CONTRACT 4.3: the public board shows how many cards a team holds, not which."""
    bench = holding("monopoly", "robber")
    board = bench.game.board(bench.state, bench.game.view(bench.state))
    [red] = [team for team in board["teams"] if team["id"] == "red"]
    assert red["cards"] == 2
    assert "monopoly" not in str(board)
