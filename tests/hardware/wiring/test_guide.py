"""The guide holds: its tables are the source's, its commands parse, its settings load, its links lead on."""

import re
import shlex
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from fieldkit.battery import EMPTY_V, LOW_V
from fieldkit.pi import SCREEN_PACKAGES
from fieldkit.referee.alarms import LOW_MV
from fieldkit.settings import Settings
from fieldkit.settings.reading import parse
from hardware.wiring import loudness, power
from hardware.wiring.drawings import SHEETS
from hardware.wiring.guide import BLOCKS, FILLED, GUIDE, filled
from hardware.wiring.pins import header, header_pins, kinds
from hardware.wiring.plan_sheets import POST_MM, READ_CM, colours_sheet, label_sheet
from hardware.wiring.shopping import shop
from tests.faults.power import CUTS
from tests.hardware.wiring import loads
from tests.support.command_lines import parsed

ROOT = Path(__file__).parents[3]
FOLDER = GUIDE.parent
BOX = GUIDE.read_text(encoding="utf-8")
TEXT = BOX + GUIDE.with_name("HOOPS.md").read_text(encoding="utf-8")
"""The guide: the box and the hoops."""
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}
ALL = "\n".join(PAGES.values())
TYPED = [line.split("  #")[0].strip() for line in ALL.splitlines() if line.startswith("    ")]
TYPED += re.findall(r"`([^`\n]+)`", ALL)


def _command_lines() -> list[str]:
    found = [
        re.fullmatch(r"(?:sudo )?(?:-u fieldkit )?(?:/opt/fieldkit/\.venv/bin/)?fieldkit ([a-z].*)", line)
        for line in TYPED
    ]
    return sorted({match[1] for match in found if match})


@pytest.mark.parametrize("line", _command_lines())
def test_every_command_line_parses(line: str) -> None:
    assert parsed(shlex.split(line))


def test_it_names_the_commands_a_builder_needs() -> None:
    assert {line.split()[0] for line in _command_lines()} >= {"doctor", "install", "tags"}


def test_every_line_that_installs_packages_brings_what_a_bare_screen_needs() -> None:
    pages = [*PAGES.values(), (ROOT / "systemd/README.md").read_text(encoding="utf-8")]
    lines = [line for page in pages for line in re.findall(r"apt-get install.*", page) if "pygame" in line]
    assert len(lines) == 5
    assert all(SCREEN_PACKAGES in line for line in lines)


def test_every_make_target_and_service_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {match[1] for line in TYPED if (match := re.match(r"make ([a-z-]+)", line))}
    assert named >= {"bundle", "drawings"}
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    services = {name for line in TYPED for name in re.findall(r"fieldkit-[a-z]+", line)}
    assert services >= {"fieldkit-whistle", "fieldkit-referee"}
    for name in services:
        assert list(ROOT.glob(f"*/**/{name}.service")), name


def test_every_file_it_names_is_there() -> None:
    for name in ("hardware/firmware/boards/pico.json", "hardware/firmware/main.py"):
        assert (ROOT / name).is_file()
    for board in re.findall(r"`boards/([a-z0-9]+\.json)`", TEXT):
        assert (ROOT / "hardware/firmware/boards" / board).is_file()
    for source in re.findall(r"`([a-z]+\.toml)`", TEXT):
        assert (FOLDER / source).is_file() or source == "tags.toml"


def test_every_piece_of_settings_loads() -> None:
    pieces = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    loaded = [parse(tomllib.loads(piece), "guide") for piece in pieces]
    assert any(each.whistle.loopback for each in loaded)
    assert {link.protocol for each in loaded for link in each.links} >= {"hk1", "r200"}
    assert any(each.power.ina219 for each in loaded)
    assert any(link.shared for each in loaded for link in each.links)
    off = next(each.buttons.off for each in loaded if each.buttons.off is not None)
    assert f"GPIO {off} (pin {header_pins()[off]}) to ground (pin 39)" in TEXT
    assert header()[39] == "GND"
    assert f"(GPIO 2 and 3, pins {header_pins()[2]} and {header_pins()[3]};" in TEXT


