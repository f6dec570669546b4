"""What the golden halls do not tell: set-up, lists of players, the deck, the ring, the whistle, restarts."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fieldkit.clock import NS
from fieldkit.errors import SettingsError
from fieldkit.games.big_game import ring
from fieldkit.games.big_game.events import ClockLost
from fieldkit.games.big_game.game import BigGame, Whistle
from fieldkit.games.big_game.state import DECK, Options, State, kind_of, seat_id
from fieldkit.games.fair import Fortune, chance_of
from fieldkit.messages import BareRound, GameCommand, Interruption
from tests.support.refereed import Refereed

BOARD_BYTES = 2048
ROUTE: dict[str, Any] = {"settlements": 5, "cities": 9, "route": True}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Refereed]:
    """Yield a referee before a hall is set up."""
    referee = Refereed(tmp_path / "journal.sqlite3")
    yield referee
    referee.close()


def opened(hall: Refereed, boards: int = 3, names: str = "", **options: Any) -> Refereed:
    """Return a hall with this list of players."""
    hall.do("open_hall", game="big_game", boards=boards, options=options)
    if names:
        hall.do("import_players", csv=names)
    return hall


def refused(hall: Refereed, kind: str, by: str = "tablet", /, **fields: Any) -> tuple[int, str, str]:
    """Status, code and sentence of a refusal."""
    answer = hall.ask(kind, by, **fields)
    assert answer.status != 200, answer.body
    return answer.status, answer.body["error"]["code"], answer.body["error"]["message"]


def looked_up(hall: Refereed, what: str, by: str = "tablet", /, **query: Any) -> dict[str, Any]:
    """Return the answer to a question."""
    asked = {"what": what} | {name: str(value) for name, value in query.items()}
    return hall.match.game.ask(hall.match.state, by, asked)


@pytest.mark.parametrize(
    ("boards", "says"),
    [
        (2, "A hall has 3 to 1500 boards"),
        (1501, "A hall has 3 to 1500 boards"),
        (10, "10 boards make no ring: add 4 seats or leave 2"),
        (11, "11 boards make no ring: add 2 seats or leave 4"),
    ],
)
def test_a_ring_has_a_multiple_of_three_boards(hall: Refereed, boards: int, says: str) -> None:
    """BG-1: else the kit says how many seats to add or leave."""
    assert refused(hall, "open_hall", game="big_game", boards=boards)[2] == says


@pytest.mark.parametrize("boards", [3, 6, 585])
def test_who_is_beside_whom(boards: int) -> None:
    """BG-1, BG-7: kinds in turn all around, and everybody is beside those who are beside them."""
    state = State(Options(), boards, "", False)
    assert all(kind_of(at) != kind_of(at % boards + 1) for at in range(1, boards + 1))
    for board in range(1, boards + 1):
        left, right = ring.beside(state, seat_id(board, "sun"))
        assert (right, left) == ring.beside(state, seat_id(board, "moon"))
        assert left != right
        assert board in ring.beside(state, seat_id(left, "sun"))
        assert ring.beside(state, seat_id(left, "sun"))[1] == board


def test_options_have_limits_also_in_the_settings(hall: Refereed) -> None:
    """BG-1, BG-5, BG-12."""
    for options, expected, says in (
        ({"target": 9}, 409, "target must be from 10 to 30"),
        ({"target": True}, 400, "target must be a number"),
        ({"turn_seconds": 4.5}, 400, "turn_seconds must be a number"),
        ({"turn_seconds": 301}, 409, "turn_seconds must be from 10 to 300"),
        ({"groups": "stars"}, 400, "groups must be one of sun_moon, all"),
        ({"horn": True}, 400, "No option horn: allowed are groups, target, dice"),
    ):
        status, _, message = refused(hall, "open_hall", game="big_game", boards=3, options=options)
        assert (status, message[: len(says)]) == (expected, says)
        with pytest.raises(SettingsError, match=r"\[big_game\]"):
            BigGame({"options": options}, {})


def test_a_list_registers_everybody_in_its_order(hall: Refereed) -> None:
    """BG-1, BG-12: seats that nobody wished are given board by board; a spreadsheet's signs are read."""
    names = "\ufeffGroup;Name;Board;Club;Shoe size\nmoon;Ada;2 B;Essen;38\n;Ben;;;\n;=Cem;;'=x;44\n;\n"
    opened(hall, names=names)
    rows = looked_up(hall, "seats")["rows"]
    assert rows[1]["moon"] | {"sanctions": []} == {
        "name": "Ada",
        "club": "Essen",
        "number": 1,
        "plays": True,
        "away": False,
        "removed": False,
        "sanctions": [],
    }
    assert [rows[0][group]["name"] for group in ("sun", "moon")] == ["Ben", "=Cem"]
    text = looked_up(hall, "csv")["csv"]
    assert text.splitlines() == [
        "name,board,kind,group,club,number,status",
        "Ada,2,B,moon,Essen,1,plays",
        "Ben,1,A,sun,,2,plays",
        "'=Cem,1,A,moon,'=x,3,plays",
    ]
    hall.do("abandon_hall")
    opened(hall, names=text)
    assert looked_up(hall, "csv")["csv"].splitlines()[1:3] == [
        "Ada,2,B,moon,Essen,1,plays",
        "Ben,1,A,sun,,2,plays",
    ]
    assert looked_up(hall, "seats", find="cem")["total"] == 1
    assert looked_up(hall, "seats", find="2b")["rows"][0]["board"] == 2


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("", "The first row must name the columns: name, board, group, club"),
        ("who\nAda", "The first row must name the columns: name, board, group, club"),
        ("name\n", "The list has no players"),
        ('name\n"Ada', "The list cannot be read"),
        ("name,board\nAda,\nBen,1", "Nobody was registered.\nRow 3: a seat needs a board and sun or moon"),
        ("name,board,group\nAda,4,sun", "Nobody was registered.\nRow 2: There is no board 4"),
        (
            "name,board,group\nAda,1,sun\nBen,1,sun",
            "Nobody was registered.\nRow 3: seat 1 A Sun is on the list twice",
        ),
        ("name\n" + "Ada\n" * 7, "Nobody was registered.\nRow 8: no seat is left"),
        ("name,board,group\nAda,2 A,sun", "Nobody was registered.\nRow 2: board 2 is of kind B"),
        (
            "name,board,group\nAda," + "9" * 5000 + ",sun",
            "Nobody was registered.\nRow 2: a seat needs a board",
        ),
        ("name,club\nLind, Ada,Essen", "Nobody was registered.\nRow 2: it has more cells than the first row"),
        ("name\nAda\n" + "W" * 33, "Nobody was registered.\nRow 3: A player's name has 1 to 32 characters"),
        (
            "name,club\nAda," + "c" * 33,
            "Nobody was registered.\nRow 2: A club's name has at most 32 characters",
        ),
    ],
)
def test_a_list_with_a_bad_row_registers_nobody(hall: Refereed, names: str, says: str) -> None:
    """BG-1: one sentence names the row."""
    opened(hall)
    assert refused(hall, "import_players", csv=names)[2].startswith(says)
    assert hall.view["players"] == 0


