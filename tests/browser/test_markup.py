"""Names, notes and words that look like a page's own markup: each page shows them as they were written."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.test_roles import code
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

KIT = "<img/src=x onerror=pwn()><x-p>&amp;<!--"
SHORT = ("<x-p onclick=pwn()>Foxes", "<svg/onload=pwn()>", "\"'><x-p/id=pwned><!--", "</script><x-p>{{7*7}}")
"""At most 24 signs: what a team or a player may be called."""
LONG = "<script>pwn()</script><img src=x onerror=pwn()><x-p style='color:red'>${7*7}</x-p></title>"
WATCH = """
window.pwn = () => { window.pwned = true; };
new MutationObserver(() => {
  if (document.querySelector("x-p, [onerror], [onload], [onclick], #pwned")) window.pwned = true;
}).observe(document, { childList: true, subtree: true, attributes: true });
"""
"""Notices each element that was made of a name, even one that is gone again, and each script that ran."""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit whose own name and Wi-Fi are markup, too."""
    kit = Kit(tmp_path_factory.mktemp("markup"))
    settings = kit.settings.read_text(encoding="utf-8").replace("[kit]", f"[kit]\nname = '{KIT}'", 1)
    wifi = '[wifi]\nname = "<x-p onclick=pwn()>"\npassword = "<svg onload=pwn()>"\n'
    kit.settings.write_text(settings + wifi, encoding="utf-8")
    yield from kit.running()


class Reader:
    """Opens one page after the other, and looks what became of the names."""

    def __init__(self, kit: Kit, new_page: NewPage) -> None:
        self._kit = kit
        self._tablet, self._phone = new_page("/api/health"), new_page("/api/health", PHONE, logged_in=False)
        for page in (self._tablet, self._phone):
            page.add_init_script(WATCH)

    def opened(self, path: str, *shown: str, role: str = "", **whom: str) -> None:
        """Open a page: it shows these texts letter by letter, and has made nothing of them."""
        at = path if not role else f"{path}#{code(self._kit, role, **whom)}"
        page = self._phone if role else self._tablet
        if role:
            # The same address with another code would load nothing.
            page.goto("about:blank")
            page.context.clear_cookies()
        page.goto(f"http://127.0.0.1:{self._kit.port}{at}")
        if role:
            # A code is taken first, and the page comes again without it.
            expect(page.locator("body[data-phase]")).to_have_count(1)
        for text in shown:
            expect(page.locator("body")).to_contain_text(text)
        assert page.evaluate("window.pwned ?? false") is False, path
        assert page.locator("x-p, [onerror], [onload], [onclick], #pwned").count() == 0, path
        # What would be noticed is.
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<x-p></x-p>')")
        assert page.evaluate("window.pwned") is True


@pytest.fixture
def reader(kit: Kit, new_page: NewPage) -> Reader:
    return Reader(kit, new_page)


def sides(*ids: str) -> list[dict[str, Any]]:
    return [{"id": id, "name": name} for id, name in zip(ids, SHORT, strict=False)]


def test_a_match_of_markup(kit: Kit, reader: Reader) -> None:
    kit.give_up("the next test")
    teams = [
        {"players": 4, "start_hoop": f"h{n}", **side}
        for n, side in enumerate(sides("red", "blue", "green", "yellow"), 1)
    ]
    options = {"deck": "paper", "round_seconds": 3, "grace_seconds": 1, "break_seconds": 300}
    kit.must("create_match", game="full_contact", teams=teams, options=options, seed=1)
    kit.phase("ready")
    reader.opened("/", *SHORT)
    kit.must("note", team="red", player=1, text=LONG)
    kit.must("correct", team="blue", set={"resources": {"wheat": 3}}, reason=LONG)
    for page in ("/referee", "/screen", "/print"):
        reader.opened(page, SHORT[0])
    reader.opened("/kit")
    reader.opened("/captain", SHORT[0], role="captain", team="red")
    reader.opened("/crew", role="crew")
    kit.must("end_match", reason=LONG)
    for page in ("/referee", "/overlay"):
        reader.opened(page)
    match = kit.view["match"]
    reader.opened("/matches", *SHORT)
    reader.opened(f"/matches/{match}", *SHORT, LONG)
    reader.opened("/season")


def test_boards_and_a_hall_of_markup(kit: Kit, reader: Reader) -> None:
    kit.give_up("the next test")
    kit.must("create_match", game="dice_extra", players=sides("red", "blue", "green"))
    kit.must("call_words", words=LONG[:60])
    for page in ("/referee", "/", "/screen"):
        reader.opened(page, SHORT[0])
    reader.opened("/seat", SHORT[1], role="seat", seat="blue")
    kit.give_up(LONG)
    kit.must("open_table", game="big_honor", players=sides("red", "blue", "green"))
    for page in ("/referee", "/", "/screen"):
        reader.opened(page, SHORT[0])
    kit.give_up(LONG)
    kit.must("open_hall", game="big_game", boards=3, options={"dice": "real"})
    rows = [f'"{name.replace(chr(34), chr(34) * 2)}",<x-p>Club' for name in SHORT]
    kit.must("import_players", csv="\n".join(["name,club", *rows]))
    kit.must("call_steward", text=LONG[:60], seat="1-sun")
    for page in ("/referee", "/", "/screen", "/print"):
        reader.opened(page)
    hall = kit.view["match"]
    kit.give_up(LONG[:60])
    reader.opened("/matches", *SHORT[:3])
    reader.opened(f"/matches/{hall}")
