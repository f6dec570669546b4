"""The scoreboard's ear against a real HTTP server: whole, cut, garbage, slow and silent feeds."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.following import KitClock, Listener
from fieldkit.games.full_contact.scoreboard.scenes import FullContact
from hardware.scoreboard import scenes
from hardware.scoreboard.stage import Picture
from tests.support.scoreboard_feed import FeedServer, serving
from tests.support.scoreboard_views import board

SILENCE_S = 0.25
"""Seconds; short, so that the tests are."""


@contextlib.contextmanager
def listening(url: str, rate: float = 1.0) -> Iterator[tuple[Listener[Picture], list[str]]]:
    said: list[str] = []
    listener = Listener(url, partial(scenes.read, kit="Field 1", url=url), rate, said.append, SILENCE_S)
    listener.start()
    try:
        yield listener, said
    finally:
        listener.stop()


def until(true: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Wait until something is so, in small steps; whether it came to be."""
    end, step = time.monotonic() + seconds, threading.Event()
    while not (now := true()) and time.monotonic() < end:
        step.wait(0.01)
    return now


def beating(server: FeedServer, seen: Callable[[], bool]) -> bool:
    """Keep the kit's heart beating until something is seen."""

    def beat_and_see() -> bool:
        server.say("beat", {"now": 5_000})
        return seen()

    return until(beat_and_see)


def shown(listener: Listener[Picture]) -> Any:
    """Return the board on the screen."""
    picture = listener.picture
    assert isinstance(picture, FullContact)
    return picture.board


def test_the_first_view_comes_at_once_and_the_newest_wins() -> None:
    with serving(board(round=7)) as server, listening(server.url + "/") as (listener, _):
        assert listener.changed.wait(5)
        assert shown(listener)["round"] == 7
        assert server.paths == ["/api/feed"]
        server.say("board", board(round=8))
        assert until(lambda: shown(listener)["round"] == 8)


def test_silence_is_no_link_and_a_beat_is_one() -> None:
    with serving(board()) as server, listening(server.url) as (listener, _):
        assert listener.changed.wait(5)
        assert beating(server, lambda: listener.linked)
        assert until(lambda: not listener.linked)
        assert shown(listener)["round"] == 7


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["silent", "cut", "slow", "refuse", "trickle"])
def test_a_feed_that_fails_is_left_and_asked_again(mode: Any) -> None:
    with serving(board(), mode) as server, listening(server.url) as (listener, said):
        assert until(lambda: len(server.paths) >= 2)
        assert said
        assert all("no link to the kit" in line for line in said)
        server.mode = "good"
        assert until(lambda: listener.linked and listener.picture is not None)


def test_a_cut_feed_comes_back_with_the_view_it_then_has() -> None:
    with serving(board(round=1)) as server, listening(server.url) as (listener, _):
        assert listener.changed.wait(5)
        server.board = board(round=2)
        server.cut()
        assert until(lambda: shown(listener)["round"] == 2)


def test_garbage_is_counted_told_once_and_is_no_link() -> None:
    with serving(board(), "garbage") as server, listening(server.url) as (listener, said):
        assert until(lambda: listener.misread > 4)
        assert not listener.linked
        assert listener.picture is None
        assert len([line for line in said if "misread" in line]) == 1


def test_garbage_between_good_views_changes_nothing() -> None:
    with serving(board()) as server, listening(server.url) as (listener, _):
        assert listener.changed.wait(5)
        server.say("board", {"stage": "play", "phase": "dance", "game": "full_contact"})
        assert beating(server, lambda: listener.misread == 1)
        assert listener.linked
        assert shown(listener)["phase"] == "round"


@pytest.mark.alone
def test_nobody_at_the_address_is_told_once_and_tried_for_ever() -> None:
    with serving(board()) as server:
        url = server.url
    with listening(url) as (listener, said):
        assert until(lambda: bool(said))
        assert not listener.linked
        time_to_stop = time.monotonic()
    assert time.monotonic() - time_to_stop < 1
    assert len(said) == 1
    assert "refused" in said[0]


@pytest.mark.alone
def test_stopping_while_the_feed_is_silent_is_quick() -> None:
    with serving(board(), "silent") as server:
        with listening(server.url) as (listener, _):
            assert listener.changed.wait(5)
            start = time.monotonic()
        assert time.monotonic() - start < 0.5


@pytest.mark.parametrize(
    "url",
    [
        "",
        "kit",
        "ftp://kit/",
        "http://",
        "http://kit:port/",
        "http://[::1",
        "http://a\nb/",
        "http://..a/",
        "http://kit/ö",
    ],
)
def test_an_impossible_address_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(FieldkitError, match="is not an address of a kit"):
        Listener(url, partial(scenes.read, kit="", url=""), 1.0, print)


def test_the_rate_of_the_view_wins_over_the_one_given() -> None:
    fast = board(clock={"state": "idle", "rate": 20.0})
    with serving(fast) as server, listening(server.url, 3.0) as (listener, _):
        assert listener.changed.wait(5)
        first, start = listener.now_ms(), time.monotonic()
        assert until(lambda: time.monotonic() - start > 0.05)
        passed = (time.monotonic() - start) * 1000
        assert listener.now_ms() - first == pytest.approx(passed * 20, rel=0.2)


def test_the_kits_clock_is_told_by_the_quickest_of_the_last_beats() -> None:
    clock = KitClock(1.0)
    clock.heard(1_000, at=10.0)
    assert clock.now_ms(10.5) == 1_500
    clock.heard(2_000, at=11.2)
    assert clock.now_ms(11.2) == 2_200
    for second in range(5):
        clock.heard(3_000 + second * 1_000, at=12.3 + second)
    assert clock.now_ms(16.3) == 7_000
    clock.forget()
    clock.heard(50, at=20.0)
    assert clock.now_ms(20.0) == 50


def test_the_kits_clock_runs_at_its_rate() -> None:
    clock = KitClock(20.0)
    clock.heard(1_000, at=10.0)
    assert clock.now_ms(10.1) == pytest.approx(3_000)
    clock.heard(4_000, at=11.0, rate=2.0)
    assert clock.now_ms(11.5) == pytest.approx(5_000)
