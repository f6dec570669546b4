"""Two referees' tablets at once: each sees the other's actions, and no tap counts for more than was meant."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SMALL, NewPage
from tests.browser.scenes import to_break as end_round
from tests.browser.test_pages import hoop, team, tile, to_break
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser


class Two(NamedTuple):
    """Both tablets."""

    one: Page
    other: Page


@pytest.fixture
def tablets(kit: Kit, new_page: NewPage) -> Two:
    """Two tablets, each with a log-in of its own, in a match that is ready."""
    kit.create(round_seconds=60, grace_seconds=0, break_seconds=300)
    both = Two(new_page("/referee"), new_page("/referee", SMALL))
    for page in both:
        expect(page.locator("#start")).to_be_enabled()
    return both


@contextmanager
def on_the_way(*pages: Page) -> Iterator[None]:
    """Keep the commands of these pages under way until the end of the block, then let all go at once."""
    kept: list[Route] = []
    for page in pages:
        page.route("**/api/commands", lambda route: kept.append(route))
    yield
    pages[0].wait_for_timeout(100)
    assert kept
    for route in kept:
        route.continue_()
    for page in pages:
        page.unroute("**/api/commands")


def test_each_sees_what_the_other_does(kit: Kit, tablets: Two) -> None:
    one, other = tablets
    one.locator("#start").click()
    expect(other.locator("#bar h1")).to_have_text("Round 1")
    hoop(other, 1).click()
    other.locator(".picker .kind-ore").click()
    expect(one.locator(".counted .row")).to_contain_text("Red")
    other.locator("#stop").click()
    one.locator(".stop-choices .button").nth(2).click()
    expect(other.locator("#bar h1")).to_have_text(re.compile("Break|break"))
    kit.must("correct", team="red", set={"resources": {"ore": 2, "wood": 1}}, reason="for the test")
    tile(one, "red", "Knight").click()
    expect(other.locator(".last-text")).to_contain_text("Red")
    expect(tile(other, "red", "Knight")).to_have_attribute("aria-disabled", "true")
    assert team(kit, "red")["knights"] == 2
    other.get_by_role("button", name="Hold", exact=True).click()
    expect(one.locator("#bar p")).to_contain_text("held")


def test_one_purchase_tapped_on_both_at_once_is_made_once_for_each_that_meant_it(
    kit: Kit, tablets: Two
) -> None:
    to_break(kit, red={"resources": {"ore": 4, "wood": 2}})
    for page in tablets:
        expect(tile(page, "red", "Knight")).not_to_have_attribute("aria-disabled", "true")
    with on_the_way(*tablets):
        for page in tablets:
            tile(page, "red", "Knight").click()
    view = kit.wait(lambda view: view["teams"][0]["knights"] == 3)
    for page in tablets:
        expect(page.locator(".team-card.team-red .stock .kind-ore .number")).to_have_text("0")
        expect(page.locator(".plate.is-waiting")).to_have_count(0)
    assert kit.view["seq"] == view["seq"], "nothing came twice"
    assert team(kit, "red")["resources"] == {"wood": 0, "wheat": 0, "brick": 0, "ore": 0}


def test_where_only_one_can_be_paid_the_other_is_told_why_not(kit: Kit, tablets: Two) -> None:
    to_break(kit, red={"resources": {"ore": 2, "wood": 1}})
    for page in tablets:
        expect(tile(page, "red", "Knight")).not_to_have_attribute("aria-disabled", "true")
    with on_the_way(*tablets):
        for page in tablets:
            tile(page, "red", "Knight").click()
    kit.wait(lambda view: view["teams"][0]["knights"] == 2)
    told = [page.locator("#toast p") for page in tablets]
    said = until(lambda: [text for each in told for text in each.all_inner_texts()], 5, "the refusal")
    assert len(said) == 1
    assert re.search("Red .*knight", said[0])
    assert team(kit, "red")["knights"] == 2


@pytest.mark.parametrize("phase", ["round", "break"])
def test_a_tap_for_a_round_that_is_over_is_refused_in_words_and_never_credited_to_the_next(
    kit: Kit, tablets: Two, phase: str
) -> None:
    late = tablets.other
    if phase == "break":
        to_break(kit, red={"resources": {"ore": 2, "wood": 1}})
        expect(tile(late, "red", "Knight")).not_to_have_attribute("aria-disabled", "true")
    else:
        tablets.one.locator("#start").click()
        expect(late.locator("#stop")).to_be_enabled()
    before = team(kit, "red")
    with on_the_way(late):
        if phase == "break":
            tile(late, "red", "Knight").click()
        else:
            hoop(late, 1).click()
            late.locator(".picker .kind-ore").click()
            end_round(kit)
        kit.must("start_round")
        if phase == "break":
            end_round(kit)
        kit.wait(lambda view: view["round"] == 2)
    expect(late.locator("#toast")).to_contain_text(re.compile("Round 2 has begun", re.IGNORECASE))
    assert team(kit, "red") == before
    assert not kit.view["counted"]