def test_every_setting_in_a_sentence_is_one() -> None:
    named = re.findall(r"`(\w+ = \w+)` under `\[(\w+)\]`", " ".join(ALL.split()))
    assert ("stop_opens = true", "buttons") in named
    for key, table in named:
        parse({table: tomllib.loads(key)}, "guide")


@pytest.mark.parametrize("page", FILLED, ids=[page.name for page in FILLED])
def test_the_tables_are_the_source_s(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert filled(text) == text, "run make drawings"


def test_every_table_is_on_one_page_once() -> None:
    for name in BLOCKS:
        assert ALL.count(f"<!-- {name} -->") == ALL.count(f"<!-- /{name} -->") == 1


def test_a_stale_table_is_made_anew() -> None:
    assert filled(TEXT.replace("| siren | 17 |", "| siren | 18 |")) == TEXT


def _places(page: str) -> set[str]:
    """Return the places in a page that a link can lead to."""
    lines = [line.lstrip("# ").lower() for line in PAGES[page].splitlines() if line.startswith("#")]
    return {re.sub(r"[^a-z0-9 -]", "", line).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", PAGES)
def test_what_it_shows_and_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGES[page])
    for link in links:
        assert "://" not in link
        name, _, place = link.partition("#")
        assert (FOLDER / name).exists(), link
        assert not place or place in _places(name or page), link
    assert page == GUIDE.name or "README.md" in links


def test_the_guide_leads_to_every_page() -> None:
    assert set(PAGES) - {GUIDE.name} <= set(re.findall(r"\]\(([A-Z]+\.md)", BOX))


def test_every_drawing_is_shown() -> None:
    assert {f"drawings/{make().name}.svg" for make in SHEETS} == set(re.findall(r"\(([^)]+\.svg)\)", ALL))


def test_the_measures_of_the_post_are_the_drawing_s() -> None:
    for words in (
        f"Top {POST_MM['top']} mm",
        f"reader {POST_MM['reader']} mm",
        f"buttons {POST_MM['buttons']} mm",
    ):
        assert words in TEXT
    assert f"({READ_CM[0]} to {READ_CM[1]} cm)" in TEXT


def test_the_buttons_are_the_settings_s() -> None:
    kinds = Settings().button_kinds
    assert f"| button | {' | '.join(kinds)} |" in TEXT
    row = next(line for line in TEXT.splitlines() if line.startswith("| counts "))
    assert [cell.strip().split(",")[0] for cell in row.strip("|").split("|")][1:] == list(kinds.values())


def test_the_figures_in_the_text_are_computed() -> None:
    cable = power.budget()["cable"]
    assert (
        f"Over {cable['metres']} m with ten nodes along it the last one gets {loads.far_end_volts():.1f} V"
        in TEXT
    )
    assert f"need {cable['node_min_volts']} V" in TEXT
    assert f"`[whistle] max_on_ms` ({Settings().whistle.max_on_ms / 1000:.0f} s)" in TEXT


def test_what_the_doctor_says_is_what_it_says() -> None:
    files = (ROOT / "fieldkit" / "checkup").glob("*.py")
    doctor = "".join(file.read_text(encoding="utf-8") for file in files)
    for words in ("the voltage is fine", "heard"):
        assert words in TEXT
        assert words in doctor


def test_it_says_how_long_a_hung_pi_can_hold_the_siren() -> None:
    plan = (ROOT / "fieldkit" / "install" / "plan.py").read_text(encoding="utf-8")
    watchdog = re.search(r"RuntimeWatchdogSec=(\d+)", plan)
    assert watchdog
    assert f"can hold the siren for up to {watchdog[1]} s" in TEXT
    assert TEXT.count("**S1 silences everything.**") == 1


def test_low_is_where_the_tablet_warns() -> None:
    assert f"an alarm warns under {LOW_V:.1f} V, and at {EMPTY_V:.1f} V it is empty" in " ".join(TEXT.split())
    assert f"under {LOW_MV / 1000:g} V change it" in TEXT
    stored = power.budget()["battery"]
    assert (stored["low_volts"], stored["empty_volts"]) == (LOW_V, EMPTY_V)


def test_it_says_how_often_the_power_was_cut() -> None:
    assert CUTS == 80
    assert "cuts the power eighty times" in " ".join(TEXT.split())


def test_it_keeps_to_what_a_builder_may_trust() -> None:
    """No horn that the fuses do not bear, no short of a battery, no transistor that saves a pin by 220 Ω."""
    assert not re.search(r"truck|220 Ω|15 A horn", ALL)
    assert "4.7 kΩ" in TEXT
    assert "IRFZ44N looks the same" in TEXT
    assert "back within 4 s" in TEXT
    assert "Nobody has built it from this page yet" in " ".join(TEXT.split()).replace("**", "")


def test_micropython_is_new_enough_to_speak_on_usb() -> None:
    said = re.search(r"MicroPython (\d+)\.(\d+) or newer", TEXT)
    assert said
    assert (int(said[1]), int(said[2])) >= (1, 24)


def test_the_loudness_in_the_text_is_computed() -> None:
    page = " ".join(PAGES["LOUDNESS.md"].split())
    assert f"at least {loudness.mast_m():g} m from referee, box and line" in page
    assert f"a blast is {loudness.REFEREE_DB:g} dB at most" in page
    assert f"from {loudness.LOWER_DB:g} dB on plugs" in page
    assert f"from {loudness.UPPER_DB:g} dB they must be worn" in page
    assert f"reaches about {loudness.reach(loudness.NEEDED_DB):.0f} m with {loudness.NEEDED_DB:g} dB" in page
    assert f"[{loudness.mast_m():g} m from anybody](LOUDNESS.md)" in BOX
    assert "field of {:g} by {:g} m".format(*loudness.size()) in page
    assert f"A siren of {loudness.siren_db():g} dB" in page


def test_every_kit_with_a_siren_is_loud_enough() -> None:
    found = shop()
    for name, kit in found.kits.items():
        if sirens := found.count(kit)["siren"]:
            assert loudness.farthest(sirens)[1] >= loudness.NEEDED_DB, name


def test_the_steps_are_of_additions_that_can_be_bought() -> None:
    found = shop()
    for step in shop().steps:
        assert set(step.additions) <= set(found.additions), step.title
        assert step.hours[0] < step.hours[1]
    named = {name for step in shop().steps for name in step.additions}
    kits = {name for kit in found.kits.values() for name in kit.additions}
    assert kits - named <= {"trial", "nfc_reader", "nfc_tags"}


def test_a_season_costs_what_its_parts_cost() -> None:
    for each in shop().wear:
        assert each.euro() == pytest.approx(shop().parts[each.part].euro * each.count / each.years)
    total = sum(each.euro() for each in shop().wear)
    assert f"| together | **{total:.0f} €** |" in PAGES["STORAGE.md"]


def _said() -> str:
    """All sentences of the kit's own files, for what a page quotes."""
    files = [*(ROOT / "fieldkit").rglob("*.py"), *(ROOT / "hardware" / "hoops").glob("*.py")]
    return "".join(file.read_text(encoding="utf-8") for file in files)


def test_every_fault_has_a_cause_and_a_test() -> None:
    page = PAGES["FAULTS.md"]
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")]
    faults = [row for row in rows if row[0].strip() != "symptom"]
    assert len(faults) > 30
    assert all(len(row) == 3 and all(cell.strip() for cell in row) for row in faults)
    assert len({row[0] for row in faults}) == len(faults)


def test_no_sound_is_followed_from_the_battery_to_the_siren() -> None:
    page = PAGES["FAULTS.md"]
    tree = page[page.index("## No sound") : page.index("## Sound that nobody ordered")]
    order = ["F1", "F2", "The siren held", "R1's free end", "pin 9", "pin 11", "journalctl"]
    assert [tree.index(each) for each in order] == sorted(tree.index(each) for each in order)


@pytest.mark.parametrize(
    "words", ["driver found", "simulated pins", "the voltage is too low", "Two nodes call themselves"]
)
def test_what_the_faults_quote_is_what_the_kit_says(words: str) -> None:
    assert words.lower() in PAGES["FAULTS.md"].lower()
    assert words in _said()


def test_the_parts_of_the_kit_s_page_are_there() -> None:
    words = (ROOT / "web" / "static" / "words.json").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`/kit`|\*Check the kit\*), \*(\w+)\*", ALL))
    assert named >= {"Test", "Tags", "Spares", "Power", "Check"}
    assert named <= set(re.findall(r'"part_\w+": "(\w+)"', words))
    assert "*Switch off* at `/kit`" in TEXT
    assert '"switch_off": "Switch off"' in words


