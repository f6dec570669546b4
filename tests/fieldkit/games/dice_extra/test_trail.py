"""The longest road (DX-8): drawn cases by hand, and random boards against every trail tried."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import MIN_ARMY, MIN_ROAD
from fieldkit.games.dice_extra.state import Building, State, winners
from fieldkit.games.dice_extra.trail import largest, longest_trail

from . import plain
from .boards import game, position, random_board

BOARDS = 5000


def trail(drawn: str, foreign: tuple[int, ...] = ()) -> int:
    """Return the length of the longest trail of roads drawn as ``1-2-3 3-4``."""
    found: list[tuple[int, int]] = []
    for line in drawn.split():
        corners = [int(corner) for corner in line.split("-")]
        found += pairwise(corners)
    roads = dict(enumerate(found))
    chosen = longest_trail(roads, foreign)
    assert is_trail([roads[road] for road in chosen], foreign)
    return len(chosen)


def is_trail(roads: list[tuple[int, int]], foreign: tuple[int, ...]) -> bool:
    """Whether these roads can be walked in one go, each once, not past a foreign building."""

    def walked(at: int, left: tuple[tuple[int, int], ...], first: bool) -> bool:
        if not left:
            return True
        if at in foreign and not first:
            return False
        return any(
            walked(pair[1] if pair[0] == at else pair[0], (*left[:n], *left[n + 1 :]), False)
            for n, pair in enumerate(left)
            if at in pair
        )

    return not roads or any(walked(corner, tuple(roads), True) for pair in roads for corner in pair)


@pytest.mark.parametrize(
    ("name", "drawn", "foreign", "length"),
    [
        ("nothing", "", (), 0),
        ("one road", "1-2", (), 1),
        ("straight", "1-2-3-4-5-6", (), 5),
        ("branch", "1-2-3-4-5-6 3-7-8", (), 5),
        ("branch in the middle", "1-2-3-4-5 3-6-7-8", (), 5),
        ("ring", "1-2-3-4-5-6-1", (), 6),
        ("figure of eight", "1-2-3-4-5-6-1 1-7-8-9-10-2", (), 11),
        ("lollipop", "1-2-3-4-5-6-1 1-7-8", (), 8),
        ("lollipop with two sticks", "1-2-3-4-5-6-1 1-7-8 4-9", (), 8),
        ("two rings joined", "1-2-3-4-5-6-1 1-7-8-9 9-10-11-12-13-14-9", (), 15),
        ("two components", "1-2-3-4 10-11-12-13-14", (), 4),
        ("cut at one end", "1-2-3-4-5-6", (1,), 5),
        ("cut at both ends", "1-2-3-4-5-6", (1, 6), 5),
        ("cut in the middle, five and five", "1-2-3-4-5-6-7-8-9-10-11", (6,), 5),
        ("cut beside the middle", "1-2-3-4-5-6-7-8-9-10-11", (5,), 6),
        ("a cut that leaves a ring whole", "1-2-3-4-5-6-1", (4,), 6),
        ("a ring cut twice", "1-2-3-4-5-6-1", (1, 4), 3),
        ("a ring and its stick cut where they meet", "1-2-3-4-5-6-1 1-7-8", (1,), 6),
        ("it starts at a foreign building", "1-2-3-4-5-6 1-7-8", (1,), 5),
    ],
)
def test_a_drawn_case(name: str, drawn: str, foreign: tuple[int, ...], length: int) -> None:
    """DX-8: each road once, corners again and again, foreign buildings cut."""
    assert trail(drawn, foreign) == length, name


@pytest.mark.slow
def test_random_boards_against_every_trail() -> None:
    """DX-8 on thousands of boards, for each of them the first player's longest trail."""
    lengths = set()
    for seed in range(BOARDS):
        state = random_board(seed)
        board = plain.plain(state, "red")
        roads = {road: state.land.roads[road] for road in board.mine}
        chosen = longest_trail(roads, board.foreign)
        assert len(chosen) == plain.longest(board), seed
        assert chosen <= board.mine
        lengths.add(len(chosen))
    assert lengths >= set(range(1, 11))


@pytest.mark.slow
def test_a_whole_island_of_one_colour_is_measured_at_all() -> None:
    """DX-8: no board keeps the kit busy, however many roads there are."""
    state = position({"red": range(84)})
    assert len(longest_trail(dict(enumerate(state.land.roads)), ())) == 65


@pytest.mark.parametrize(
    ("name", "holder", "lengths", "now"),
    [
        ("nobody has five", None, {"red": 4, "blue": 3}, None),
        ("the first with five", None, {"red": 5, "blue": 3}, "red"),
        ("a tie keeps the holder", "red", {"red": 5, "blue": 5}, "red"),
        ("overtaken by one", "red", {"red": 5, "blue": 6}, "blue"),
        ("a cut makes a third player the holder", None, {"red": 4, "blue": 5, "green": 6}, "green"),
        ("a cut leaves two tied", None, {"red": 4, "blue": 6, "green": 6}, None),
        ("a cut leaves the holder ahead", None, {"red": 6, "blue": 5, "green": 5}, "red"),
        ("a fall to four", "red", {"red": 4, "blue": 4, "green": 2}, None),
        ("nobody until one is ahead", None, {"red": 6, "blue": 6}, None),
        ("one is ahead again", None, {"red": 6, "blue": 7}, "blue"),
        ("four players", "yellow", {"red": 7, "blue": 8, "green": 8, "yellow": 8}, "yellow"),
        ("four players, overtaken", "yellow", {"red": 7, "blue": 9, "green": 8, "yellow": 8}, "blue"),
    ],
)
def test_who_holds_the_longest_road(
    name: str, holder: str | None, lengths: dict[str, int], now: str | None
) -> None:
    """DX-8: it passes to a longer one; if several are left with it nobody has it."""
    assert largest(holder, lengths, MIN_ROAD) == now, name


