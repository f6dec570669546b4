"""Every language has every sentence of the kit, with the same placeholders, and none that is out of use."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import SettingsError
from fieldkit.language.catalogue import catalogue, languages, load_language
from fieldkit.phrases import ENGLISH, Language
from fieldkit.settings import parse
from hardware.hoops.hoop import CABLE, POWER
from tests.catalogue.__main__ import file_of, missing, read, template, text_of
from tests.catalogue.find import of_python, of_template, of_words
from tests.fieldkit.games.full_contact.driver import Bench
from tests.fieldkit.games.full_contact.play import Play
from tests.fieldkit.games.full_contact.table import read as read_table
from web.language import script

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
        english = [message.id] if isinstance(message.id, str) else list(message.id)
        own = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {name for text in english for name in PLACEHOLDERS.findall(text)}
        for text in own if message.id else []:
            assert set(PLACEHOLDERS.findall(text)) == wanted, message.id
            assert PLACEHOLDERS.sub("", text).count("{") == PLACEHOLDERS.sub("", english[0]).count("{")
            assert text == text.strip()


def test_a_sentence_made_on_the_fly_is_an_error() -> None:
    for source in ('Rejected("x", f"No {kind}")', 'Rejected("x", "No " + kind)', 'Rejected("x", somewhere)'):
        with pytest.raises(ValueError, match="sentence"):
            list(of_python(source, "fieldkit/games/x.py"))


def test_sentences_are_found_behind_names_choices_and_tables() -> None:
    source = (
        'REASONS = {"a": "In a table"}\n'
        "def f(x):\n"
        '    text = "One" if x else "Other"\n'
        '    raise Rejected("code", text, n=say.number("{n} ball", "{n} balls", 2))\n'
    )
    assert set(of_python(source, "fieldkit/games/x.py")) == {
        "In a table",
        "One",
        "Other",
        ("{n} ball", "{n} balls"),
    }


def test_templates_are_read_with_their_plurals_and_fillings(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('{{ _("Plain") }} {{ _("Round {n}", n=x) }} {{ ngettext("{n} b", "{n} bs", x) }}')
    assert list(of_template(page)) == ["Plain", "Round {n}", ("{n} b", "{n} bs")]


def test_the_words_of_the_pages_are_read_with_their_plurals() -> None:
    entries = ('// a: "no"', 'a: "A \\"b\\"",', 'c: { one: "{n} b", other: "{n} bs" },')
    module = "\n".join(("export const words = {", *entries, "};"))
    assert list(of_words(module)) == ['A "b"', ("{n} b", "{n} bs")]


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
    module = script(catalogue("de")).decode()
    sentences = json.loads(module.removeprefix("export const sentences = ").removesuffix(";\n"))
    assert sentences["{n} point"] == {"one": "{n} Punkt", "other": "{n} Punkte"}
    assert sentences["wood"] == "Holz"
    assert script(catalogue("en")) == b"export const sentences = {};\n"