def test_a_pi_5_gets_what_the_guide_says() -> None:
    boot = (ROOT / "fieldkit" / "install" / "plan.py").read_text(encoding="utf-8")
    assert "usb_max_current_enable=1" in TEXT
    assert "usb_max_current_enable=1" in boot


def test_the_buttons_contacts_are_called_alike_and_are_those_of_the_list() -> None:
    assert "green, contact closes; red, contact opens" in shop().parts["big_button"].name
    for name in ("README.md", "WHISTLE.md", "STRIP.md"):
        assert re.search(r"3 and 4,\s+(or\s+)?13\s+and\s+14", PAGES[name]), name
        assert re.search(r"1 and 2,\s+(or\s+)?11\s+and\s+12", PAGES[name]), name


def test_the_spare_fuses_are_for_all_that_are_drawn() -> None:
    last = max(each.fuse for each in power.circuits().values())
    assert f"F1 to {last}" in PAGES["STORAGE.md"]


def test_the_small_battery_in_reserve_carries_all_but_the_screen() -> None:
    held = power.circuits("whistle")["main"].amperes
    alone = loads.circuit_amperes("screen")
    assert loads.circuit_amperes("main") > held, "with the screen its fuse opens"
    assert loads.circuit_amperes("main") - alone < 1.1 * held, "which a blade fuse bears for hours"
    assert f"with its {held} A, which do not carry the screen" in TEXT