@pytest.mark.parametrize(
    ("typed", "boards"),
    [
        ("nguyen", [1]),
        ("NGUYỄN", [1]),
        ("dvorak", [1]),
        ("mull", [2]),
        ("strasse", [2]),
        ("lodz", [3]),
        ("board 3", [3]),
        ("Board 2 b", [2]),
        ("3", [3]),
    ],
)
def test_a_seat_is_found_as_it_is_typed_in_a_hurry(hall: Refereed, typed: str, boards: list[int]) -> None:
    """BG-13: without accents and capitals, and by its board in words or not."""
    names = "name,club\nNguyễn Văn,\nDvořák,\nMüller,Große Straße\nBen,\nIda,Łódź\n"
    opened(hall, names=names)
    assert [row["board"] for row in looked_up(hall, "seats", find=typed)["rows"]] == boards


def test_each_row_that_is_wrong_is_told_at_once(hall: Refereed) -> None:
    """BG-1: a line for each mistake, in the order of the rows."""
    opened(hall, names="name\nIda")
    names = "name,board,group\nAda,1,sun\nBen,2,moon\n,9,sun\nCem,2,moon\nDoe,,,x\n" + "W" * 33
    said = refused(hall, "import_players", csv=names)[2].splitlines()
    assert [line.partition(":")[0] for line in said] == [
        "Nobody was registered.",
        *(f"Row {row}" for row in (2, 4, 4, 5, 6, 7)),
    ]
    assert said[1].endswith("seat 1 A Sun is taken")


