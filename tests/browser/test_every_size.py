"""Each game by fingers and keys alone up to its end, each on another size of screen: German, at dusk."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from fieldkit.games.dice_extra.demo import choice
from tests.browser.conftest import COUNT_HELD, PATIENCE_MS
from tests.browser.german import GermanKit, german
from tests.process.conftest import PIN, Kit, until

pytestmark = pytest.mark.browser

SHORT = """
[dice_extra]
target = 4
[big_game]
target = 10
turn_seconds = 300
dice = "free"
"""
TEAMS = ("Otterbande Niederrhein 1", "Wildgänse Obertshausen 2", "Wölfe vom Silbersee 1899", "Dachse")
PEOPLE = ("Maximiliane von Hohenstein", "Bartholomäus Weißenberger")
POINT = """element => {
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return { x, y, meets: Boolean(hit) && (element.contains(hit) || hit.contains(element)) };
}"""
"""Where a finger goes that wants an element, and whether it meets it there and nothing that lies above."""


class Finger:
    """One finger and a keyboard on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def key(self, words: str, exact: bool = False) -> Locator:
        """Return the button that says this in German."""
        return self.page.get_by_role("button", name=german(words), exact=exact)

    def _point(self, target: Locator) -> tuple[float, float]:
        expect(target).to_be_visible()

        def meets() -> dict[str, float] | None:
            found = target.evaluate(POINT)
            return found if found["meets"] else None

        found = until(meets, PATIENCE_MS / 1000, f"a finger on {target}")
        return found["x"], found["y"]

    def tap(self, *targets: Locator | str) -> None:
        """Tap each in its middle; again where the page had just changed under the finger."""
        for target in targets:
            wanted = (self.key(target) if isinstance(target, str) else target).first
            for _ in range(10):
                before = self._held()
                self.page.touchscreen.tap(*self._point(wanted))
                if self._held() <= before:
                    break
                self.page.wait_for_timeout(200)

    def hold(self, target: Locator) -> None:
        """Keep the finger on a key that must be held until it has acted."""
        self.page.mouse.move(*self._point(target))
        self.page.mouse.down()
        expect(self.page.locator(".is-held")).to_have_count(0)
        self.page.mouse.up()

    def type(self, target: Locator, text: str) -> None:
        """Tap a field and put this in place of what stands there, key by key."""
        self.tap(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        expect(target).to_have_value(text)

    def _held(self) -> int:
        return int(self.page.evaluate("window.heldTaps ?? 0"))

    def fits(self) -> None:
        """Nothing makes the page wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a German kit whose matches are short."""
    kit = GermanKit(tmp_path_factory.mktemp("sizes"))
    asked = kit.settings.read_text(encoding="utf-8")
    short = asked.replace("[rules]\n", "[rules]\ntarget = 4\nbreak_seconds = 0\n")
    kit.settings.write_text(short + SHORT, encoding="utf-8")
    yield from kit.running()


def on(width: int, height: int) -> pytest.MarkDecorator:
    """Return the mark of a match that is played on a screen of this size."""
    return pytest.mark.parametrize("finger", [(width, height)], ids=[f"{width}x{height}"], indirect=True)


@pytest.fixture
def finger(request: pytest.FixtureRequest, browser: Browser, kit: Kit) -> Iterator[Finger]:
    """Yield a finger on a tablet of one size that has logged in by its PIN, before the choice of the game."""
    if kit.view["stage"] not in ("setup", "over"):
        kit.give_up("another one")
    width, height = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
    )
    origin = f"http://127.0.0.1:{kit.port}"
    context.add_cookies([{"name": "theme", "value": "dusk", "url": origin}])
    wrong: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(f"({COUNT_HELD})()")
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{origin}/referee")
    finger = Finger(page)
    finger.tap(page.locator("#pin"))
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    page.locator("#bar h1").wait_for()
    if kit.view["stage"] == "over":
        finger.tap("Another game")
    yield finger
    finger.fits()
    assert page.evaluate("document.documentElement.dataset.theme") == "dusk"
    context.close()
    assert not wrong