def test_every_button_of_every_post_has_its_colour_to_print() -> None:
    shown = Counter(each.words for each in colours_sheet().finish().letterings)
    assert {kind: shown[kind] for _, kind in kinds()} == {kind: power.NODES + 1 for _, kind in kinds()}


def test_labels_name_every_node_and_every_fuse() -> None:
    names = {each.words for each in label_sheet().letterings}
    assert {f"h{number}" for number in range(1, 11)} | {"spare1", "bridge"} <= names
    assert {f"{each.fuse} {each.amperes} A" for each in power.circuits().values()} <= names
    assert {"START", "STOP", "S1 SILENCES EVERYTHING"} <= names


def test_what_stopped_a_first_builder_is_said_where_it_is_read() -> None:
    """An old Imager, a name not found, a tablet that leaves, a box on the ground, a frozen battery."""
    whistle = " ".join(PAGES["WHISTLE.md"].split())
    for words in (
        "**2.0 or newer, from raspberrypi.com**",
        "take the Pi's address from your router's list",
        "choose to stay, *always*",
        "its display sleeps after 30 min",
        "**at table height**",
        "**never below 0 °C**",
        "**Shake the box, then *Test* again.**",
    ):
        assert words in whistle, words
    assert "WSL" not in PAGES["WHISTLE.md"]
    for symptom in (
        "no `fieldkit.local`, no login",
        "the tablet leaves the Wi-Fi",
        "F1 blows as soon as S1 is on",
    ):
        assert f"| {symptom} |" in PAGES["FAULTS.md"], symptom
    assert "mpremote edit" not in ALL, "which fails where $EDITOR is not set"


def test_kit_zero_warns_of_bluetooth_and_stops_by_a_key_that_stops() -> None:
    page = " ".join(PAGES["ZERO.md"].split())
    keys = (ROOT / "fieldkit/games/full_contact/web/keys.js").read_text(encoding="utf-8")
    assert "**Not by Bluetooth**" in page
    assert "make run" in page
    assert "STOP by the space bar, or by a clicker" in page
    assert '"PageDown"' in keys, "the clicker's key that goes forward"
    loudest = re.search(r"about \d+ to (\d+) dB at one metre: over shouting that carries (\d+) m", page)
    assert loudest
    assert int(loudest[2]) == round(10 ** ((int(loudest[1]) - loudness.NEEDED_DB) / 20))