def test_a_cell_may_have_lines_and_a_list_tabs(hall: Refereed) -> None:
    """BG-1: as a spreadsheet writes them."""
    opened(hall, names='club\tname\r\nEssen\t"Ada\nLind"\r\n\tBen\u2028Abel\r\n')
    names = [line.split(",")[0] for line in looked_up(hall, "csv")["csv"].splitlines()[1:]]
    assert names == ["Ada Lind", "Ben Abel"]


def test_a_phone_registers_for_its_own_seat_only(hall: Refereed) -> None:
    """BG-1."""
    opened(hall)
    hall.do("register", "seat/2-moon", name=" Ada  Lind ")
    assert looked_up(hall, "seat", "seat/2-moon")["person"]["name"] == "Ada Lind"
    assert refused(hall, "register", "seat/2-moon", name="Ben")[1] == "seat_taken"
    assert refused(hall, "register", "seat/2-moon", name="Ben", seat="1-sun")[:2] == (403, "not_yours")
    assert refused(hall, "mark_away", "seat/2-moon", seat="2-moon")[0] == 403
    assert refused(hall, "register", "seat/9-moon", name="Ben")[0] == 400
    hall.do("register", name="Ben")
    assert looked_up(hall, "seat", seat="1-sun")["person"]["name"] == "Ben"
    for _ in range(4):
        hall.do("register", name="Cem")
    assert refused(hall, "register", name="Dua") == (409, "full", "All seats are taken")


def test_a_phone_looks_up_its_own_seat_only(hall: Refereed) -> None:
    """What is personal is not for others."""
    opened(hall, names="name\nAda\nBen")
    for who, query in (
        ("seat/1-sun", {"what": "seat", "seat": "1-moon"}),
        ("seat/1-sun", {"what": "seats"}),
        ("", {"what": "seat", "seat": "1-sun"}),
        ("", {"what": "csv"}),
    ):
        with pytest.raises(Exception, match=r"not your seat|Only the referee"):
            hall.match.game.ask(hall.match.state, who, query)
    with pytest.raises(Exception, match="Ask what="):
        hall.match.game.ask(hall.match.state, "tablet", {"what": "weather"})
    assert looked_up(hall, "rolls", "") == {"rolls": []}


def test_boards_change_before_the_first_turn(hall: Refereed) -> None:
    """BG-1."""
    opened(hall, 6, "name,board,group\nAda,4,sun")
    assert refused(hall, "set_boards", boards=3)[2] == "Somebody is registered at board 4"
    hall.do("set_boards", boards=9)
    hall.do("next_turn")
    assert refused(hall, "set_boards", boards=6)[1] == "begun"


def test_31_of_36_cards_are_used_then_all_are_shuffled(hall: Refereed) -> None:
    """BG-4: a hall of 62 turns uses the deck twice; nobody sees what is to come."""
    opened(hall, dice="deck", robber_from=99)
    dice = []
    for _ in range(63):
        hall.do("next_turn")
        dice.append(tuple(hall.view["dice"]))
        if hall.view["phase"] == "seven":
            hall.do("go_on")
        hall.wait(60)
    assert max(Counter(dice[:62]).values()) <= 2
    for deck in (dice[:31], dice[31:62]):
        assert len(set(deck)) == 31
    made = [event for event in hall.events if event["type"] == "DeckMade"]
    assert len(made) == 3
    assert all(len(event["cards"]) == 31 for event in made)
    assert b'cards":[[' not in hall.view_bytes