def after(kit: Kit, act: Callable[[], None]) -> None:
    """Do something and wait until the kit has decided it."""
    seq = kit.view["seq"]
    act()
    until(lambda: kit.view["seq"] > seq, 10, "the kit's decision")


def begun(kit: Kit, act: Callable[[], None]) -> None:
    """Set a match up and wait until it is there."""
    act()
    until(lambda: kit.view["stage"] not in ("setup", "over"), 10, "the match")


@on(600, 960)
def test_full_contact_catan(kit: Kit, finger: Finger) -> None:
    """FC-4 to FC-32: set up, two rounds, balls by hand, a stop, a knight, the result."""
    page = finger.page
    finger.tap("Full-Contact Catan")
    expect(page.locator(".team-row input")).to_have_count(len(TEAMS))
    for field, name in zip(page.locator(".team-row input").all(), TEAMS, strict=True):
        finger.type(field, name)
    expect(page.locator(".setup-games")).to_contain_text("Ziel: 4.")
    begun(kit, lambda: finger.tap("Set up the match"))
    home = next(hoop["id"] for hoop in kit.view["hoops"] if hoop["team"] == "red")
    for kinds in (("ore",), ("ore", "wood")):
        finger.fits()
        after(kit, lambda: finger.tap(page.locator("#start")))
        kit.phase("round")
        for kind in kinds:
            finger.tap(page.locator(f'.hoop[aria-label^="Reifen {home[1:]},"]'))
            after(kit, lambda kind=kind: finger.tap(page.locator(f".picker .kind-{kind}")))
        if kit.view["phase"] == "round":
            finger.tap(page.locator("#stop"), "It counts as played")
        kit.phase("break")
    finger.fits()
    after(kit, lambda: finger.tap(page.locator(".team-card.team-red .tile", has_text=german("Knight"))))
    finger.tap(page.locator("#confirm"))
    finger.hold(page.locator(".panel .hold"))
    expect(page.locator(".over-head h2")).to_contain_text(TEAMS[0])
    assert kit.view["result"] == {"winners": ["red"], "final": True}


@on(390, 844)
def test_dice_game_extra(kit: Kit, finger: Finger) -> None:
    """DX-1 to DX-8: names, starting roads, kept dice, rolls and pieces up to the winner."""
    page = finger.page
    finger.tap("Dice Game Extra")
    for field, name in zip(page.locator("input.input:visible").all(), PEOPLE, strict=False):
        finger.type(field, name[:24])
    begun(kit, lambda: finger.tap("PLAY"))
    rng = Random(5)
    for _ in range(300):
        view = kit.view
        if view["stage"] == "over":
            break
        finger.fits()
        after(kit, lambda view=view: dice_move(finger, view, rng))
    assert max(side["score"] for side in kit.view["sides"]) >= 4
    expect(page.locator(".winner")).to_be_visible()


def dice_move(finger: Finger, view: dict, rng: Random) -> None:
    """Do by tapping what the simulated player would do, without knights."""
    page, move = finger.page, choice(view, rng)
    if move["type"] in ("stop_rolling", "use_knight"):
        builds = [(p, o["at"]) for p, o in view["offers"]["build"].items() if "refused" not in o]
        move = {"type": "end_turn"}
        if builds:
            move = {"type": "build", "piece": builds[0][0], "at": builds[0][1][0]}
    match move["type"]:
        case "start_road":
            finger.tap(page.locator(f'[data-piece="start"][data-at="{move["road"]}"]'))
        case "roll":
            for n, die in enumerate(view["dice"]):
                if bool(die.get("kept")) != (die["id"] in move.get("keep", ())):
                    row = ".tray .dice-row" if die.get("kept") else ".dice > .dice-row"
                    finger.tap(page.locator(row).locator("li").nth(n).locator("button.die"))
            finger.tap(page.locator(".roll"))
        case "build":
            finger.tap(page.locator(f'[data-piece="{move["piece"]}"][data-at="{move["at"]}"]'))
        case _:
            finger.tap(page.locator(".end-turn"))


