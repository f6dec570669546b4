"""Every language has every sentence of the kit, with the same placeholders, and none that is out of use."""

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.language.catalogue import catalogue, languages, load_language
from fieldkit.phrases import ENGLISH, Language
from fieldkit.settings.reading import parse
from hardware.hoops.hoop import CABLE, POWER
from tests.catalogue.__main__ import file_of, ids, missing, read, template, text_of
from tests.catalogue.calls import spoken, spoken_in_kit
from tests.catalogue.words import extract
from tests.fieldkit.games.full_contact.driver import Bench
from tests.fieldkit.games.full_contact.play import Play
from tests.fieldkit.games.full_contact.table import read as read_table
from tests.support.games import kit_games
from web.language import lists, scripts

TABLES = sorted((Path(__file__).parents[1] / "tables").glob("*.txt"))
OTHERS = [language for language in languages() if language != ENGLISH.code]
PLACEHOLDERS = re.compile(r"\{(\w+)\}")


def test_there_is_german() -> None:
    assert languages()[:2] == ("en", "de")


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_up_to_date_and_complete(language: str) -> None:
    """`make catalogue` would change nothing, and nothing lacks a translation."""
    catalog = read(language)
    catalog.update(template(), no_fuzzy_matching=True)
    assert missing(catalog) == []
    assert text_of(catalog) == file_of(language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    for message in read(language):
        english = ids(message)
        own = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {name for text in english for name in PLACEHOLDERS.findall(text)}
        for text in own if message.id else []:
            assert set(PLACEHOLDERS.findall(text)) == wanted, message.id
            assert PLACEHOLDERS.sub("", text).count("{") == PLACEHOLDERS.sub("", english[0]).count("{")
            assert text == text.strip()


@pytest.mark.slow
def test_pybabel_finds_every_sentence_that_a_call_says() -> None:
    """It passes over one that is made on the fly, unmarked behind a name, or deep in another call."""
    known = set(chain.from_iterable(ids(message) for message in template()))
    assert [place for place, text in spoken_in_kit() if text not in known] == []


def test_a_sentence_made_on_the_fly_is_none_that_a_catalogue_could_carry() -> None:
    for source in ('Rejected("x", f"No {kind}")', 'Rejected("x", "No " + kind)', 'N_(f"No {kind}")'):
        assert list(spoken(source)) == [(1, None)]


def test_sentences_are_looked_for_behind_names_and_choices() -> None:
    source = 'text = "One" if x else "Other"\nraise Rejected("x", text or "None", n=say.number("A", "B", 2))'
    assert [text for _, text in spoken(source)] == ["One", "Other", "None", "A", "B"]


def test_the_words_of_the_pages_are_read_with_their_plurals(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(
        '{"a": "A", "c": {"one": "{n} b", "other": "{n} bs"}, "more": {"a": "B"}}', encoding="utf-8"
    )
    with file.open("rb") as opened:
        found = [text for _, _, text, _ in extract(opened, (), (), options={})]
    assert found == ["A", ("{n} b", "{n} bs"), "B"]


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_silent_hoop_needs_is_said_in_every_language(language: str) -> None:
    assert {CABLE, POWER} <= set(load_language(language).sentences)


class Missed(dict[str, str]):
    """The sentences of a language, and those that were asked for in vain."""

    def __init__(self, known: Any) -> None:
        super().__init__(known)
        self.missed: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        """As of any mapping."""
        if key not in self:
            self.missed.add(key)
        return super().get(key, default)


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_no_view_or_line_of_the_golden_matches_asks_for_a_sentence_in_vain(language: str) -> None:
    known = Missed(load_language(language).sentences)
    translate = Language(language, known)
    for path in TABLES:
        bench = Bench()
        Play(read_table(path), bench).run()
        state: Any = None
        for entry in bench.record:
            state = bench.fold(state, entry.events)
            bench.game.view(state, translate)
            bench.game.headline(state, translate)
            if words := bench.game.describe(state, entry.events):
                translate(words)
    assert known.missed == set()


@pytest.mark.parametrize("language", OTHERS)
def test_settings_take_a_language_that_has_a_catalogue(language: str) -> None:
    """And no other."""
    for table in ("web", "scoreboard"):
        parse({table: {"language": language}}, "kit.toml")
        with pytest.raises(SettingsError, match=rf"\[{table}\] language: xx unknown; allowed are en, de"):
            parse({table: {"language": "xx"}}, "kit.toml")


def test_the_pages_get_every_form_of_a_plural() -> None:
    games = kit_games()
    for language, points, wood, robber in (
        ("en", {"one": "{n} point", "other": "{n} points"}, "wood", "Robber"),
        ("de", {"one": "{n} Punkt", "other": "{n} Punkte"}, "Holz", "Räuber"),
    ):
        served = scripts(games, catalogue(language))
        assert words_of(served["words.js"])["points"] == points
        assert words_of(served["full_contact/words.js"])["kind_wood"] == wood
        # The name of a thing in the set-up view, and a sentence of it.
        assert words_of(served["full_contact/words.js"])["card_list/robber"] == robber
        assert words_of(served["full_contact/words.js"]).get("wood", "wood") == wood


def words_of(script: bytes) -> dict[str, Any]:
    """Return the words of a script as the kit serves it."""
    words: dict[str, Any] = json.loads(script.removeprefix(b"export const words = ").removesuffix(b";\n"))
    return words


def test_a_file_of_words_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    assert lists(file) == {}
    file.write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(FieldkitError, match=re.escape(f"cannot read {file}: ")):
        lists(file)
