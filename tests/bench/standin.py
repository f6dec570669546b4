"""How exact the stand-in whistle is: the first sample of each blast in a browser against the kit's cue."""

import tempfile
from pathlib import Path
from statistics import median

from tests.process.conftest import Kit, until
from tests.support.machine import chromium

ROUNDS = 8


def run() -> list[str]:
    """Return the error by blast, in ms: one known 90 ms ahead, and one known seconds ahead."""
    if chromium() is None:
        return ["left out: no chromium on this machine"]
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import launched

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        kit, browser = Kit(Path(folder)), launched(driver)
        try:
            kit.start()
            errors = _errors(kit, browser.new_page())
        finally:
            browser.close()
            kit.end()
    return [_line(name, found) for name, found in errors.items()]


def _errors(kit: Kit, page: object) -> dict[str, list[float]]:
    from playwright.sync_api import Page

    from tests.browser.hearing import begins_ms, listen_in

    assert isinstance(page, Page)
    listen_in(page)
    page.goto(f"http://127.0.0.1:{kit.port}/whistle")
    page.locator("#start").click()
    kit.create(round_seconds=3, grace_seconds=0, break_seconds=300)
    until(lambda: kit.view["sounding"]["stand_ins"], 10, "the stand-in")
    due: list[tuple[str, int]] = []
    for _ in range(ROUNDS):
        kit.must("start_round")
        due += [(cue["blast"], cue["at"]) for cue in kit.view["cues"] if cue["at"] > kit.view["now"] - 500]
        kit.phase("break")
        page.wait_for_timeout(2000)
    heard = begins_ms(page)
    found: dict[str, list[float]] = {}
    for blast, at in dict.fromkeys(due):
        if blast in ("open", "close"):
            found.setdefault(blast, []).append(min((begin - at for begin in heard), key=abs))
    return found


def _line(name: str, errors: list[float]) -> str:
    worst = max(errors, key=abs)
    size = median(map(abs, errors))
    return f"stand-in whistle, {name} ({len(errors)} blasts): error p50 {size:.1f} ms, worst {worst:+.1f} ms"
