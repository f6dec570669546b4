"""The notes of a start from a card: mistakes in its file and a version that was refused are said."""

from pathlib import Path

import msgspec
import pytest

from fieldkit.checkup.card import NOTES, CardNotes, card

pytestmark = pytest.mark.fast


def test_a_kit_without_a_card_has_none(tmp_path: Path) -> None:
    assert card(tmp_path) == []
    (tmp_path / NOTES).write_bytes(b"{")
    assert card(tmp_path) == []


def test_each_mistake_and_the_refused_version_are_a_finding(tmp_path: Path) -> None:
    (tmp_path / NOTES).write_bytes(msgspec.json.encode(CardNotes(("fieldkit.txt: no",), "fieldkit-2")))
    assert [str(each) for each in card(tmp_path)] == [
        "warn  card: fieldkit.txt: no -> correct fieldkit.txt on the card, and switch the kit on again",
        "warn  card: version fieldkit-2 did not come up healthy; the version before runs again -> "
        "play on; fieldkit-log.txt on the card tells more; put a newer version onto it",
    ]
