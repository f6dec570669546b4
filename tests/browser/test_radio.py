"""Nodes on the radio, paired from the kit's page with the bridge's own firmware on a cable."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fieldkit.messages import FrameId
from hardware.hoops.frames import encode_hk1
from tests.browser.conftest import NewPage
from tests.process.conftest import Kit, until
from tests.support.desk import Desk, RadioNode

pytestmark = pytest.mark.browser
REPORT_MS = 12_000
"""A bridge tells its figures every 5 s."""


@pytest.fixture
def radio(tmp_path: Path) -> Iterator[tuple[Kit, Desk]]:
    """Yield a kit whose only line is that of a radio bridge."""
    (tmp_path / "desk").mkdir()
    desk = Desk(tmp_path / "desk", board="bridge")
    kit = Kit(tmp_path)
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[[links]]\nport = "{desk.port}"\nprotocol = "hk1"\n')
    try:
        kit.start()
        yield kit, desk
    finally:
        kit.end()
        desk.close()


def test_a_node_is_paired_counts_and_is_forgotten_and_a_forger_is_only_counted(
    radio: tuple[Kit, Desk], new_page: NewPage
) -> None:
    kit, desk = radio
    node, forger = RadioNode(desk, "h1"), RadioNode(desk, "h1", "0200000000EE")
    page = new_page("/kit#spares", origin=f"http://127.0.0.1:{kit.port}")
    card = page.locator(".radio")
    expect(card.locator("h2")).to_have_text("Radio nodes of bridge 000001", timeout=REPORT_MS)
    expect(card).to_contain_text("No node is paired yet.")
    card.get_by_role("button", name="Pair nodes: 60 s").click()
    expect(card).to_contain_text("Switch the new nodes on now:")
    node.ask()
    expect(card.locator(".radio-row")).to_contain_text("02:00:00:00:00:01")
    until(node.is_paired, 5, "its key")
    card.get_by_role("button", name="End pairing").click()
    expect(card.get_by_role("button", name="Pair nodes: 60 s")).to_be_visible()
    kit.create(round_seconds=60)
    kit.open()
    forger.key = bytes(16)
    for number in range(3):
        forger.by_air(forger.signed(encode_hk1(FrameId("h1", "0A01", 70 + number), 0, "BTN", "2")))
    node.say("BTN", "1")
    [ball] = kit.wait(lambda view: view["counted"])["counted"]
    assert (ball["hoop"], ball["kind"]) == ("h1", "wood")
    expect(card).to_contain_text("3 messages refused: not from a paired node.", timeout=REPORT_MS)
    forget = card.get_by_role("button", name="Forget h1")
    forget.click(force=True)
    expect(page.locator("#toast")).to_have_text("Not while a round runs: wait for the break.")
    kit.must("stop_round")
    kit.must("end_round")
    forget.click()
    card.get_by_role("button", name="Tap again").click()
    expect(card).to_contain_text("No node is paired yet.")
    assert kit.view["pending"] == []
    assert len(kit.view["counted"]) == 1


def test_a_radio_that_is_weak_and_a_second_board_of_a_name_are_told(
    radio: tuple[Kit, Desk], new_page: NewPage
) -> None:
    kit, desk = radio
    node, second = RadioNode(desk, "h1"), RadioNode(desk, "h1", "0200000000EE")
    page = new_page("/kit#spares", origin=f"http://127.0.0.1:{kit.port}")
    page.get_by_role("button", name="Pair nodes: 60 s").click(timeout=REPORT_MS)
    expect(page.locator(".radio")).to_contain_text("Switch the new nodes on now:")
    node.ask()
    until(node.is_paired, 5, "its key")
    page.get_by_role("link", name="Test").click()
    row = page.locator(".hoop-row").first
    for rssi_dbm, told in ((-60, "\u221260\u00a0dBm \u00b7"), (-92, "\u221292\u00a0dBm:\u00a0weak")):
        node.rssi_dbm = rssi_dbm
        node.say("STATUS", "4000,-,0")
        expect(row).to_contain_text(told)
    node.say("BTN", "1")
    expect(page.locator(".input-row").first.locator(".input-node")).to_have_text("h1")
    second.ask()
    kit.wait(lambda view: [alarm for alarm in view["alarms"] if alarm["id"] == "twins-h1"], 12)