def test_a_dry_run_does_not_tell_the_next_card(hall: Refereed) -> None:
    """BG-4: nor a roll that was taken back and comes again."""
    opened(hall, dice="deck", robber_from=99)
    told = []
    for _ in range(12):
        tried = list(hall.ask("next_turn", dry_run=True).body["events"][-1]["dice"])
        hall.do("next_turn")
        told.append(tried == hall.view["dice"])
        hall.do("advance") if hall.view["phase"] == "seven" else None
        hall.wait(60)
    assert sum(told) < 4
    hall.do("next_turn")
    dice = hall.view["dice"]
    hall.do("take_back_roll")
    again = [list(hall.ask("next_turn", dry_run=True).body["events"][-1]["dice"]) == dice for _ in range(12)]
    assert sum(again) < 4


def test_a_taken_back_card_comes_again_also_as_free_dice(hall: Refereed) -> None:
    """BG-4: changing the dice in between draws no better roll."""
    opened(hall, dice="deck")
    hall.do("next_turn")
    dice = hall.view["dice"]
    hall.do("take_back_roll")
    hall.do("set_options", options={"dice": "free"})
    hall.do("next_turn")
    assert hall.view["dice"] == dice


def test_a_player_does_not_learn_what_the_other_of_the_board_claims(hall: Refereed) -> None:
    """BG-12: only the referee is told."""
    opened(hall, names="name\nAda\nBen", groups="all", dice="real")
    hall.do("next_turn", dice=[5, 3])
    hall.do("claim", seat="1-sun", form=ROUTE | {"vp_cards": 3})
    asked = {"settlements": 5, "cities": 9, "vp_cards": 4, "route": "yes"}
    assert looked_up(hall, "form", "seat/1-moon", who="referee", **asked)["wrong"] is None
    assert "the other player claims 3" in looked_up(hall, "form", seat="1-moon", **asked)["wrong"]


def test_pages_draw_a_form_within_the_limits_of_the_rules(hall: Refereed) -> None:
    """BG-2, BG-12: what a page lets people count up to is a form that can be handed in, and no more is."""
    opened(hall, names="name\nAda\nBen", dice="real")
    limits = hall.view["guide"]["form"]
    assert limits == looked_up(hall, "seat", "seat/1-sun")["guide"]["form"]
    assert limits == hall.match.game.setup_view()["guide"]["form"]
    most = {part: most for part, (_, most) in limits["counted"].items()} | limits["hand"]
    assert looked_up(hall, "form", seat="1-sun", **most)["wrong"] is None
    for part, number in most.items():
        assert looked_up(hall, "form", seat="1-sun", **most | {part: number + 1})["wrong"] is not None
    worth = {part: most * each for part, (each, most) in limits["counted"].items()}
    yes = dict.fromkeys(limits["held"], "yes")
    told = looked_up(hall, "form", seat="1-sun", **most, **yes)["points"]
    assert told == sum(worth.values()) + sum(limits["held"].values())


@pytest.mark.parametrize("for_time", [False, True])
def test_nobody_but_the_referee_learns_the_winner_before_the_announcement(
    hall: Refereed, for_time: bool
) -> None:
    """BG-12: a confirmed claim is no announcement; neither its player nor its points are on the board."""
    opened(hall, names="name\nAda\nBen", dice="real")
    hall.do("next_turn", dice=[5, 3])
    if for_time:
        hall.wait(60)
        hall.do("end_hall")
    hall.do("claim", seat="1-sun", form=ROUTE)
    hall.wait(60)
    hall.do("judge_claim", claim=1, verdict="confirmed")
    assert hall.view["winner"]["name"] == "Ada"
    assert "Ada" not in str(hall.board)
    assert [side["score"] for side in hall.board["sides"]] == [0, 0]
    hall.do("confirm_result")
    assert hall.board["winner"]["name"] == "Ada"
    assert [side["score"] for side in hall.board["sides"]] == [25, 0]


