"""The check before a match: each grade of each item made to happen, and the verdict in words."""

import pytest

from fieldkit.checkup.finding import Finding
from fieldkit.checkup.pre_match import SEARCH_S, Check, Scan, spoken
from fieldkit.errors import Rejected, Unknown
from fieldkit.language.catalogue import load_language
from fieldkit.messages import WEAK_DBM, CheckItem, HoopStatus, Press
from fieldkit.phrases import ENGLISH, Term

FINE = {"h1": HoopStatus("h1", "ok", battery_mv=3900, rssi_dbm=-60)}
STEP = 5.0


def checking(wired: bool = False) -> Check:
    return Check(("h1", "h2"), 0.0, wired)


def graded(check: Check, item: str, statuses: dict[str, HoopStatus] | None = None) -> tuple[str, str, str]:
    """Return an item's grade, what it says and what to do."""
    found = {each.check: each for each in check.items(statuses or {}, STEP)}[item]
    return found.grade, spoken(found.says, ENGLISH), spoken(found.do, ENGLISH)


def closed(check: Check, statuses: dict[str, HoopStatus] | None = None) -> dict[str, CheckItem]:
    return {item.check: item for item in check.ended(statuses or {}, STEP, 7, ENGLISH).items}


def test_everything_is_asked_for_in_the_order_in_which_it_is_done() -> None:
    check = checking()
    check.find([Finding("address", "pass", "here"), Finding("disk", "pass", "fast")])
    items = check.items({}, STEP)
    assert [item.check for item in items] == [
        *["blast", "lamp-round", "lamp-alarm", "button-start", "button-stop", "hoop-h1", "hoop-h2"],
        *["disk", "address"],
    ]
    assert {item.grade for item in items[:7]} == {"open"}
    assert all(item.do for item in items[:7])
    assert [item.check for item in items if item.asks] == ["blast", "lamp-round", "lamp-alarm"]
    assert [item.order for item in items if item.order] == [
        {"do": "blast", "blast": "open"},
        {"do": "lamp", "lamp": "round", "on": True},
        {"do": "lamp", "lamp": "alarm", "on": True},
    ]
    assert [item.hoop for item in items if item.hoop] == ["h1", "h2"]


@pytest.mark.parametrize(
    ("wired", "heard", "felt", "grade", "at_the_end"),
    [
        (False, None, None, "open", "warn"),
        (False, True, None, "pass", "pass"),
        (False, False, None, "fail", "fail"),
        (True, True, True, "pass", "pass"),
        (True, True, False, "fail", "fail"),
        (True, None, False, "fail", "fail"),
        (True, True, None, "open", "fail"),
        (True, None, True, "open", "warn"),
        (True, False, True, "fail", "fail"),
    ],
)
def test_whistle_is_heard_and_where_there_is_a_wire_felt(
    wired: bool, heard: bool | None, felt: bool | None, grade: str, at_the_end: str
) -> None:
    check = checking(wired)
    if felt is not None:
        check.felt(felt)
    if heard is not None:
        check.answer("blast", heard)
    found = graded(check, "blast")
    assert found[0] == grade
    assert bool(found[2]) == (grade != "pass")
    assert closed(check)["blast"].grade == at_the_end


@pytest.mark.parametrize("lamp", ["lamp-round", "lamp-alarm"])
def test_lamps_are_seen_or_not(lamp: str) -> None:
    check = checking()
    check.answer(lamp, False)
    assert graded(check, lamp) == ("fail", "It was not seen.", "Check the lamp's plug and its driver.")
    check.answer(lamp, True)
    assert graded(check, lamp) == ("pass", "It was seen.", "")


def test_only_what_is_asked_can_be_answered() -> None:
    check = checking()
    with pytest.raises(Unknown, match="no item siren"):
        check.answer("siren", True)
    with pytest.raises(Rejected, match="by itself"):
        check.answer("button-start", True)


def test_buttons_are_pressed() -> None:
    check = checking()
    check.press(Press("p1", "stop", 0, 1))
    assert graded(check, "button-stop") == ("pass", "It was pressed.", "")
    assert graded(check, "button-start")[0] == "open"


