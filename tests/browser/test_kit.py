"""The kit's own page, tapped through as a referee does it: check, field test, tags and spare nodes."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from hardware.fakes.virtual_field import VirtualField, control
from tests.browser.conftest import PHONE, NewPage
from tests.browser.link import Link
from tests.browser.scenes import end_trials, new_match
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser

FIELD = [f"h{number}" for number in range(1, 11)]
AWAY_S = 12_000
"""A silent hoop is told within this many ms."""


@pytest.fixture
def calm(kit: Kit) -> Kit:
    """Return the shared kit after a match of the field game, with neither a lesson nor a check open."""
    kit.create()
    kit.give_up("the next test")
    end_trials(kit)
    return kit


def row(page: Page, title: str) -> Locator:
    """Return the row of what is checked under a title."""
    return page.locator(".kit-row").filter(has=page.locator("b", has_text=re.compile(f"^{title}$")))


def tap(page: Page, title: str, *words: str) -> None:
    """Tap the buttons of what is checked, one after the other."""
    for word in words:
        button = row(page, title).get_by_role("button", name=word)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()


def count(page: Page, words: str) -> Locator:
    """Return a number in the foot of the check."""
    return page.locator(".kit-counts li", has_text=words).locator(".number")


def begin_check(page: Page) -> None:
    """Begin a check, the first one or another."""
    page.get_by_role("button", name=re.compile("^Check (the kit|again)$")).click()
    expect(page.get_by_role("button", name="Finish")).to_be_visible()


def came(page: Page) -> Locator:
    """Return the newest of what came in."""
    return page.locator(".input-row").first


# The check


def test_a_check_from_the_first_tap_to_the_verdict_on_the_record(calm: Kit, new_page: NewPage) -> None:
    new_match(calm)
    page = new_page("/referee")
    page.get_by_role("link", name="Check the kit").click()
    begin_check(page)
    order = page.locator(".kit-row b").all_inner_texts()[:15]
    hear = row(page, "Whistle").get_by_role("button", name="I heard it")
    expect(hear).to_have_attribute("aria-disabled", "true")
    hear.click(force=True)
    expect(page.locator("#toast")).to_have_text("Sound it first.")
    before = len(calm.blasts())
    tap(page, "Whistle", "Sound it", "I heard it")
    until(lambda: [name for _, name in calm.blasts()[before:]] == ["open"], 5, "the tried blast")
    tap(page, "Round lamp", "Light it", "I saw it")
    tap(page, "Alarm lamp", "Light it", "Not seen")
    expect(row(page, "Alarm lamp").locator(".grade-word")).to_have_text("Fault")
    calm.signal("whistle", signal.SIGUSR1)
    expect(row(page, "Start button")).to_have_class(re.compile("is-pass"))
    calm.signal("whistle", signal.SIGUSR2)
    expect(row(page, "Stop button")).to_have_class(re.compile("is-pass"))
    open_hoops = page.locator(".field .hoop[aria-label$='Still open']")
    for left, hoop in zip(range(9, -1, -1), FIELD, strict=True):
        control(calm.data / "hoops", f"{hoop} press 1")
        expect(open_hoops).to_have_count(left)
    expect(row(page, "Hoop 3")).to_contain_text("wood")
    expect(count(page, "still open")).to_have_text("0", timeout=40_000)
    assert page.locator(".kit-row b").all_inner_texts()[:15] == order, "nothing moves under a finger"
    tap(page, "Alarm lamp", "I saw it")
    expect(count(page, "faults")).to_have_text("0")
    page.get_by_role("button", name="Finish").click()
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_have_text(re.compile(r"^Ready, with \d+ warnings?$"))
    expect(verdict).to_contain_text("Pins (Attention)")
    page.get_by_role("link", name="To the tablet").click()
    page.locator(".team-card").first.wait_for()
    view = calm.view
    assert (view["phase"], view["counted"], view["refused"], view["pending"]) == ("ready", [], [], [])
    export = [sys.executable, "-m", "fieldkit", "export", view["match"], "--format", "csv"]
    record = subprocess.run(
        [*export, "--data", str(calm.data)], check=True, capture_output=True, text=True, timeout=30
    )
    assert "Checked before the match: warn, " in record.stdout


def test_what_was_not_looked_at_is_named_in_the_verdict(calm: Kit, new_page: NewPage) -> None:
    page = new_page("/kit", PHONE)
    begin_check(page)
    below = row(page, "Round lamp").get_by_role("button", name="Light it")
    on_page = "(button) => button.getBoundingClientRect().top + scrollY"
    place = below.evaluate(on_page)
    tap(page, "Whistle", "Sound it", "Not heard")
    expect(count(page, "faults")).to_have_text("1")
    assert below.evaluate(on_page) == place, "an answer moves nothing under a finger"
    page.get_by_role("button", name="Finish").click()
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_have_text("Not ready: 1 fault")
    cares = verdict.locator("li")
    expect(cares.first).to_contain_text("Whistle (Fault)")
    expect(cares.filter(has_text="Hoop 10 (Attention)")).to_contain_text("Not checked")
    expect(verdict).to_be_in_viewport()


def test_while_a_match_runs_a_check_waits_with_its_reason(calm: Kit, new_page: NewPage) -> None:
    new_match(calm, round_seconds=60)
    page = new_page("/kit#check")
    begin_check(page)
    calm.open()
    expect(page.locator(".bar p")).to_have_text("Round 1 is running: STOP is on the tablet")
    expect(page.locator(".to-tablet.is-played")).to_be_visible()
    expect(page.get_by_role("button", name="Finish")).to_have_count(0)
    again = page.locator(".kit-part .button[aria-disabled]").first
    again.click(force=True)
    expect(page.locator("#toast")).to_have_text("A match is running. Use this before or after it.")
    calm.must("stop_round")


def test_a_minute_without_a_lost_beat_is_in_reach_and_a_lost_one_is_told_at_once(
    calm: Kit, new_page: NewPage
) -> None:
    page = new_page("/kit")
    begin_check(page)
    # A minute that passes at once, and answers that no busy machine holds up.
    page.evaluate("""() => {
        const [later, ask] = [setTimeout, fetch];
        window.isLost = false;
        setTimeout = (act, ms) => later(act, ms > 500 ? ms / 50 : ms);
        const answer = () => (isLost ? Promise.reject(new TypeError()) : new Response("{}"));
        fetch = async (url, given) => (url === "/api/beat" ? answer() : ask(url, given));
    }""")
    said = row(page, "Reach of the Wi-Fi").get_by_role("status")
    tap(page, "Reach of the Wi-Fi", "Begin")
    expect(said).to_have_text(re.compile(r"^The Wi-Fi reaches here: 60 beats, none lost\."))
    page.evaluate("() => { isLost = true; }")
    tap(page, "Reach of the Wi-Fi", "Begin")
    expect(said).to_have_text(re.compile("^Lost here, after 0 beats"))
    expect(row(page, "Reach of the Wi-Fi")).to_have_class(re.compile("is-fail"))


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Linux; Android 14; Tab) Chrome/130", "Settings, Display, Screen timeout"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)", "Settings, Display & Brightness, Auto-Lock"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "in its display settings"),
    ],
)
def test_a_device_is_told_how_its_screen_stays_on(
    agent: str, words: str, calm: Kit, new_page: NewPage
) -> None:
    """By http; by https its browser sees to it."""
    page = new_page("/kit")
    begin_check(page)
    own = page.locator(".kit-address", has_text="creen stays on")
    expect(own).to_contain_text("by itself")  # the own machine counts as by https
    page.add_init_script(
        f"Object.defineProperty(Navigator.prototype, 'userAgent', {{ value: {agent!r} }});"
        "delete Navigator.prototype.wakeLock;"
    )
    page.reload()
    expect(page.locator(".kit-address", has_text="Let its screen stay on")).to_contain_text(words)


# The field test


def test_inputs_come_as_they_are_and_outputs_do_as_they_are_told(calm: Kit, new_page: NewPage) -> None:
    page = new_page("/kit")
    page.get_by_role("link", name="Test").click()
    rows = page.locator(".input-row")
    expect(rows).to_have_count(8)
    control(calm.data / "hoops", "h2 press 2")
    expect(came(page)).to_contain_text("Hoop 2 button 2")
    expect(came(page)).to_contain_text("wheat")
    expect(came(page).locator(".input-node")).to_have_text("h2")
    control(calm.data / "hoops", "h9 tag 62E3086C00")
    expect(came(page)).to_contain_text("Hoop 9 tag 62E3086C00")
    calm.signal("whistle", signal.SIGUSR1)
    expect(came(page)).to_contain_text("Start button")
    expect(rows).to_have_count(8)
    expect(page.locator(".hoop-row")).to_have_count(10)
    second = page.locator(".hoop-row").nth(1)
    expect(second).to_contain_text(re.compile(r"Hoop 2 heard.*node\sh2.*\d\sV.*\d\smessages?"))
    before = len(calm.blasts())
    for name, blast in (("warning", "warn"), ("head start", "head_start")):
        page.locator(".kit-whistle").get_by_role("button", name=name).click()
        until(lambda blast=blast: calm.blasts()[before:][-1:] and calm.blasts()[-1][1] == blast, 6, blast)
    second.get_by_role("button", name="Held").click()
    page.get_by_role("button", name="Alarm lamp on").click()
    expect(page.locator("#toast")).to_be_empty()


def test_in_a_round_outputs_rest_and_inputs_go_on(calm: Kit, new_page: NewPage) -> None:
    new_match(calm, round_seconds=60)
    page = new_page("/kit#test")
    calm.open()
    blast = page.locator(".kit-whistle .button").first
    expect(blast).to_have_attribute("aria-disabled", "true")
    before = len(calm.blasts())
    blast.click(force=True)
    expect(page.locator("#toast")).to_have_text("A match is running. Use this before or after it.")
    control(calm.data / "hoops", "h1 press 1")
    expect(came(page)).to_contain_text("Hoop 1 button 1")
    assert len(calm.blasts()) == before
    assert calm.wait(lambda view: view["counted"])["counted"][0]["hoop"] == "h1", "the match has it too"
    calm.must("stop_round")


def test_the_banner_comes_with_silence_and_goes_with_the_first_word(calm: Kit, new_page: NewPage) -> None:
    link = Link(calm.port)
    try:
        page = new_page("/kit#test", origin=f"http://127.0.0.1:{link.port}", weak_link=True)
        page.locator(".input-row").first.wait_for()
        link.freeze()
        expect(page.locator("#away")).to_contain_text("No link to the kit.")
        page.get_by_role("button", name="Alarm lamp off").click()
        expect(page.locator("#toast")).to_contain_text("The kit did not answer.", timeout=10_000)
        link.restore()
        expect(page.locator("#away")).to_be_empty()
    finally:
        link.close()


@pytest.fixture(scope="module")
def spared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Kit, VirtualField]]:
    """Yield a running kit with four nodes: hoops 1 to 3, and a spare one."""
    folder = tmp_path_factory.mktemp("spared")
    field = VirtualField(folder / "hoops", dict.fromkeys(("h1", "h2", "h3", "spare1"), "hk1"), seed=1)
    kit = Kit(folder)
    with kit.settings.open("a", encoding="utf-8") as file:
        file.writelines(f'[[links]]\nport = "{link.port}"\nprotocol = "hk1"\n' for link in field.links())
    field.start()
    try:
        kit.start()
        yield kit, field
    finally:
        kit.end()
        field.close()


# The tags


def test_a_lesson_with_a_duplicate_and_an_undo(spared: tuple[Kit, VirtualField], new_page: NewPage) -> None:
    kit, field = spared
    origin = f"http://127.0.0.1:{kit.port}"
    page = new_page("/kit#tags", origin=origin)
    page.get_by_role("button", name="Learn tags").click()
    prompt, said = page.locator(".lesson-prompt"), page.locator(".lesson-said")
    markers = page.locator(".sort", has_text=re.compile("markers of blue", re.IGNORECASE))
    markers.click()
    expect(markers).to_have_attribute("aria-pressed", "true")
    expect(prompt).to_have_text(re.compile("Hold marker 1 of blue to any reader", re.IGNORECASE))
    field.hoops["h1"].tag("0A0B0C0D01")
    expect(prompt).to_have_text(re.compile("marker 2 of blue", re.IGNORECASE))
    expect(markers.locator(".number")).to_have_text("1")
    expect(page.locator(".lesson-count")).to_have_text("1 tag learned")
    field.hoops["h2"].tag("0A0B0C0D01")
    expect(said).to_have_class(re.compile("is-refused"))
    expect(said).to_contain_text(
        re.compile("0A0B0C0D01 is already marker 1 of blue; take another", re.IGNORECASE)
    )
    field.hoops["h2"].tag("62E3086C00")
    expect(said).to_contain_text("62E3086C00 is already ball 1 of wood")
    page.get_by_role("button", name="Undo").click()
    expect(markers.locator(".number")).to_have_text("0")
    expect(page.locator(".lesson-count")).to_have_text("0 tags learned")
    page.get_by_role("button", name="Skip").click()
    expect(prompt).to_have_text(re.compile("marker 1 of green", re.IGNORECASE))
    field.hoops["h3"].tag("0A0B0C0D02")
    expect(page.locator(".lesson-count")).to_have_text("1 tag learned")
    expect(page.get_by_role("link", name="Tag sheet")).to_have_attribute("href", "/print")
    sheet = new_page("/print", origin=origin).locator("tr", has_text="0A0B0C0D02")
    expect(sheet).to_contain_text(re.compile("marker of green", re.IGNORECASE))
    page.get_by_role("button", name="End").click()
    expect(page.get_by_role("button", name="Learn tags")).to_be_visible()
    learned = (kit.data / "tags.toml").read_text(encoding="utf-8")
    assert "0A0B0C0D02" in learned
    assert "0A0B0C0D01" not in learned
    page.get_by_role("link", name="Test").click()
    field.hoops["h3"].tag("0A0B0C0D02")
    expect(came(page)).to_contain_text(re.compile("0A0B0C0D02.*green", re.IGNORECASE))


# The spare nodes


def test_a_spare_takes_a_hoop_over_in_two_taps_and_gives_it_back(
    spared: tuple[Kit, VirtualField], new_page: NewPage
) -> None:
    kit, field = spared
    kit.create(round_seconds=60)
    # Also the hoops that stay: a node that was not heard right after the start says its next word 5 s later.
    kit.wait(lambda view: [hoop["link"] for hoop in view["hoops"][:3]] == ["ok"] * 3)
    field.hoops["h3"].unplug()
    page = new_page("/referee", origin=f"http://127.0.0.1:{kit.port}")
    plate = page.locator(".plate.is-alarm", has_text="Hoop 3 is silent.")
    expect(plate).to_be_visible(timeout=2 * AWAY_S)
    plate.click()
    page.get_by_role("link", name="Put a spare node in").click()
    chosen = page.locator(".spare-chosen")
    expect(chosen.locator("h2")).to_have_text("Hoop 3: silent")
    page.locator(".hoop[aria-label^='Hoop 2']").click()
    expect(chosen.locator("h2")).to_have_text("Hoop 2: heard")
    page.locator(".hoop[aria-label^='Hoop 3']").click()
    chosen.get_by_role("button", name="Use spare1 for hoop 3").click()
    expect(chosen.locator("h2")).to_have_text("Hoop 3: heard", timeout=AWAY_S)
    expect(page.locator(".hoop[aria-label^='Hoop 3']")).to_have_attribute("aria-label", re.compile("spare1"))
    kit.open()
    field.hoops["spare1"].press("1")
    assert kit.wait(lambda view: view["counted"])["counted"][0]["hoop"] == "h3"
    chosen.get_by_role("button", name="Give hoop 3 back to its own node").click()
    expect(page.locator(".row", has_text="spare1")).to_contain_text("serves no hoop")
    field.hoops["h3"].replug()
    field.hoops["h3"].press("2")
    counted = kit.wait(lambda view: len(view["counted"]) == 2)["counted"]
    assert [ball["hoop"] for ball in counted] == ["h3", "h3"]
    kit.must("stop_round")