def test_a_seat_claims_three_times_in_a_turn_and_a_removed_player_nothing(hall: Refereed) -> None:
    """BG-12, BG-13."""
    opened(hall, names="name\nAda\nBen", dice="real")
    hall.do("next_turn", dice=[5, 3])
    for claim in (1, 2, 3):
        hall.do("claim", "seat/1-sun", form=ROUTE)
        hall.do("withdraw_claim", "seat/1-sun", claim=claim)
    assert refused(hall, "claim", "seat/1-sun", form=ROUTE)[1] == "claimed"
    hall.do("remove_player", seat="1-sun", reason="Shouted")
    assert refused(hall, "call_steward", "seat/1-sun", text="Why?")[1] == "removed"


def test_free_dice_show_every_pair(hall: Refereed) -> None:
    """BG-4: two dice; the same secret gives the same rolls."""
    game = BigGame({"options": {"dice": "free", "robber_from": 99}}, {})
    start = game.start(
        GameCommand(game.commands["open_hall"](3), 0, "tablet"), chance_of(Fortune("ab" * 32, 0))
    )
    state = game.evolve(None, start[0])
    seen = Counter[tuple[int, int]]()
    for at in range(900):
        state = replace(state, step="ended", turn=at % 50)
        fortune = game.fortune(state)
        assert fortune is not None
        given = GameCommand(game.commands["next_turn"](), 0, "tablet")
        for event in game.decide(state, given, chance_of(fortune)):
            state = game.evolve(state, event)
        assert state.roll is not None
        seen[state.roll.dice] += 1
    assert set(seen) == set(DECK)


def test_the_robbers_have_dice_of_their_own(hall: Refereed) -> None:
    """BG-4, BG-6: no card is used for them."""
    opened(hall, dice="deck", robber_from=1)
    while hall.view["phase"] != "robbers":
        hall.do("next_turn")
        hall.wait(60)
    card, sums = hall.view["card"], hall.view["sums"]
    hall.do("roll_robbers")
    assert hall.view["robber_dice"] is not None
    assert (hall.view["card"], hall.view["sums"]) == (card, sums)


def test_robbers_that_were_taken_back_come_again(hall: Refereed) -> None:
    """BG-4, BG-6."""
    opened(hall, dice="free", robber_from=1)
    while hall.view["phase"] != "robbers":
        hall.do("next_turn")
        hall.wait(60)
    turn, dice = hall.view["turn"], hall.view["dice"]
    hall.do("roll_robbers")
    robbers = hall.view["robber_dice"]
    hall.do("take_back_roll")
    hall.do("next_turn")
    assert (hall.view["turn"], hall.view["dice"], hall.view["phase"]) == (turn, dice, "robbers")
    hall.do("roll_robbers")
    assert hall.view["robber_dice"] == robbers


def test_a_rehearsal_has_60_turns_and_no_players(hall: Refereed) -> None:
    """BG-3: and nobody has won it."""
    hall.do("open_hall", game="big_game", boards=3, rehearsal=True, options={"robber_from": 99})
    assert refused(hall, "register", name="Ada")[1] == "rehearsal"
    assert hall.view["subtitle"] == "Rehearsal: nothing of it counts"
    for _ in range(60):
        hall.do("next_turn")
        if hall.view["phase"] == "seven":
            hall.do("go_on")
        hall.wait(60)
    assert refused(hall, "next_turn")[2] == "All 60 turns are played: end the hall"
    assert refused(hall, "claim", seat="1-sun", form=ROUTE)[1] == "empty_seat"
    hall.do("end_hall")
    hall.do("confirm_result")
    assert hall.view["winner"] is None


