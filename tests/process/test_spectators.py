"""The running kit tells where spectators follow the match."""

from __future__ import annotations

import pytest

from tests.process.conftest import TEAMS, Kit

pytestmark = pytest.mark.process


def test_both_views_carry_the_address_before_and_in_a_match(kit: Kit) -> None:
    address = f"http://127.0.0.1:{kit.port}/"
    assert kit.view["spectators"] == address
    kit.must("create_match", game="full_contact", teams=TEAMS)
    assert kit.view["spectators"] == address
    status, board = kit.ask("GET", "/api/board")
    assert status == 200
    assert board["spectators"] == address
