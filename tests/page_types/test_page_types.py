"""A script that reads what the kit does not send, or sends what it does not take, fails `make lint`."""

from pathlib import Path

import pytest

from tests.page_types.check import describe_kit, lay_out, mistakes

SEEDED = {
    "full_contact/break.js": ("team.settlements_in_hand > 0", "team.settlements_at_hand > 0"),
    "full_contact/round.js": ("view.pending, drawIn", "view.waiting, drawIn"),
    "full_contact/board.js": ("view.statistics.collected", "view.statistics.gathered"),
    "full_contact/cards.js": ("by_lot: true", "by_chance: true"),
    "full_contact/ending.js": ('type: "confirm_result"', 'type: "confirm"'),
    "kit/tags.js": ("lesson.prompt", "lesson.question"),
    "kit/spares.js": ('do: "take_over"', 'do: "take"'),
    "crew.js": ("alarm.cure", "alarm.help"),
    "bar.js": ("view.subtitle", "view.second_title"),
}
"""In each script a mistake: a field of a view, a command, an order that there is not."""


@pytest.mark.needs("checker")
def test_each_field_that_the_kit_does_not_know_is_found(tmp_path: Path) -> None:
    lay_out(tmp_path)
    for name, (right, wrong) in SEEDED.items():
        script = tmp_path / "static" / name
        text = script.read_text(encoding="utf-8")
        assert right in text, name
        script.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    describe_kit()
    found = mistakes(tmp_path)
    lines = [line for line in found.splitlines() if ": error TS" in line]
    files = {line.partition("static/")[2].partition("(")[0] for line in lines}
    assert files == set(SEEDED), found
