"""What a field's board says on a hub's pages: the hub's own language, whichever the kit speaks."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView, Wording, reworded
from fieldkit.hub.settings import EventTable, FieldTable, HubSettings, HubTable
from fieldkit.language.catalogue import load_language
from tests.support.hubs import KEYS, PIN, hub, send
from tests.support.refereed import Refereed

pytestmark = pytest.mark.slow
TEAMS = [
    {"id": side, "players": 3, "start_hoop": f"h{n}"} for n, side in enumerate(("red", "blue", "green"), 1)
]
WORDS = ("title", "subtitle")


def speaking(language: str) -> HubSettings:
    fields = tuple(FieldTable(id, key, id.capitalize()) for id, key in KEYS.items())
    return HubSettings(EventTable("cup", "Spring Cup"), HubTable(pin=PIN, language=language), fields)


class English:
    """An English kit that reports to a hub as its field ``north``."""

    def __init__(self, path: Path, at: Hub) -> None:
        self.path, self.kit, self.hub, self._rev = path, Refereed(path), at, 0

    def show(self, **other: Any) -> Any:
        """Show the board as the kit has it, and find it as the hub's pages do."""
        self._rev += 1
        self.hub.show("north", FieldView("b1", self._rev, 0.0, {**self.kit.board, **other}))
        self.hub.follow()
        found = self.hub.files.get("cup/fields/north")
        assert found is not None
        return msgspec.json.decode(found.plain)

    def send(self) -> Any:
        """Send all records, then the view."""
        send(self.hub, "north", self.path)
        return self.show()


@pytest.fixture
def english(database: str, tmp_path: Path) -> Iterator[English]:
    with hub(database, tmp_path, speaking("de")) as german:
        made = English(tmp_path / "north", german)
        yield made
        made.kit.close()


def words(told: Any) -> list[str]:
    """Title and subtitle, which the index tells as the field's own document does."""
    found = [told["board"][name] for name in WORDS]
    assert [told["frame"][name] for name in WORDS] == found
    return found


def test_a_german_hub_says_in_german_what_an_english_kit_plays(english: English) -> None:
    assert english.show()["board"]["title"] == "Vor dem Spiel"
    kit = english.kit
    kit.do("create_match", game="full_contact", teams=TEAMS)
    assert kit.board["subtitle"] == "First to 8"
    assert words(english.send()) == ["Bereit für Runde 1", "Ziel: 8"]
    kit.do("correct", team="red", set={"bonus_vp": 2}, reason="played so")
    board = english.send()["board"]
    german = load_language("de").sentence("Red")
    assert kit.board["sides"][0]["name"] == "Red"
    assert {board[kind][0]["name"] for kind in ("sides", "teams")} == {german}
    assert [side["score"] for side in board["sides"]] == [side["score"] for side in kit.board["sides"]]
    assert len(board["recent"]) == len(kit.board["recent"])
    assert german in board["recent"][0]["text"]
    assert "Red" not in board["recent"][0]["text"]
    kit.do("end_match", reason="time is up")
    assert kit.board["title"] == "The match is over"
    assert words(english.send()) == ["Das Spiel ist aus", "Ziel: 8"]


@pytest.mark.parametrize(("kind", "game"), [("open_table", "big_honor"), ("create_match", "dice_extra")])
def test_whose_turn_it_is_a_german_hub_says_in_german(english: English, kind: str, game: str) -> None:
    players = [
        {"id": id, "name": name} for id, name in (("red", "Jürgen"), ("blue", "Ada"), ("green", "Kim"))
    ]
    english.kit.do(kind, game=game, players=players)
    before = [english.kit.board[name] for name in WORDS]
    said = words(english.send())
    assert before[0] != said[0]
    assert "Jürgen" in said[0] or "Kim" in said[0]


def test_what_a_games_own_page_says_a_german_hub_says_in_german(english: English) -> None:
    """In a break players read how to make ready; all but the words is as the kit has it."""
    kit = english.kit
    kit.do("create_match", game="full_contact", teams=TEAMS)
    kit.do("start_round")
    while kit.board["phase"] != "break":
        kit.wait(1)
    told, shown = english.send()["board"], kit.board
    assert shown["get_ready"].startswith("One foot in a hoop")
    assert told["get_ready"].startswith("Ein Fuß")
    other = {"title", "subtitle", "recent", "get_ready", "sides", "teams", "clock", "began_at", "now"}
    assert {name: told[name] for name in told.keys() - other} == {
        name: shown[name] for name in shown.keys() - other
    }


def test_a_record_in_doubt_is_told_in_german(english: English) -> None:
    told = english.show(doubt={"record": 7}, title="The record is in doubt", subtitle="The referee checks it")
    assert words(told) == ["Die Aufzeichnung ist zweifelhaft", "Der Schiri prüft sie"]


def test_without_the_newest_records_the_kits_own_words_stay(english: English) -> None:
    """What is right in another language is better than what was right a while ago."""
    kit = english.kit
    kit.do("create_match", game="full_contact", teams=TEAMS)
    assert words(english.show()) == ["Ready for round 1", "First to 8"]
    english.send()
    kit.do("correct", team="red", set={"bonus_vp": 2}, reason="played so")
    told = english.show()
    assert told["board"]["title"] == "Bereit für Runde 1"
    for points, title in enumerate(["Bereit für Runde 1"] * 3 + ["Ready for round 1"], 1):
        kit.do("correct", team="blue", set={"bonus_vp": points}, reason="played so")
        told = english.show()
        assert told["board"]["title"] == title
    assert told["board"]["recent"] == kit.board["recent"]
    kit.do("end_match", reason="time is up")
    assert english.show()["board"]["title"] == "The match is over"


def test_a_hub_that_is_given_another_language_says_all_of_it_again(database: str, tmp_path: Path) -> None:
    for language, title in (("en", "The match is over"), ("de", "Das Spiel ist aus")):
        with hub(database, tmp_path, speaking(language)) as at:
            english = English(tmp_path / "north", at)
            if language == "en":
                english.kit.do("create_match", game="full_contact", teams=TEAMS)
                english.kit.do("end_match", reason="time is up")
                english.send()
            assert words(english.show())[0] == title
            english.kit.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["id", "name"]) | st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["title", "sides", "recent", "doubt", "match", "teams"]), JSON))
def test_a_board_may_hold_anything(board: dict[str, Any]) -> None:
    said = Wording(
        3, "break", 1, "Pause", "Ziel: 8", {"red": "Rot"}, [], {"teams": [{"id": "red", "name": "Rot"}]}
    )
    sent = {**board, "phase": "break", "number": 1, "seq": 3}
    assert reworded(sent, said, load_language("de")).keys() >= sent.keys() - {"recent"}