@pytest.mark.parametrize(
    ("holder", "knights", "now"),
    [
        (None, {"red": 2}, None),
        (None, {"red": 3, "blue": 2}, "red"),
        ("red", {"red": 3, "blue": 3}, "red"),
        ("red", {"red": 3, "blue": 4}, "blue"),
        ("blue", {"red": 4, "blue": 4, "green": 2}, "blue"),
    ],
)
def test_who_holds_the_largest_army(holder: str | None, knights: dict[str, int], now: str | None) -> None:
    """DX-8: first with three knights, then who has more."""
    assert largest(holder, knights, MIN_ARMY) == now


def by_corners(state: State, *corners: int) -> list[int]:
    """Return the roads from corner to corner."""
    ends = {frozenset(pair): road for road, pair in enumerate(state.land.roads)}
    return [ends[frozenset(pair)] for pair in pairwise(corners)]


TEN = (10, 16, 21, 27, 33, 38, 43, 48, 54, 60, 55)
"""Ten roads of the kit's island in one line; the middle one of their corners is a site."""
FIVE = (15, 9, 3, 8, 2, 7)


def test_a_settlement_cuts_a_road_on_the_island() -> None:
    """Five and five: blue's settlement leaves red the longer half; an own one cuts nothing (DX-8)."""
    red, blue = by_corners(position({}), *TEN), by_corners(position({}), 38, 32, 26)
    assert TEN[5] in position({}).land.sites
    before = game().evolve(position({"red": red[:9], "blue": blue}), ev.Built("red", "road", red[9], ()))
    assert (before.road_holder, len(before.trails["red"])) == ("red", 10)
    cut = game().evolve(before, ev.Built("blue", "settlement", TEN[5], ()))
    assert (cut.road_holder, len(cut.trails["red"])) == ("red", 5)
    own = game().evolve(before, ev.Built("red", "settlement", TEN[5], ()))
    assert (own.road_holder, len(own.trails["red"])) == ("red", 10)


@pytest.mark.parametrize(
    ("green", "yellow", "holder"),
    [(FIVE, (), "green"), (FIVE[:-1], (), None), (FIVE, (20, 25, 30, 36, 42, 47), None)],
)
def test_a_cut_on_the_island_moves_the_point(
    green: tuple[int, ...], yellow: tuple[int, ...], holder: str | None
) -> None:
    """A third player becomes the holder, or nobody: all are below five, or two are tied (DX-8)."""
    state = position({})
    lines = {"red": TEN[1:10], "blue": (38, 32, 26), "green": green, "yellow": yellow}
    roads = {side: by_corners(state, *corners) for side, corners in lines.items()}
    state = position(roads)
    for side, each in roads.items():
        # Build the last road again, so that each trail is measured.
        if each:
            state = game().evolve(state, ev.Built(side, "road", each[-1], ()))
    assert (state.road_holder, state.score("red")) == ("red", 1)
    state = game().evolve(state, ev.Built("blue", "settlement", TEN[5], ()))
    assert len(state.trails["red"]) == 4
    assert state.road_holder == holder
    assert [state.score(side) for side in ("red", "green", "yellow")] == [0, int(holder == "green"), 0]


def test_who_is_cut_and_then_tied_loses_the_longest_road() -> None:
    """Red keeps five of ten, as many as green has; one road more makes it the holder again (DX-8)."""
    state = position({})
    red, blue, green = (by_corners(state, *corners) for corners in (TEN, (38, 32, 26), FIVE))
    state = position({"red": red[:9], "blue": blue, "green": green})
    for side, road in (("green", green[-1]), ("red", red[9])):
        state = game().evolve(state, ev.Built(side, "road", road, ()))
    assert [len(state.trails[side]) for side in ("red", "green")] == [10, 5]
    state = game().evolve(state, ev.Built("blue", "settlement", TEN[5], ()))
    assert [len(state.trails[side]) for side in ("red", "green")] == [5, 5]
    assert state.road_holder is None
    taken = set(state.roads)
    more = next(
        n
        for n, ends in enumerate(state.land.roads)
        if n not in taken
        and TEN[0] in ends
        and not set(ends) & {corner for road in taken - set(red) for corner in state.land.roads[road]}
    )
    assert game().evolve(state, ev.Built("red", "road", more, ())).road_holder == "red"


def test_points_that_come_on_another_turn_win_when_the_own_turn_begins() -> None:
    """Blue's settlement gives green the longest road; green wins as soon as it is green's turn (DX-8)."""
    lines = {"red": TEN[1:10], "blue": (38, 32, 26), "green": FIVE}
    roads = {side: by_corners(position({}), *corners) for side, corners in lines.items()}
    used = {corner for corners in lines.values() for corner in corners}
    free = [corner for corner in sorted(position({}).land.sites) if corner not in used][:3]
    state = position(roads, {corner: Building("green") for corner in free}, "wool", active=1)
    state = replace(state, options=replace(state.options, target=4))
    for side in ("green", "red"):
        state = game().evolve(state, ev.Built(side, "road", roads[side][-1], ()))
    state = game().evolve(state, ev.Built("blue", "settlement", TEN[5], ()))
    assert (state.road_holder, state.score("green")) == ("green", 4)
    assert (state.phase, winners(state)) == ("dice", ())
    state = game().evolve(state, ev.TurnEnded("blue"))
    assert (state.phase, winners(state), state.turn) == ("over", ("green",), 10)
    told = game().describe(state, [ev.TurnEnded("blue")])
    assert told is not None
    assert str(told) == "Green won with 4 points"
