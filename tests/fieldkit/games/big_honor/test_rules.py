"""What the golden matches do not tell: set-up, the dice, seats, sizes and undoing far back."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from fieldkit.errors import SettingsError
from fieldkit.games.big_honor.game import BigHonor
from fieldkit.games.big_honor.state import PLACES
from fieldkit.games.fair import Fortune, draw
from fieldkit.games.people import COLOURS
from tests.support.refereed import Refereed

NAMES = {"red": "Mia", "blue": "Jonas", "green": "Aylin", "yellow": "Noah", "olive": "Ben", "violet": "Zoe"}
BOARD_BYTES = 4096


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Refereed]:
    """Yield a referee before a match."""
    referee = Refereed(tmp_path / "journal.sqlite3")
    yield referee
    referee.close()


def opened(table: Refereed, count: int = 3, dice: str = "real", settled: bool = True) -> Refereed:
    """Return a match of the first few colours; their settlers on the last places."""
    players = [{"id": id, "name": NAMES[id]} for id in list(COLOURS)[:count]]
    table.do("open_table", game="big_honor", players=players, options={"dice": dice})
    for place in PLACES[: -count - 1 : -1] if settled else ():
        table.do("put_settler", place=place)
    return table


def refused(table: Refereed, kind: str, rule: str | None, status: int = 409, **fields: Any) -> str:
    """Hold that a command is refused by a rule; the code of the refusal."""
    answer = table.ask(kind, **fields)
    assert (answer.status, answer.body["error"]["rule"]) == (status, rule), answer.body
    return str(answer.body["error"]["code"])


def turn(table: Refereed, dice: list[int], place: int | None = None) -> None:
    """Play a turn with this roll, and send a settler if a place is given."""
    table.do("roll", dice=dice)
    if place:
        table.do("send_settler", pay="wool", place=place)
    table.do("end_turn")


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_three_to_six_people_play_with_six_settlers_and_24_laurels(table: Refereed, count: int) -> None:
    """BH-1: each with a colour and a mark of their own."""
    view = opened(table, count, settled=False).view
    assert len({side["mark"] for side in view["sides"]}) == count
    assert [player["hand"] for player in view["players"]] == [6] * count
    assert view["laurels_left"] == 24


def test_nobody_plays_alone_or_in_a_crowd(table: Refereed) -> None:
    """BH-1."""
    two = [{"id": "red"}, {"id": "blue"}]
    game = {"game": "big_honor"}
    assert refused(table, "open_table", "BH-1", players=two, **game) == "player_count"
    twice = [{"id": "red"}, {"id": "red"}, {"id": "blue"}]
    assert refused(table, "open_table", "BH-1", players=twice, **game) == "same_colour"
    unknown = [*two, {"id": "pink"}]
    assert refused(table, "open_table", "BH-1", 400, players=unknown, **game) == "unknown_player"
    alike = [{"id": "red", "name": "Ada"}, {"id": "blue"}, {"id": "green", "name": "ADA"}]
    assert refused(table, "open_table", None, players=alike, **game) == "same_name"
    long = [*two, {"id": "green", "name": "x" * 25}]
    assert refused(table, "open_table", None, players=long, **game) == "player_name"
    three = [*two, {"id": "green"}]
    assert refused(table, "open_table", None, 400, players=three, options={"dice": "loaded"}, **game)
    assert refused(table, "open_table", None, 400, players=three, options={"speed": 1}, **game)
    table.do("open_table", players=three, **game)
    assert refused(table, "open_table", None, players=three, **game) == "match_running"


def test_who_has_no_name_is_called_by_the_colour(table: Refereed) -> None:
    players = [{"id": "violet"}, {"id": "olive", "name": " "}, {"id": "red", "name": "Mia"}]
    table.do("open_table", game="big_honor", players=players)
    assert [side["name"] for side in table.view["sides"]] == ["Violet", "Olive", "Mia"]


def test_the_settings_choose_the_dice_of_all_matches() -> None:
    """BH-4: the option of the settings' table."""
    assert BigHonor({"options": {"dice": "real"}}, {}).setup_view()["options"] == {"dice": "real"}
    with pytest.raises(SettingsError, match=r"\[big_honor\] dice: dice must be one of kit, real"):
        BigHonor({"options": {"dice": "loaded"}}, {})


def test_a_roll_is_the_next_two_numbers_of_the_secret_stream(table: Refereed) -> None:
    """BH-4: who learns the secret after the match can check every roll."""
    opened(table, dice="kit")
    shown = []
    for _ in range(6):
        table.do("roll")
        shown += table.view["roll"]["rolls"][0]
        table.do("end_turn")
    table.do("abandon_table")
    seed = table.events[0]["seed"]
    assert shown == [draw(Fortune(seed, place), 6) + 1 for place in range(12)]


def test_a_roll_that_is_undone_comes_again(table: Refereed) -> None:
    """BH-4: as often as it is undone."""
    opened(table, dice="kit")
    seen = []
    for _ in range(4):
        seq = table.do("roll")
        seen.append(table.view["roll"]["rolls"])
        table.do("strike", seq=seq, reason="once more")
    assert seen == [seen[0]] * 4