def test_the_whistle_warns_and_ends_the_turn(hall: Refereed) -> None:
    """BG-3, BG-5: 10 s before the end and at it; a clock that was changed has blasts of its own."""
    opened(hall, dice="real")
    whistle = Whistle()
    hall.do("next_turn", dice=[5, 3])
    ends = hall.match.state.clock.ends
    assert [(cue.blast, cue.due) for cue in whistle.cues(hall.match.state)] == [
        ("warn", ends - 10 * NS),
        ("close", ends),
    ]
    assert whistle.urgent(hall.match.state)
    before = {cue.id for cue in whistle.cues(hall.match.state)}
    hall.do("change_clock", by=15)
    after = {cue.id for cue in whistle.cues(hall.match.state)}
    assert not before & after
    hall.wait(50)
    hall.do("stop_clock")
    assert whistle.cues(hall.match.state) == ()
    assert not whistle.urgent(hall.match.state)
    hall.do("go_on")
    assert [cue.blast for cue in whistle.cues(hall.match.state)] == ["close"]
    hall.wait(10)
    assert hall.view["phase"] == "ended"
    hall.do("call_break", minutes=1)
    assert [cue.blast for cue in whistle.cues(hall.match.state)] == ["ready"]
    assert whistle.round_seconds(hall.match.state) == 40
    assert whistle.opening(hall.match.state) is None


