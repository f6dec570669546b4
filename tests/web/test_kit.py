"""``/api/kit``: who may, the view's tag, and what an order is answered."""

import pytest

from tests.web.conftest import RunningKit


def test_only_the_referee_looks_and_acts(kit: RunningKit) -> None:
    assert kit.call("GET", "/api/kit").status == 401
    assert kit.call("POST", "/api/kit", {"do": "check"}).status == 401
    headers = kit.log_in()
    assert kit.call("GET", "/api/kit", headers=headers).json == {"now": 5000, "rev": 0, "orders": []}
    assert kit.call("POST", "/api/kit", {"do": "check"}, headers | {"Origin": "http://evil"}).code == (
        "wrong_origin"
    )
    assert kit.kit_page.orders == []


def test_an_order_is_answered_with_the_new_view(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/kit", {"do": "check"}, kit.log_in())
    assert (reply.status, reply.json) == (200, {"now": 5000, "rev": 1, "orders": [{"do": "check"}]})
    assert reply.headers["cache-control"] == "no-store"
    assert kit.call("POST", "/api/kit", {"do": "blast"}, kit.bearer).json["rev"] == 2


def test_a_refusal_keeps_its_form(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/kit", {"do": "refused"}, kit.bearer)
    assert (reply.status, reply.json["error"]) == (
        409,
        {"code": "match_runs", "message": "Not while a match is running.", "rule": None},
    )


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"do": "a", "do": "b"}', b"\xff"])
def test_rubbish_is_refused_before_the_page(kit: RunningKit, body: bytes) -> None:
    reply = kit.call("POST", "/api/kit", body, kit.bearer)
    assert (reply.status, reply.code) == (400, "bad_json")
    assert kit.kit_page.orders == []


def test_a_form_of_a_foreign_page_is_refused(kit: RunningKit) -> None:
    headers = kit.log_in() | {"Content-Type": "text/plain"}
    assert kit.call("POST", "/api/kit", {"do": "check"}, headers).status == 400
    assert kit.kit_page.orders == []


def test_a_view_that_has_not_changed_is_not_sent_again(kit: RunningKit) -> None:
    tag = kit.call("GET", "/api/kit", headers=kit.bearer).headers["etag"]
    kit.referee.now += 500
    same = kit.call("GET", "/api/kit", headers=kit.bearer | {"If-None-Match": tag})
    assert (same.status, same.body) == (304, b"")
    kit.call("POST", "/api/kit", {"do": "check"}, kit.bearer)
    fresh = kit.call("GET", "/api/kit", headers=kit.bearer | {"If-None-Match": tag})
    assert (fresh.status, fresh.json["rev"]) == (200, 1)


def test_other_methods_are_told_the_right_ones(kit: RunningKit) -> None:
    reply = kit.call("DELETE", "/api/kit", headers=kit.bearer)
    assert reply.status == 405
    assert set(reply.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
