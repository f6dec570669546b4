"""A test sheet comes to the running kit from its own machine's doctor, and from nobody else."""

import msgspec
import pytest

from fieldkit.messages import CheckItem, KitSheet
from tests.web.conftest import RunningKit
from web.pin import crowd_key
from web.redirects import KEY

SHEET = KitSheet("pass", 5, (CheckItem("versions", "Versions", "pass", "All."),))


def test_the_kit_takes_it_at_its_own_moment(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/sheet", msgspec.to_builtins(SHEET), {KEY: crowd_key(kit.data)})
    assert (reply.status, reply.json) == (200, {})
    (taken,) = kit.referee.arrivals
    assert (taken.items, taken.verdict) == (SHEET.items, "pass")
    assert taken.at > SHEET.at


def test_nobody_else_may_hand_one_in(kit: RunningKit) -> None:
    for headers in ({}, kit.bearer, {KEY: "0" * 64}):
        assert kit.call("POST", "/api/sheet", msgspec.to_builtins(SHEET), headers).status == 403
    assert kit.referee.arrivals == []


@pytest.mark.parametrize("wrong", [{}, {"verdict": "fine", "at": 1, "items": []}])
def test_what_is_no_sheet_is_refused(kit: RunningKit, wrong: dict[str, object]) -> None:
    assert kit.call("POST", "/api/sheet", wrong, {KEY: crowd_key(kit.data)}).status == 400