def test_a_turn_that_is_ended_early_has_its_blast(hall: Refereed) -> None:
    """BG-3, BG-5: at the moment of the key, also when the next turn begins with it."""
    opened(hall, dice="real")
    hall.do("next_turn", dice=[5, 3])
    before = [cue.id for cue in Whistle().cues(hall.match.state)]
    hall.wait(20)
    hall.do("next_turn", dice=[6, 5], early=True)
    cut, *following = Whistle().cues(hall.match.state)
    assert (cut.blast, abs(cut.due - hall.clock.now()) < NS // 10) == ("close", True)
    assert cut.id not in before
    assert [cue.blast for cue in following] == ["warn", "close"]


def test_a_clock_that_goes_on_does_not_say_the_roll_again(hall: Refereed) -> None:
    """BG-3: a hall that hears it twice would deal twice."""
    opened(hall, dice="real")
    hall.do("next_turn", dice=[5, 3])
    hall.do("stop_clock")
    hall.do("go_on")
    assert hall.view["say"] == ["The clock goes on."]
    hall.wait(60)
    hall.do("next_turn", dice=[6, 5])
    assert hall.view["say"] == ["Eleven.", "Sun deals out.", "Moon builds."]


def test_an_alarm_is_heard_each_time(hall: Refereed) -> None:
    """BG-5: five blasts and the voice, before the first turn too, and once for each alarm."""
    opened(hall, dice="real")
    game, heard = hall.match.game, []
    for _ in range(2):
        hall.do("raise_alarm")
        [cue] = Whistle().cues(hall.match.state)
        (said,) = game.spoken(hall.match.state)
        heard.append((cue.blast, abs(cue.due - hall.clock.now()) < NS // 10, said.text, cue.id, said.key))
        state = game.evolve(hall.match.state, ClockLost(0, 5 * NS))
        assert [(each.id, each.due) for each in Whistle().cues(state)] == [(cue.id, cue.due + 5 * NS)]
        hall.do("lift_alarm")
    assert {each[:3] for each in heard} == {("stop", True, "Leave the hall. Let everything lie.")}
    assert len({each[3:] for each in heard}) == 2


def test_who_is_asked_where_everybody_acts(hall: Refereed) -> None:
    """BG-8: the one of the neighbour board in whose half the spot lies."""
    opened(hall, names="name\nAda\nBen\nCem\nDua", groups="all", dice="real")
    hall.do("next_turn", dice=[5, 3])
    found = looked_up(hall, "permission", seat="1-sun", board=2)
    assert (found["verdict"], found["asked"], found["questions"]) == ("half", None, [])
    assert [each["name"] for each in found["halves"]] == ["Cem", "Dua"]
    for half, name in (("sun", "Cem"), ("moon", "Dua")):
        found = looked_up(hall, "permission", seat="1-sun", board=2, half=half)
        assert (found["verdict"], found["asked"]["name"]) == ("ask", name)
    assert looked_up(hall, "permission", seat="1-sun", board=1)["verdict"] == "free"


def test_another_start_of_the_machine_holds_the_clock(hall: Refereed) -> None:
    """BG-5: the power was cut 12 s into the turn; a whistle that comes back alone changes nothing."""
    opened(hall, dice="real")
    hall.do("next_turn", dice=[5, 3])
    game, state = hall.match.game, hall.match.state
    began = state.clock.ends - 40 * NS
    assert game.decide(state, Interruption(began, began, same_clock=True), lambda n: 0) == ()
    lost = game.decide(state, Interruption(began + 12 * NS, 5 * NS, same_clock=False), lambda n: 0)
    for event in lost:
        state = game.evolve(state, event)
    assert (state.phase, state.clock.left, state.clock.ends) == ("held", 28 * NS, None)
    [told] = game.decide(state, BareRound("b1", 0, NS), lambda n: 0)
    assert game.evolve(state, told) == state


def test_the_voice_says_the_line_once_and_again_when_asked(hall: Refereed) -> None:
    """A note of a steward does not speak; the line that is asked for again does."""
    opened(hall, dice="real", names="name\nAda\nBen")
    game = hall.match.game
    assert game.spoken(hall.match.state) == ()
    hall.do("next_turn", dice=[5, 3])
    (said,) = game.spoken(hall.match.state)
    assert said.text == "Eight. Moon deals out. Sun builds."
    hall.do("sanction", seat="1-sun", reason="Shouted")
    hall.do("change_clock", by=15)
    hall.do("claim", seat="1-sun", form=ROUTE)
    assert game.spoken(hall.match.state) == (said,)
    hall.ask("repeat_line")
    (again,) = game.spoken(hall.match.state)
    assert (again.text, again.key != said.key) == (said.text, True)


def test_undoing_may_not_leave_a_claim_without_its_player(hall: Refereed) -> None:
    """BG-12, BG-13: and a judgement that the next turn rests on stays."""
    opened(hall, dice="real")
    seat = hall.do("register", seat="1-sun", name="Ada")
    hall.do("next_turn", dice=[5, 3])
    hall.do("claim", seat="1-sun", form=ROUTE)
    assert refused(hall, "strike", seq=seat, reason="a typing mistake")[1] == "would_break"
    hall.wait(60)
    judged = hall.do("judge_claim", claim=1, verdict="rejected", reason="the route is 4 long")
    hall.do("next_turn", dice=[5, 3])
    assert refused(hall, "strike", seq=judged, reason="a typing mistake")[1] == "would_break"
    won = replace(hall.match.state, step="over", winner="1-sun")
    assert str(hall.match.game.broken(won)) == "The winner would have no valid claim"
    assert hall.match.game.broken(replace(won, winner=None)) is None


def test_what_is_between_a_seat_and_the_referee_is_not_public(hall: Refereed) -> None:
    """BG-13: calls and sanctions, also once they are undone."""
    opened(hall, names="name\nAda\nBen")
    hall.do("call_steward", "seat/1-sun", text="Somebody feels ill")
    assert refused(hall, "call_steward", "seat/1-sun", text="And it gets worse")[1] == "called"
    sanction = hall.do("sanction", seat="1-sun", reason="Shouted")
    hall.do("strike", seq=sanction, reason="it was another one")
    hall.do("close_call", call=1)
    assert refused(hall, "close_call", call=1)[1] == "closed"
    assert refused(hall, "close_call", call=7)[0] == 400
    told = [line["text"] for line in hall.view["recent"]]
    assert any("Shouted" in text and text.startswith("Undone") for text in told)
    assert b"Shouted" not in hall.board_bytes
    assert b"feels ill" not in hall.board_bytes
    assert [line["text"] for line in hall.board["recent"]] == [
        "2 players registered from a list",
        "Hall set up with 3 boards",
    ]


def test_the_board_stays_small(hall: Refereed) -> None:
    """A thousand phones take it at every change: with the longest names and lines under 2 KB."""
    opened(hall, 1500, groups="all", dice="deck", robber_from=1)
    hall.do("register", seat="1500-moon", name="😀" * 32, club="😀" * 32)
    sizes = []
    for _ in range(40):
        hall.do("next_turn")
        if hall.view["phase"] == "robbers":
            hall.do("roll_robbers")
        if hall.view["phase"] == "seven":
            hall.do("go_on")
        sizes.append(len(hall.board_bytes))
        hall.do("change_clock", by=200)
        hall.do("change_clock", by=-200)
        hall.wait(300)
        sizes.append(len(hall.board_bytes))
    hall.do("next_turn")
    if hall.view["phase"] in ("robbers", "seven"):
        hall.do("advance")
    if hall.view["phase"] == "seven":
        hall.do("go_on")
    hall.do("claim", seat="1500-moon", form=ROUTE)
    hall.wait(300)
    hall.do("judge_claim", claim=1, verdict="rejected", reason="ü" * 120)
    sizes.append(len(hall.board_bytes))
    hall.do("claim", seat="1500-moon", form=ROUTE)
    hall.do("judge_claim", claim=2, verdict="confirmed")
    sizes.append(len(hall.board_bytes))
    hall.do("confirm_result")
    sizes.append(len(hall.board_bytes))
    assert max(sizes) < BOARD_BYTES
    # No turn follows, so none is told: it was what made the last board too large.
    assert hall.board["next"] is None


def test_a_knight_counts_for_the_army_up_to_the_fourteen_of_a_set(hall: Refereed) -> None:
    """BG-2, BG-10, BG-11: there are 14 knights; what a knight does to the robber is the board's own."""
    opened(hall)
    hall.do("set_award", seat="1-sun", award="army", count=14)
    assert looked_up(hall, "seat", seat="1-moon")["army"] == {"sun": 14, "moon": 0, "holder": "sun"}
    assert refused(hall, "set_award", seat="1-sun", award="army", count=15)[2] == "0 to 14"
    assert refused(hall, "set_award", seat="4-sun", award="army", count=1)[0] == 400


def test_the_log_book_tells_each_turn(hall: Refereed) -> None:
    """BG-5, BG-12, BG-13: with the time since the first, what was cut off, and claims with their counts."""
    opened(hall, dice="real", names="name\nAda\nBen")
    hall.wait(100)
    hall.do("next_turn", dice=[5, 3])
    hall.wait(30)
    hall.do("next_turn", dice=[6, 6], early=True)
    hall.do("claim", seat="1-moon", form=ROUTE)
    hall.wait(40)
    hall.do("judge_claim", claim=1, verdict="rejected", reason="a road is missing")
    hall.do("sanction", seat="1-sun", reason="Shouted")
    hall.do("remove_player", seat="1-sun", reason="Shouted again")
    log = looked_up(hall, "log")
    assert log["total"] == 2
    assert [(row["turn"], row["at_ms"], row["sum"], row["shortened_ms"]) for row in log["rows"]] == [
        (1, 0, 8, 10_000),
        (2, 30_000, 12, 0),
    ]
    [claim] = log["rows"][1]["claims"]
    assert (claim["label"], claim["points"], claim["standing"]) == ("1 A Moon", 25, "rejected")
    assert log["head"]["sanctions"] == [
        {"seat": "1-sun", "name": "Ada", "reasons": ["Shouted", "Shouted again"], "removed": True}
    ]
    assert (
        hall.match.game.ask(hall.match.state, "tablet", {"what": "log", "from": "1"})["rows"][0]["turn"] == 2
    )


def test_a_form_is_looked_at_before_anybody_claims(hall: Refereed) -> None:
    """BG-9, BG-12."""
    opened(hall, names="name\nAda")
    asked = {"settlements": 5, "cities": 9, "bonuses": 1, "route": "yes", "army": "no"}
    assert looked_up(hall, "form", "seat/1-sun", **asked) == {"points": 27, "wrong": None, "rule": None}
    wrong = looked_up(hall, "form", "seat/1-sun", settlements=6)
    assert (wrong["wrong"], wrong["rule"]) == ("Settlements: 0 to 5", "BG-12")
    with pytest.raises(Exception, match="whole number"):
        looked_up(hall, "form", "seat/1-sun", settlements="many")
