"""What all that reads the record shares; finding and folding a match is tested through the commands."""

from fieldkit.messages import CheckItem, CheckReport, Grade
from fieldkit.phrases import ENGLISH
from fieldkit.records.reader import in_one_line


def checked(verdict: Grade, *items: tuple[str, Grade, str]) -> CheckReport:
    """Return a check of the kit that found this."""
    return CheckReport(verdict, 0, tuple(CheckItem(title.lower(), title, *rest) for title, *rest in items))


def test_a_check_is_told_in_one_line() -> None:
    well = checked("pass", ("Disk", "pass", "Fast."))
    assert in_one_line(well, ENGLISH) == "Checked before the match: pass."
    one = checked("warn", ("Power", "warn", "Low."), ("Disk", "pass", "Fast."))
    assert in_one_line(one, ENGLISH) == "Checked before the match: warn, 1 warning: Power: Low."
    found = ("Power", "warn", "Low."), ("Hoop 1", "fail", "Silent."), ("Hoop 2", "fail", "Silent.")
    assert in_one_line(checked("fail", *found), ENGLISH) == (
        "Checked before the match: fail, 2 failures, 1 warning: Power: Low. Hoop 1: Silent. Hoop 2: Silent."
    )