def test_who_puts_the_next_settler_is_told_and_then_whose_turn_is_next(table: Refereed) -> None:
    """BH-1, BH-2."""
    opened(table, settled=False)
    seen = []
    for place in (8, 6, 5):
        seen.append((table.view["on_turn"], table.view["next"]))
        table.do("put_settler", place=place)
    assert seen == [("green", "blue"), ("blue", "red"), ("red", "red")]
    assert (table.view["on_turn"], table.view["next"]) == ("red", "blue")


def test_a_later_roll_stays_when_an_earlier_one_is_taken_out(table: Refereed) -> None:
    """BH-4: no number of the stream is drawn for two rolls."""
    opened(table, dice="kit")
    rolls = []
    for _ in range(2):
        rolls.append(table.do("roll"))
        ended = table.do("end_turn")
    dry = table.ask("strike", seq=rolls[0], reason="undo", dry_run=True).body
    also = [each["seq"] for each in dry["breaks"]]
    assert also == [rolls[0] + 1, rolls[1], ended], "each turn after it depends on it"
    table.do("strike", seq=rolls[0], reason="undo", also=also)
    assert table.view["on_turn"] == "red"
    assert table.view["phase"] == "to_roll"


def test_undoing_a_settler_undoes_what_they_earned(table: Refereed) -> None:
    """BH-4, BH-6: laurels and champion follow from the places that are left."""
    opened(table)
    table.do("roll", dice=[1, 1])
    sent = table.do("send_settler", pay="wool", place=6)
    table.do("end_turn")
    turn(table, [3, 3])
    assert table.view["players"][0]["laurels"] == 1
    table.do("strike", seq=sent, reason="it was for Aylin")
    assert table.view["players"][0]["laurels"] == 0
    assert table.view["laurels_left"] == 24


def test_what_was_spent_holds_a_settler_back(table: Refereed) -> None:
    """BH-5: what could then not have been paid must be undone too."""
    opened(table)
    table.do("roll", dice=[1, 1])
    sent = table.do("send_settler", pay="wool", place=6)
    table.do("end_turn")
    turn(table, [3, 3])
    turn(table, [1, 1])
    spent = table.do("spend_laurels", laurels=1)
    answer = table.ask("strike", seq=sent, reason="it was for Aylin")
    assert answer.status == 409
    assert [each["seq"] for each in answer.body["error"]["breaks"]] == [spent]


def test_at_a_full_table_the_view_tells_the_chances(table: Refereed) -> None:
    """BH-3: of 30 pairs of dice without a 7 those on the own places are lost."""
    opened(table)
    for place in PLACES[:7]:
        assert table.view["chances"] is None
        turn(table, [6, 6], place)
    table.do("roll", dice=[6, 6])
    own = [place["number"] for place in table.view["places"] if place["side"] == table.view["on_turn"]]
    lost = sum(6 - abs(place - 7) for place in own)
    assert table.view["chances"] == {"tries": 2, "of": 30, "lost": lost}
    table.do("send_settler", pay="grain", dice=[own[0] - 1, 1] if own[0] < 8 else [6, own[0] - 6])
    assert table.view["chances"]["tries"] == 1


def test_who_fills_the_table_has_sent_a_settler_in_that_turn(table: Refereed) -> None:
    """BH-3: and is told so."""
    opened(table)
    for place in PLACES[:6]:
        turn(table, [6, 6], place)
    table.do("roll", dice=[6, 6])
    table.do("send_settler", pay="wool", place=PLACES[6])
    answer = table.ask("send_settler", pay="wool", dice=[1, 1])
    assert answer.body["error"]["message"] == (
        "Mia has filled the table: places are rolled for from the next turn on."
    )
    assert table.view["refusals"]["send_settler"]["rule"] == "BH-3"


def test_a_seven_of_the_kit_is_rolled_again_until_it_is_none(table: Refereed) -> None:
    """BH-3: and every roll is told."""
    opened(table, dice="kit")
    for place in PLACES[:7]:
        table.do("roll")
        table.do("send_settler", pay="wool", place=place)
        table.do("end_turn")
    shown, again = [], []
    while not again:
        table.do("roll")
        shown += table.view["roll"]["rolls"]
        for _ in range(2):
            if table.view["can"].get("send_settler"):
                table.do("send_settler", pay="wool")
                rolled = table.view["roll"]
                shown += rolled["rolls"]
                if rolled["rolls"][:-1] and not again:
                    again = [rolled["again"], rolled["rolls"], table.view["undo"]["text"]]
        table.do("end_turn")
    table.do("roll")
    shown += table.view["roll"]["rolls"]
    sentence, rolls, line = again
    assert all(sum(dice) == 7 for dice in rolls[:-1])
    assert sum(rolls[-1]) != 7
    assert sentence.startswith(f"Rolled again: {len(rolls) - 1} seven")
    assert f"pays 1 wool and rolls {sum(rolls[-1])}" in line
    assert shown == stream_of(table, shown)


