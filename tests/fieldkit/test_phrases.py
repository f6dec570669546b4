"""Languages: sentences with their fillings, words, lists and numbers in another language."""

from fieldkit.phrases import ENGLISH, Language, Message, MessageList, Term, decimals, tenths

GERMAN = Language(
    "de",
    {
        "{team} have {kinds}": "{team}: {kinds}",
        "wood": "Holz",
        "and": "und",
        "{whole}.{tenth}": "{whole},{tenth}",
    },
    {"{n} card": ("{n} Karte", "{n} Karten")},
    lambda n: int(n != 1),
)


def test_a_phrase_and_the_words_in_it_are_translated_and_other_text_is_not() -> None:
    said = Message("{team} have {kinds}", {"team": "wood", "kinds": Term("wood")})
    assert (ENGLISH(said), GERMAN(said)) == ("wood have wood", "wood: Holz")
    assert str(said) == "wood have wood"


def test_what_a_language_has_no_sentence_for_stays_english() -> None:
    assert GERMAN(Term("sheep")) == "sheep"
    assert GERMAN(Message("Hoop {n}", {"n": 7})) == "Hoop 7"


def test_a_list_is_joined_and_its_last_word_translated() -> None:
    names = MessageList(["a", Term("wood"), "c"], "and")
    assert (ENGLISH(names), GERMAN(names)) == ("a, wood and c", "a, Holz und c")
    assert ENGLISH(MessageList(["a"], "and")) == "a"
    assert GERMAN(MessageList([])) == ""


def test_a_number_chooses_its_form() -> None:
    assert [GERMAN.number("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 Karten",
        "1 Karte",
        "2 Karten",
    ]
    assert [ENGLISH.number("{n} card", "{n} cards", n) for n in (1, 2)] == ["1 card", "2 cards"]


def test_tenths_are_written_as_the_language_writes_them() -> None:
    assert (ENGLISH(tenths(3.46)), GERMAN(tenths(3.46))) == ("3.5", "3,5")
    assert (ENGLISH(decimals(8.049, 2)), GERMAN(decimals(8, 2))) == ("8.05", "8,00")


def test_what_is_said_is_plain_text_that_can_be_encoded() -> None:
    assert {type(ENGLISH(said)) for said in (Term("wood"), Message("wood"), MessageList([Term("wood")]))} == {
        str
    }
    assert type(GERMAN(Term("sheep"))) is str


def test_braces_in_what_people_typed_are_left_alone() -> None:
    assert GERMAN(Message("{team} have {kinds}", {"team": "{kinds}", "kinds": "{0}"})) == "{kinds}: {0}"
