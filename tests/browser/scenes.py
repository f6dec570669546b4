"""A match of four teams, played through the kit's real edges into the moments that its screens show.

Late balls come over the hoops' lines, everything else over HTTP.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page

from hardware.fakes.virtual_field import control
from tests.process.conftest import Kit, until

TEAMS = [
    {"id": "red", "name": "Foxes", "players": 4, "start_hoop": "h1"},
    {"id": "blue", "name": "Herons", "players": 4, "start_hoop": "h2"},
    {"id": "green", "name": "Otters", "players": 4, "start_hoop": "h3"},
    {"id": "yellow", "name": "Badgers", "players": 4, "start_hoop": "h4"},
]
LONG_NAMES = (
    "Abcdefghijklmnopqrstuvwx",
    "Wildgaense Obertshausenx",
    "Otterbande Niederrhein 2",
    "Dachse vom Waldrand Nord",
)
KINDS = {"1": "wood", "2": "wheat", "3": "brick", "4": "ore"}
"""The kinds by the hoops' buttons."""
FIRST_PURCHASES = {
    "red": ("settlement", "knight"),
    "blue": ("settlement", "knight"),
    "green": ("knight",),
    "yellow": ("knight",),
}


def new_match(kit: Kit, teams: Sequence[Mapping[str, Any]] = TEAMS, **options: Any) -> None:
    """Four teams, ready for the first round; cards come from a paper deck, so that a scene can choose."""
    kit.give_up("the next scene")
    kit.must(
        "create_match", game="full_contact", teams=list(teams), options={"deck": "paper"} | options, seed=1
    )
    kit.phase("ready")


def deposit(kit: Kit, **balls: str) -> None:
    """Count balls by hand: for each hoop the buttons of their kinds."""
    for hoop, buttons in balls.items():
        for button in buttons:
            kit.must("deposit", hoop=hoop, kind=KINDS[button])


def press(kit: Kit, **balls: str) -> None:
    """Let the hoops' own lines bring balls, and wait until each is counted or held."""
    for hoop, buttons in balls.items():
        for button in buttons:
            before = _came(kit.view)
            control(kit.data / "hoops", f"{hoop} press {button}")
            kit.wait(lambda view, before=before: _came(view) > before)  # type: ignore[misc]


def _came(view: dict[str, Any]) -> int:
    return len(view["counted"]) + len(view["pending"])


def play(kit: Kit) -> None:
    """Two rounds with their breaks: settlements, a city, knights and a card."""
    kit.must("start_round")
    deposit(kit, h1="11112244", h2="11112244", h3="2442", h4="222444")
    to_break(kit)
    for team, items in FIRST_PURCHASES.items():
        for item in items:
            kit.must("buy", team=team, item=item)
    kit.must("start_round")
    kit.must("place", team="red", hoop="h5")
    kit.must("place", team="blue", hoop="h8")
    deposit(kit, h3="1112332", h4="11112224")
    to_break(kit)
    kit.must("buy", team="green", item="settlement")
    kit.must("buy", team="green", item="card", card="monopoly")
    kit.must("buy", team="yellow", item="settlement")


def last_round(kit: Kit) -> None:
    """Start the third round, in which balls come in."""
    kit.must("start_round")
    kit.must("place", team="green", hoop="h9")
    kit.must("place", team="yellow", hoop="h6")
    deposit(kit, h1="144", h2="2123", h3="43", h4="311")


def crowded(kit: Kit) -> None:
    """Hold a break with full screens: names of 24 letters, five kinds, a hand of five cards."""
    teams = [team | {"name": name} for team, name in zip(TEAMS, LONG_NAMES, strict=True)]
    new_match(kit, teams, kinds=[*KINDS.values(), "sheep"], round_seconds=60)
    kit.must("start_round")
    deposit(kit, h1="1122", h2="123", h4="4")
    to_break(kit)
    kit.must("break_clock", hold=True)
    cards = ["robber", "barbarians", "monopoly", "year_of_plenty", "foresight"]
    stock = {"wood": 10, "wheat": 10, "brick": 10, "ore": 10, "sheep": 10}
    kit.must("correct", team="red", set={"resources": stock, "cards": cards}, reason="a scene")


def to_break(kit: Kit) -> None:
    """End a running round as played."""
    kit.must("stop_round")
    kit.must("end_round")


def ready(kit: Kit) -> None:
    """Before the first round."""
    new_match(kit)


def head_start(kit: Kit) -> None:
    """Put the herons alone on the field, for so short a time that the clock never shows two digits."""
    new_match(kit, head_start_seconds=9)
    kit.must("start_round")
    to_break(kit)
    kit.must("correct", team="blue", set={"cards": ["foresight"]}, reason="a scene")
    kit.must("use_card", team="blue", card="foresight")
    kit.must("start_round")
    kit.phase("head_start")


def in_round(kit: Kit, seconds: int = 60) -> None:
    """Bring a match to its third round, balls coming in."""
    new_match(kit, round_seconds=seconds)
    play(kit)
    last_round(kit)


def grace(kit: Kit, seconds: int = 10) -> None:
    """After the closing whistle, two late balls to judge."""
    new_match(kit, round_seconds=60, grace_seconds=seconds)
    play(kit)
    kit.must("correct", set={"round_seconds": 3}, reason="a scene")
    kit.open()
    press(kit, h1="14", h2="2")
    kit.phase("grace")
    press(kit, h3="4", h4="1")