def test_hoop_says_what_it_read_how_strong_and_at_which_voltage() -> None:
    check = checking()
    check.scan("h1", Scan("62E3086CED", None, Term("wood"), None))
    assert graded(check, "hoop-h1", FINE)[:2] == (
        "pass",
        "Tag 62E3086CED, wood, signal -60 dBm, battery 3.9 V.",
    )
    check.scan("h1", Scan(None, "1", None, -71))
    assert graded(check, "hoop-h1")[:2] == ("pass", "Button 1, signal -71 dBm.")
    weak = {"h1": HoopStatus("h1", "ok", battery_mv=3399)}
    assert graded(check, "hoop-h1", weak) == (
        "warn",
        "Button 1, signal -71 dBm, battery 3.4 V.",
        "Change its battery before the match.",
    )


def test_a_node_that_is_heard_weakly_is_warned_of_and_a_weak_tag_is_not() -> None:
    check = checking()
    check.scan("h1", Scan(None, "1", None, None))
    for rssi, grade in ((WEAK_DBM, "pass"), (WEAK_DBM - 1, "warn")):
        heard = graded(check, "hoop-h1", {"h1": HoopStatus("h1", "ok", rssi_dbm=rssi, node="h1")})
        assert heard[:2] == (grade, f"Button 1, signal {rssi} dBm.")
        assert ("-75 dBm or better" in heard[2]) == (grade == "warn")
    assert graded(check, "hoop-h1", {"h1": HoopStatus("h1", "ok", rssi_dbm=-90)})[0] == "pass"


def test_silent_hoop_fails_with_its_cure_until_it_reads() -> None:
    check = checking()
    silent = {"h2": HoopStatus("h2", "silent", cure="Check the cable of hoop {hoop}.")}
    assert graded(check, "hoop-h2", silent) == ("fail", "It is silent.", "Check the cable of hoop 2.")
    assert closed(check, silent)["hoop-h2"].grade == "fail"
    check.scan("h2", Scan("AA", None, None, None))
    assert graded(check, "hoop-h2", silent)[0] == "pass"


def test_what_was_not_looked_at_is_a_warning_at_the_end() -> None:
    found = closed(checking())
    assert {item.grade for item in found.values()} == {"warn"}
    assert {item.says for item in found.values()} == {"Not checked."}
    assert found["hoop-h1"].do.startswith("Hold a tag to the reader of hoop 1")


def test_kit_that_cannot_look_at_itself_in_time_fails() -> None:
    check = checking()
    assert [item.grade for item in check.items({}, SEARCH_S - 1) if item.check == "kit"] == ["open"]
    [late] = [item for item in check.items({}, SEARCH_S) if item.check == "kit"]
    assert (late.grade, bool(late.do)) == ("fail", True)
    check.find([Finding("disk", "pass", "fast")])
    assert "kit" not in closed(check)


def test_what_the_kit_finds_by_itself_is_said_in_whole_sentences() -> None:
    check = checking()
    check.find(
        [
            Finding(
                "second copy",
                "fail",
                "{folder} cannot be written: {why}",
                "plug it in",
                {"folder": "/x", "why": "No"},
            ),
            Finding("address", "pass", "http://a/b answers"),
        ]
    )
    found = closed(check)
    copy = found["second-copy"]
    assert (copy.title, copy.grade, copy.says, copy.do) == (
        *("Second copy", "fail"),
        *("/x cannot be written: No.", "Plug it in."),
    )
    assert found["address"].says == "http://a/b answers."


def test_verdict_is_the_worst_of_all() -> None:
    check = Check((), 0.0)
    check.find([Finding("disk", "pass", "fast")])
    for item in ("blast", "lamp-round", "lamp-alarm"):
        check.answer(item, True)
    for button in ("start", "stop"):
        check.press(Press(button, button, 0, 1))  # type: ignore[arg-type] # the two there are
    assert check.ended({}, STEP, 7, ENGLISH).verdict == "pass"
    check.find([Finding("disk", "warn", "slow", "wait")])
    assert check.ended({}, STEP, 7, ENGLISH).verdict == "warn"
    check.answer("blast", False)
    assert check.ended({}, STEP, 7, ENGLISH).verdict == "fail"


def test_check_speaks_the_kits_language() -> None:
    said = [item.says for item in checking().ended({}, STEP, 7, load_language("de")).items]
    assert "Not checked." not in said
