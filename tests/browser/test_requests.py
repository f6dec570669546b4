"""What a page asks for when it is opened: the shared parts, and of all games the one that it shows."""

import pytest

from fieldkit.games.loading import packages
from tests.browser.conftest import NewPage
from tests.browser.scenes import new_match
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser


def test_a_page_asks_for_no_other_game_and_for_little(kit: Kit, new_page: NewPage) -> None:
    """The bounds are on whole pages with fonts and icons; the feed and the heartbeat are not counted."""
    new_match(kit)
    asked: list[str] = []
    captain = {"Cookie": kit.joined("captain", team="red")["Cookie"]}
    for path, most in (("/referee", 70), ("/", 36), ("/screen", 35), ("/captain", 41)):
        page = new_page("/overlay", logged_in=path == "/referee", unused=True)
        if path == "/captain":
            page.set_extra_http_headers(captain)
        page.on("request", lambda request: asked.append(request.url))
        asked.clear()
        page.goto(f"http://127.0.0.1:{kit.port}{path}")
        page.locator("body[data-game=full_contact]").wait_for()
        page.evaluate("document.fonts.ready.then(() => null)")
        own = [url for url in asked if "/api/" not in url]
        other = [url for url in own for game in packages() if game != "full_contact" and f"/{game}/" in url]
        assert other == [], path
        assert len(own) <= most, path