def in_break(kit: Kit) -> None:
    """After the third round: stocks, a card in hand, a settlement to place, much that can be bought."""
    in_round(kit)
    to_break(kit)
    stock = {"wood": 4, "wheat": 2, "brick": 2, "ore": 2}
    cards = ["year_of_plenty", "foresight"]
    kit.must("correct", team="red", set={"resources": stock, "cards": cards}, reason="a scene")
    kit.must("break_clock", seconds=50)
    kit.must("buy", team="red", item="settlement")


def stopped(kit: Kit) -> None:
    """Stop a round as the referee does."""
    in_round(kit)
    kit.must("stop_round")


def owing(kit: Kit) -> None:
    """Bring a match to a break in which two teams owe a discard and a late ball is still to be judged."""
    grace(kit, 5)
    kit.phase("break")
    kit.must("correct", team="red", set={"cards": ["robber", "barbarians"]}, reason="a scene")
    kit.must("use_card", team="red", card="robber")


def at_target(kit: Kit) -> None:
    """Somebody has reached the target."""
    in_break(kit)
    kit.must("correct", team="yellow", set={"bonus_vp": 3}, reason="a scene")


def over(kit: Kit) -> None:
    """Let the badgers win."""
    at_target(kit)
    kit.must("confirm_result", teams_done=True)


SCENES: dict[str, Callable[[Kit], None]] = {
    "ready": ready,
    "head_start": head_start,
    "round": in_round,
    "grace": grace,
    "break": in_break,
    "owing": owing,
    "at_target": at_target,
    "stopped": stopped,
    "over": over,
}
"""Every moment of a match that looks different, by name."""


def half_checked(kit: Kit) -> None:
    """Do half of a check before a match: one lamp was not seen, five hoops are still to be visited."""
    new_match(kit)
    end_trials(kit)
    ordered(kit, do="check")
    ordered(kit, do="answer", check="blast", well=True)
    ordered(kit, do="answer", check="lamp-round", well=True)
    ordered(kit, do="answer", check="lamp-alarm", well=False)
    scan(kit, *(f"h{number} press 1" for number in range(1, 6)))


def field_test(kit: Kit) -> None:
    """Buttons and tags that have just come in."""
    new_match(kit)
    end_trials(kit)
    scan(kit, "h3 press 2", "h7 tag 62E3086C03", "h1 press 1", "h10 press 4")


def lesson(kit: Kit) -> None:
    """Markers being learned, and the first one held to a reader again."""
    new_match(kit)
    end_trials(kit)
    ordered(kit, do="learn", role="marker", value="red")
    scan(kit, "h2 tag 0A0B0C0D0E", "h5 tag 0A0B0C0D0E")


def end_trials(kit: Kit) -> None:
    """Neither a lesson nor a check is open any more."""
    for word in ("learn_end", "check_end"):
        kit.ask("POST", "/api/kit", {"do": word})


def ordered(kit: Kit, **order: Any) -> None:
    """Give an order of the kit's own page, which has to be carried out."""
    status, body = kit.ask("POST", "/api/kit", order)
    assert status == 200, (order, body)


def scan(kit: Kit, *acts: str) -> None:
    """Press hoops or touch their readers, and wait until the kit's own page shows each."""
    for act in acts:
        before = _newest(kit)
        control(kit.data / "hoops", act)
        until(lambda before=before: _newest(kit) > before, 10, act)  # type: ignore[misc]


def _newest(kit: Kit) -> int:
    """Return the number of what came in last."""
    inputs = kit.ask("GET", "/api/kit")[1]["inputs"]
    return inputs[0]["seq"] if inputs else -1


def kit_screens(kit: Kit, page: Page) -> Iterator[str]:
    """All that the kit's own page can show, screen by screen, by name; ``page`` is any page of that kit."""
    new_match(kit)
    page.goto(urljoin(page.url, "/kit"))
    page.locator(".kit-begin").wait_for()
    yield "a check to begin"
    half_checked(kit)
    page.locator(".field .is-looked-at").nth(4).wait_for()
    yield "a check"
    page.locator(".kit-foot .button").last.click()
    page.locator(".verdict").wait_for()
    yield "a verdict"
    page.locator(".part[href='#test']").click()
    scan(kit, "h7 tag 30751FEB705C5904E3D50D70", "h3 press 2")
    page.locator(".input-row.came").nth(1).wait_for()
    yield "a field test"
    page.locator(".part[href='#tags']").click()
    page.locator(".kit-begin").wait_for()
    yield "a lesson to begin"
    lesson(kit)
    page.locator(".lesson-said.is-refused").wait_for()
    yield "a lesson"
    ordered(kit, do="learn_undo")
    ordered(kit, do="learn_end")
    page.locator(".part[href='#spares']").click()
    page.locator(".field .hoop").nth(2).click()
    page.locator(".hoop.is-chosen").wait_for()
    yield "spare nodes"
    page.locator(".part[href='#power']").click()
    page.locator(".kit-battery").wait_for()
    yield "power"
    page.locator(".part[href='#test']").click()
    new_match(kit, round_seconds=60)
    kit.must("start_round")
    page.locator(".to-tablet.is-played").wait_for()
    yield "a field test in a round"
    kit.must("stop_round")