def stream_of(table: Refereed, shown: list[list[int]]) -> list[list[int]]:
    """As many rolls of the secret stream, after those of the first seven turns."""
    table.do("abandon_table")
    fortune = [Fortune(table.events[0]["seed"], place) for place in range(2 * (7 + len(shown)))]
    drawn = [draw(place, 6) + 1 for place in fortune]
    return [drawn[at : at + 2] for at in range(14, len(drawn), 2)]


def test_points_stay_within_what_a_board_gives(table: Refereed) -> None:
    """BH-7."""
    opened(table)
    for _ in range(2):
        table.do("change_points", player="red", by=-1)
    assert refused(table, "change_points", "BH-7", player="red", by=-1) == "points"
    assert table.view["can"]["change_points"]["red"] == [1]
    assert refused(table, "change_points", "BH-1", 400, player="violet", by=1) == "unknown_player"
    assert table.ask("change_points", player="red", by=5).status == 400
    for _ in range(25):
        table.do("change_points", player="red", by=1)
    assert table.view["can"]["change_points"]["red"] == [-1]
    assert refused(table, "change_points", "BH-7", player="red", by=1) == "points"


def test_the_production_roll_is_told_also_after_a_roll_for_a_place(table: Refereed) -> None:
    """BH-3, BH-4."""
    opened(table)
    for place in PLACES[:7]:
        turn(table, [6, 6], place)
    assert table.view["produced"] is None
    table.do("roll", dice=[2, 1])
    table.do("send_settler", pay="wool", dice=[5, 4])
    assert (table.view["produced"], table.view["roll"]["sum"]) == (3, 9)


def test_a_record_that_contradicts_itself_is_known(table: Refereed) -> None:
    """BH-1, BH-3, BH-5: whatever was undone, nothing is below nothing or above what there is."""
    opened(table)
    state, game = table.match.state, BigHonor({}, {})
    first, *others = state.players
    wrong = {
        "spent laurels": replace(state, players=(replace(first, laurels=-1), *others)),
        "more settlers": replace(state, places=dict.fromkeys(PLACES[:7], first.id)),
        "fewer than 0 points": replace(state, players=(replace(first, points=-1), *others)),
        "more laurels or places": replace(state, players=(replace(first, laurels=25), *others)),
    }
    assert game.broken(state) is None
    for said, broken in wrong.items():
        assert said in str(game.broken(broken))


def test_in_the_special_building_phase_nobody_wins(table: Refereed) -> None:
    """BH-1, BH-7: it is nobody's own turn."""
    opened(table, 5)
    table.do("roll", dice=[1, 1])
    for _ in range(10):
        table.do("change_points", player="red", by=1)
    assert table.view["can"]["confirm_win"]
    table.do("end_turn")
    assert "confirm_win" not in table.view["can"]
    assert refused(table, "confirm_win", "BH-7") == "not_won"


def test_players_act_for_themselves_from_their_seats(table: Refereed) -> None:
    """BH-1, BH-7: in their turn, and on their own points; the referee may do all."""
    opened(table)
    table.do("roll", "seat/red", dice=[1, 1])
    for kind in ("end_turn", "confirm_win"):
        answer = table.ask(kind, "seat/blue")
        assert (answer.status, answer.body["error"]["code"]) == (403, "not_yours")
    assert table.ask("change_points", "seat/blue", player="red", by=1).status == 403
    assert table.ask("abandon_table", "seat/red").status == 403
    table.do("change_points", "seat/blue", player="blue", by=1)
    table.do("end_turn", "seat/red")


def test_the_board_of_a_full_table_of_six_is_small(table: Refereed) -> None:
    """BH-1: with the longest names, in the middle of a match and after a long one."""
    players = [{"id": id, "name": f"{id} of the Long House"[:24].ljust(24, "x")} for id in COLOURS]
    table.do("open_table", game="big_honor", players=players, options={"dice": "real"})
    for place in PLACES[:6]:
        table.do("put_settler", place=place)
    rng, largest = Random(3), 0
    for number in range(60):
        table.do("roll", dice=[rng.randint(1, 6), rng.randint(1, 6)])
        free = [place["number"] for place in table.view["places"] if place["side"] is None]
        if free and table.view["can"].get("send_settler"):
            table.do("send_settler", pay="grain", place=free[0])
        if number % 5 == 0:
            table.do("change_points", player=list(COLOURS)[number // 5 % 6], by=1)
        largest = max(largest, len(table.board_bytes))
        table.do("end_turn")
        table.do("end_building")
    table.do("abandon_table", reason="it is late")
    assert max(largest, len(table.board_bytes)) <= BOARD_BYTES


@pytest.mark.parametrize("text", ["x" * 10_000, "out\u0007 of time"])
def test_no_text_of_a_command_is_too_long_or_unseen(table: Refereed, text: str) -> None:
    """It would lie on the record and be told on every screen."""
    opened(table)
    for kind, fields in (("abandon_table", {"reason": text}), ("change_points", {"player": text, "by": 1})):
        assert refused(table, kind, None, 400, **fields) == "bad_command"
        assert text not in str(table.ask(kind, **fields).body)