@on(800, 1280)
def test_big_game_big_honor(kit: Kit, finger: Finger) -> None:
    """BH-1 to BH-7: settlers, production, a settler sent for wool, points tapped in, the win."""
    page = finger.page
    finger.tap("Big Game, Big Honor")
    for field, name in zip(page.locator("input.input:visible").all(), PEOPLE, strict=False):
        finger.type(field, name[:24])
    begun(kit, lambda: finger.tap("Begin"))
    while kit.view["phase"] == "settling":
        after(kit, lambda: place(finger, kit.view["can"]["put_settler"][0]))
    while kit.view["phase"] != "over":
        finger.fits()
        on = next(side for side in kit.view["sides"] if side["id"] == kit.view["on_turn"])
        after(kit, lambda: finger.tap(finger.key("ROLL")))
        until(lambda: kit.view["phase"] == "rolled", 10, "the roll")
        if (kit.view["can"].get("send_settler") or {}).get("places"):
            finger.tap(finger.key("1 wool"))
            after(kit, lambda: place(finger, kit.view["can"]["send_settler"]["places"][0]))
        up = german("{name}: a point more on the board").replace("{name}", on["name"])
        for _ in range(4):
            after(kit, lambda up=up: finger.tap(page.get_by_role("button", name=up, exact=True)))
        if "confirm_win" in kit.view["can"]:
            finger.tap(page.locator(".plate.is-result"))
            won = german("{name} has won").replace("{name}", on["name"])
            after(kit, lambda won=won: finger.tap(page.get_by_role("button", name=won)))
        else:
            after(kit, lambda: finger.tap(finger.key("END TURN")))
    expect(page.locator(".winner")).to_be_visible()


def place(finger: Finger, number: int) -> None:
    """Tap a free place."""
    free = german("Place {place}, free").replace("{place}", str(number))
    finger.tap(finger.page.get_by_role("button", name=free, exact=True))


@on(1280, 800)
def test_catan_big_game(kit: Kit, finger: Finger) -> None:
    """BG-1 to BG-12: a hall of three boards, two players, a turn, a claim, its judgement, the winner."""
    page = finger.page
    finger.tap("Catan Big Game")
    finger.type(page.locator("#size-players"), "6")
    finger.tap("Real dice", "OPEN THE HALL", "Import a list")
    names = "\n".join(("name;board;group", f"{PEOPLE[0]};1;sun", f"{PEOPLE[1]};1;moon"))
    finger.tap(page.locator("#panel textarea"))
    page.keyboard.type(names)
    after(kit, lambda: finger.tap(page.locator("#panel .main")))
    finger.tap(page.locator("#main-key"))
    for die, face in (("One die", "2"), ("The other die", "3")):
        dice = page.get_by_role("group", name=german(die))
        finger.tap(dice.get_by_role("button", name=face))
    kit.phase("turn")
    finger.fits()
    finger.tap("Claim for a seat…", page.get_by_role("dialog").get_by_role("button", name="1", exact=True))
    expect(page.locator(".seat-found b")).to_have_text(PEOPLE[0])
    finger.tap("To the form")
    for part, count in (("Settlements", 4), ("Cities", 3)):
        more = german("{what}: more").replace("{what}", german(part))
        for _ in range(count):
            finger.tap(page.get_by_role("button", name=more, exact=True))
    after(kit, lambda: finger.tap("Enter the claim"))
    finger.hold(page.locator("#main-key"))
    kit.phase("judging")
    finger.fits()
    finger.tap(page.locator("#main-key"))
    after(kit, lambda: finger.tap("Confirm"))
    finger.tap(page.locator("#main-key"))
    dialog = page.get_by_role("dialog")
    after(kit, lambda: finger.tap(dialog.get_by_role("button", name=german("Announce"), exact=True)))
    expect(page.locator(".winner-name")).to_have_text(PEOPLE[0])
