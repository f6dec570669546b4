"""The whistle kit and the trial: each can be built from its own list, and each step ends with a check."""

import re
import shlex
import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from fieldkit.checkup.doctor import whistle
from fieldkit.settings.reading import parse
from hardware.whistle.blasts import PATTERNS
from hardware.wiring import guide, power
from hardware.wiring.drawings import strip_sheet, whistle_sheet
from hardware.wiring.loudness import NEEDED_DB, mast_m, reach, siren_db
from hardware.wiring.nets import nets
from hardware.wiring.packing import blocks, housings
from hardware.wiring.pins import lines
from hardware.wiring.shopping import shop
from hardware.wiring.strips import boards
from tests.hardware.wiring import loads
from tests.hardware.wiring.checks import PIN_TAKES_A, faults, mirrored, shorted, solved, turned, without
from tests.support.command_lines import parsed

FUSES = power.circuits("whistle")
ROOT = Path(__file__).parents[3]
FOLDER = guide.PAGES[0].parent
TEXTS = {page.stem.lower(): page.read_text(encoding="utf-8") for page in guide.PAGES}
ON_BOTH = {
    "f2": {"fuse_holder": 1, "fuses": 1},
    "pi": {"pi": 1, "card": 1},
    "siren": {"siren": 1, "siren_cable": 1},
    "d": {"diode": 1},
    "start-button": {"big_button": 1, "button_box": 1, "two_core": 1},
    "stop-button": {"big_button": 1, "button_box": 1},
    "start-c": {"capacitor": 1},
    "stop-c": {"capacitor": 1},
    "plus": {"lever_terminal": 0, "wire": 0},
}
DRAWN = {
    "whistle": ON_BOTH
    | {
        "battery": {"battery_small": 1, "battery_box": 1},
        "plug": {"battery_box": 0, "supply_lead": 1},
        **{name: {"battery_box": 0} for name in ("f1", "s1")},
        "d0": {"guard_diode": 1},
        "conv": {"usb_c_converter": 1},
        "ina": {"ina219": 1, "jumpers": 1},
        "module": {"mosfet_module": 1},
        "start-r": {"button_resistor": 1},
        "stop-r": {"button_resistor": 1},
        "minus": {"lever_terminal": 0},
    },
    "strip": ON_BOTH
    | {
        "battery": {"battery_small": 1, "battery_plug": 1, "faston": 1},
        "plug": {"battery_socket": 1},
        "f1": {"fuse_holder": 1},
        "s1": {"switch": 1},
        "q0": {"p_mosfet": 1},
        "z0": {"zener": 1},
        "conv": {"converter": 1, "usb_c_lead": 1},
        "q": {"mosfet": 1, "strip_board": 1, "terminal": 4},
        **{name: {"resistors": 0} for name in ("r0", "r1", "r2", "start-r", "stop-r")},
        "joint": {"lever_terminal": 0},
    },
}
"""What each thing on a kit's drawing is bought as, and how many it takes."""
SHEET_OF = {"whistle": whistle_sheet, "strip": strip_sheet}
each_variant = pytest.mark.parametrize("kit", DRAWN)
each_kit = pytest.mark.parametrize("kit", guide.steps())
each_page = pytest.mark.parametrize("page", TEXTS)


def _drawn(kit: str) -> set[str]:
    """Return the things on the drawing: not the places where wires meet, nor the ground signs."""
    names = {name.rsplit(".")[0] for name in SHEET_OF[kit]().terminals if "." in name}
    return names | ({"plus", "minus", "joint"} & set(DRAWN[kit]))


@each_kit
def test_every_part_of_the_list_is_used_and_every_part_used_is_in_the_list(kit: str) -> None:
    used = {part for step in guide.steps()[kit] for part in step.parts}
    assert used == set(shop().count(shop().kits[kit]))


@each_kit
def test_every_tool_that_a_step_uses_is_in_the_page_s_list(kit: str) -> None:
    used = {tool for step in guide.steps()[kit] for tool in step.tools}
    assert used <= set(shop().tools)
    listed = guide.step_tools(kit)
    assert {key for key, tool in shop().tools.items() if tool.name in listed} == used


def test_every_tool_is_used_by_a_step_or_a_check() -> None:
    used = {tool for found in guide.steps().values() for step in found for tool in step.tools}
    assert set(shop().tools) - used == {"lab_supply", "usb_stick"}, "the guide's own chapters use these"


@each_kit
def test_every_step_says_how_long_what_to_do_and_what_one_hears_or_sees(kit: str) -> None:
    for step in guide.steps()[kit]:
        assert 5 <= step.minutes <= 90
        assert len(step.do.split()) >= 20, step.title
        assert len((step.hear + step.see).split()) >= 8, step.title


@each_kit
def test_the_steps_are_numbered_and_their_headings_say_how_long_they_take(kit: str) -> None:
    found, text = guide.steps()[kit], guide.told(kit)
    numbers = [int(number) for number in re.findall(r"^### (\d+)\. ", text, re.MULTILINE)]
    assert numbers == list(range(1, len(found) + 1))
    for section, hours in re.findall(r"^## (.+): about (.+) h$", text, re.MULTILINE):
        minutes = sum(step.minutes for step in found if step.section == section)
        assert float(hours) == round(minutes / 30) / 2


def test_the_whistle_kit_asks_for_no_lamp_no_node_and_no_hoop_s_electronics() -> None:
    told = re.sub(r"leave out[^:]*:", "", guide.told("whistle").lower())
    for word in (r"\blamp", r"pico\b", "esp32", "reader 125", "mpremote", r"\[links", r"hub\b"):
        assert not re.search(word, told), word
    lacks = {"lamp", "pico", "esp32", "rdm6300", "fuse_block", "hub", "button"}
    assert not lacks & set(shop().count(shop().kits["whistle"]))


def test_the_whistle_kit_costs_what_it_promises() -> None:
    found = shop()
    euro, siren = found.euro(found.kits["whistle"]), found.parts["siren"].euro
    assert f"Together about **{euro:.0f} €**" in TEXTS["whistle"]
    assert euro - siren + guide.PLAIN_SIREN_EURO < 380
    promised = re.search(
        r"about (\d+) € \((\d+) € with a plain siren\) and an afternoon",
        (ROOT / "README.md").read_text(encoding="utf-8"),
    )
    assert promised
    assert abs(int(promised[1]) - euro) < 25
    assert abs(int(promised[2]) - (euro - siren + guide.PLAIN_SIREN_EURO)) < 25


def test_the_first_lines_name_parts_siren_tools_and_tablet() -> None:
    found = shop()
    kit = found.kits["whistle"]
    tools = sum(
        found.tools[key].euro for key in {key for step in guide.steps()["whistle"] for key in step.tools}
    )
    said = " ".join("\n".join(TEXTS["whistle"].splitlines()[:16]).split())
    named = [int(number) for number in re.findall(r"(\d+) €", said)]
    siren, (tablet,) = found.parts["siren"].euro, (found.parts[key].euro for key in kit.bring)
    plain = found.euro(kit) - siren + guide.PLAIN_SIREN_EURO
    wanted = (found.euro(kit), siren, guide.PLAIN_SIREN_EURO, plain, tools, tablet)
    assert named == pytest.approx(wanted, abs=5)


def test_nothing_of_the_whistle_kit_is_soldered_or_crimped() -> None:
    assert not {"soldering_iron", "ferrule_crimper", "faston_crimper", "hot_air"} & {
        tool for step in guide.steps()["whistle"] for tool in step.tools
    }
    assert not re.search(r"\bsolder\b", guide.told("whistle"))


def test_what_the_strip_board_saves_in_the_field_s_box() -> None:
    found = shop()
    both = Counter(found.additions["soldered"].parts) & Counter(found.additions["field_box"].parts)
    saved = sum(found.parts[part].euro * count for part, count in both.items())
    said = re.search(r"saves about (\d+) € there", TEXTS["strip"])
    assert said
    assert int(said[1]) == pytest.approx(saved, abs=10)


def test_the_screws_of_the_hat_are_the_kit_s_lines() -> None:
    rows = dict(re.findall(r"^\| (\d+) \| (GPIO \d+) \|", TEXTS["whistle"], re.MULTILINE))
    used = {terminal.gpio for terminal in whistle_sheet().terminals.values()} - {None}
    assert rows == {str(line.header): f"GPIO {line.gpio}" for line in lines() if line.gpio in used}


def test_the_hours_are_those_that_the_guide_estimates() -> None:
    for kit in DRAWN:
        hours = sum(step.minutes for step in guide.steps()[kit]) / 60
        least, most = next(
            step.hours for step in shop().steps if step.additions == shop().kits[kit].additions
        )
        assert least <= hours <= most


def test_a_kit_grows_and_nothing_bought_is_bought_again() -> None:
    found = shop()
    for smaller, larger in zip(guide.GROWTH, guide.GROWTH[1:], strict=False):
        assert found.count(found.kits[smaller]) < found.count(found.kits[larger]), larger
    for other in guide.INSTEAD:
        assert found.count(found.kits["field"]) < found.count(found.kits[other]), other


@each_variant
def test_everything_on_the_drawing_is_in_the_list(kit: str) -> None:
    assert _drawn(kit) == set(DRAWN[kit])
    needed: Counter[str] = Counter()
    for parts in DRAWN[kit].values():
        needed.update(parts)
    held = shop().count(shop().kits[kit])
    for part, count in needed.items():
        assert held[part] >= max(count, 1), part


@pytest.mark.parametrize(
    ("kit", "names"),
    [
        (
            "whistle",
            "F1, S1, D0, F2, D1, INA219, R7, R8, C1, C2, VIN+, VIN-, OUT+, OUT-, IN+, IN-, 1 kΩ, 100 nF",
        ),
        ("strip", "F1, S1, Q0, F2, R1, R2, D1, Q1, INA219, R7, R8, 4.7 kΩ, 100 kΩ, 10 kΩ, 1 kΩ, 100 nF, T7"),
    ],
)
def test_everything_on_the_drawing_is_built_in_a_step(kit: str, names: str) -> None:
    told = guide.told(kit)
    for name in names.split(", "):
        assert re.search(rf"(?<![\w.]){re.escape(name)}", told), name
    for pin in (1, 3, 5, 6, 9, 11, 13, 14, 15):
        assert re.search(rf"\b{pin}\b", told), pin
    assert f"{FUSES['main'].amperes} A fuse (F1)" in told
    assert str(FUSES["horn"]) in told


def test_the_step_of_the_board_names_every_part_that_it_takes_or_leaves_out() -> None:
    step = _step("The drivers' board")
    text = re.sub(r"([RT])(\d+)\s+to\s+\1(\d+)", _spelt, step.do)
    taken, left_out = text.split("leave out")[0], text.split("leave out")[1].split("- **Q1**")[0]
    for part in boards()["drivers"].parts:
        named = [words for words in (taken, left_out) if re.search(rf"\b{part.name}\b", words)]
        assert len(named) == 1, part.name
    on_it = [part.name for part in boards()["drivers"].parts if re.search(rf"\b{part.name}\b", taken)]
    held = shop().count(shop().kits["strip"])
    for letter, key in (("T", "terminal"), ("C", "capacitor"), ("Q", "mosfet"), ("D", "diode")):
        assert sum(name.startswith(letter) for name in on_it) == held[key], key


def _spelt(span: re.Match[str]) -> str:
    """Return a span of names, R3 to R6, with each of them spelt."""
    return ", ".join(f"{span[1]}{number}" for number in range(int(span[2]), int(span[3]) + 1))


def _step(title: str) -> guide.BuildStep:
    return next(step for step in guide.steps()["strip"] if step.title == title)


def test_a_lead_from_the_board_reaches_the_pi_s_pins() -> None:
    """A whole lead of 20 cm does, half of one does not: from hole 2 to a pin in the middle of the header."""
    box = housings()["strip"]
    at = {each.place.name: each for each in blocks(shop().kits["strip"], box)}
    board, pi = at["drivers"], at["Pi"]
    hole = (board.body.low[0] + 2 * 2.54, board.body.middle[1], board.body.low[2])
    pin = (pi.body.low[0] + 3.5, pi.body.low[1] + 20, pi.body.low[2] + 15)
    way = sum(abs(a - b) for a, b in zip(hole, pin, strict=True))
    assert 100 < way < 180
    assert "Cut **one** socket off each of five jumper leads" in _step("The drivers' board").do


def test_a_check_finds_the_wrong_half_of_the_plug_and_a_q0_that_does_not_guard() -> None:
    assert "No pin to be seen" in _step("The battery gets its fuse and its plug").see
    power_step = _step("Power in the box")
    assert "red at S1's end" in power_step.do, "drain and source swapped pass every test of voltage"
    assert "between Q0's drain and source" in power_step.see, "Q0's own diode lets 12 V through as well"


def test_the_board_s_check_finds_each_cut_that_is_missing() -> None:
    """A cut under a resistor that is missing shorts it: 0 in place of its ohms; A3 joins plus and minus."""
    board, see = boards()["drivers"], _step("The drivers' board").see
    assert "from T1's plus" in see
    for name, words in (
        ("R1", "4.7 kΩ from jumper 11's socket"),
        ("R7", "1 kΩ\nfrom 13's to T6"),
        ("R8", "from 15's to T7"),
    ):
        part = next(part for part in board.parts if part.name == name)
        (row, first), (other, last) = (leg.hole for leg in part.legs)
        assert row == other
        assert any(cut[0] == row and first < cut[1] < last for cut in board.cuts), name
        assert words in see


def test_the_terminals_pins_have_a_drill() -> None:
    assert "1.3 mm" in _step("The drivers' board").do
    assert "1.3 mm" in shop().tools["fine_bit"].name


@each_variant
def test_the_blast_in_which_the_plug_is_pulled_lasts_long_enough(kit: str) -> None:
    (on_ms, _), *more = PATTERNS["open"]
    assert (on_ms, more) == (1000, [])
    step = next(step for step in guide.steps()[kit] if step.title == "The Pi whistles")
    assert "*Open*, which lasts one second" in " ".join(step.do.split())


def test_the_doctor_s_words_are_those_of_a_kit_that_runs() -> None:
    """The installer starts the kit, so its doctor hears the whistle by the referee."""
    heard = whistle({"whistle": "ok"}, 1)
    assert heard.grade == "pass"
    assert f"`{heard.says}`" in _step("The kit on the Pi").see


def test_the_minus_of_the_converter_s_output_meets_that_of_its_input() -> None:
    sheet = strip_sheet()
    groups = nets(sheet.terminals, sheet.wires)
    assert any({"conv.out-minus", "conv.in-minus", "pi.minus", "gnd-joint"} <= group for group in groups)


def test_the_battery_s_current_passes_f1_the_plug_s1_and_q0_before_anything_else() -> None:
    sheet = strip_sheet()
    groups = nets(sheet.terminals, sheet.wires)
    for way in ({"battery.plus", "f1.1"}, {"f1.2", "plug.+-in"}, {"plug.+", "s1.1"}, {"s1.2", "q0.d"}):
        assert way in groups
    after = next(group for group in groups if "q0.s" in group)
    assert {"conv.plus", "f2.2", "z0.1"} <= after


def test_a_battery_the_wrong_way_round_blows_f1_by_d0_and_then_reaches_nothing() -> None:
    """An ATOF opens within 0.1 s at six times its amperes."""
    circuit = turned(whistle_sheet().circuit())
    fuse = next(each for each in circuit.bridges if each.a == "f1.1")
    assert abs(solved(circuit).amperes(fuse)) > 6 * FUSES["main"].amperes
    assert faults(without(circuit, "f1.1")) == []
    bare = replace(circuit, diodes=[each for each in circuit.diodes if each.cathode != "d0.1"])
    assert any("come to what bears -0.6 V" in fault for fault in faults(bare))
    right = whistle_sheet().circuit()
    assert abs(solved(right).amperes(next(each for each in right.bridges if each.a == "f1.1"))) < 1


def test_everything_in_the_whistle_kit_hangs_behind_f1_s1_and_the_plug() -> None:
    sheet = whistle_sheet()
    groups = nets(sheet.terminals, sheet.wires)
    for way in ({"battery.plus", "f1.1"}, {"f1.2", "s1.1"}, {"s1.2", "plug.+-in"}):
        assert way in groups
    after = next(group for group in groups if "plug.+" in group)
    assert {"d0.1", "conv.plus", "f2.2", "ina.vin"} <= after


def test_the_siren_s_current_does_not_go_through_the_pi() -> None:
    """The module's VIN- has its own wire; without it nothing flows, since its input is insulated."""
    circuit = whistle_sheet().circuit()
    on = replace(circuit, wires=[*circuit.wires, ("module.out-minus", "module.vin-minus")])
    siren = next(each for each in on.bridges if each.a == "siren.1")
    assert abs(solved(on).amperes(siren)) > 0.2
    pin = next(each for each in on.bridges if {each.a, each.b} == {"pi.minus", "pi.gnd-siren"})
    assert abs(solved(on).amperes(pin)) < 0.001
    assert abs(solved(without(on, "gnd-module")).amperes(siren)) < 0.001


def test_stop_opens_in_drawing_settings_and_words() -> None:
    assert "stop_opens = true" in guide.told("whistle")
    for kit in DRAWN:
        closed = {each.a for each in SHEET_OF[kit]().bridges}
        assert "stop-button.1" in closed
        assert "start-button.1" not in closed
        step = next(step for step in guide.steps()[kit] if step.title == "START and STOP")
        assert re.search(r"STOP's to the one that \*\*opens\*\*", " ".join(step.do.split()))
        assert re.search(r"under 5 Ω while (it|STOP) is free", " ".join(step.see.split()))


def test_a_battery_the_wrong_way_round_reaches_nothing() -> None:
    sheet = strip_sheet()
    for slip in (turned(sheet.circuit()), mirrored(sheet, "plug")):
        assert faults(slip) == []
        assert solved(slip).at("conv.plus") == pytest.approx(0, abs=0.01)
    circuit = turned(sheet.circuit())
    unguarded = replace(circuit, channels=(), wires=[*circuit.wires, ("q0.d", "q0.s")])
    assert any("conv.plus" in fault for fault in faults(unguarded))


def test_the_fuses_carry_what_flows_and_open_before_the_wire() -> None:
    for name, each in FUSES.items():
        wire_bears = power.budget()["wires"][each.wire]
        assert loads.HEADROOM * loads.circuit_amperes(name, "whistle") <= each.amperes < wire_bears


def test_a_broken_transistor_does_not_burn_the_pin() -> None:
    circuit = strip_sheet().circuit()
    broken = solved(shorted(circuit, "q.g", "q.d", {"pi.siren": 0.0}))
    assert 0 < broken.into("pi.siren") < PIN_TAKES_A


def test_the_siren_s_figures_are_those_of_the_loudness() -> None:
    text = " ".join(TEXTS["whistle"].split())
    assert len(re.findall(rf"\*\*{mast_m():.0f} m or more\*\*", text)) == 2
    assert f"{siren_db():g} dB(A)" in text
    assert f"{siren_db():g} dB(A) at 1 m" in shop().parts["siren"].name


def test_a_plainer_siren_reaches_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    said = re.search(
        r"with (\d+) it reaches (\d+) m, and its mast may stand (\d+) m off",
        " ".join(TEXTS["whistle"].split()),
    )
    assert said
    monkeypatch.setattr("hardware.wiring.loudness.siren_db", lambda: float(said[1]))
    assert (f"{reach(NEEDED_DB):.0f}", f"{mast_m():.0f}") == said.groups()[1:]


@each_page
def test_the_page_is_made_from_its_sources(page: str) -> None:
    kinds = {kind for kind, name in re.findall(r"<!-- (\w+) (\w+) -->", TEXTS[page]) if name == page}
    assert kinds >= {"list", "tools", "steps"}


@pytest.mark.parametrize("page", ["whistle", "trial"])
def test_every_command_line_of_the_page_parses(page: str) -> None:
    lines = [line.split("  #")[0].strip() for line in TEXTS[page].splitlines() if line.startswith("    ")]
    fieldkits = [match[1] for line in lines if (match := re.search(r"bin/fieldkit (.+)", line))]
    assert fieldkits
    for line in fieldkits:
        assert parsed(shlex.split(line))
    options = [match[1] for line in lines if (match := re.search(r"install\.sh ?(.*)", line))]
    assert options
    for line in options:
        assert parsed(["install", *shlex.split(line)])
    for piece in re.findall(r"```toml\n(.*?)```", TEXTS[page], re.DOTALL):
        assert parse(tomllib.loads(piece), "page").links


def test_the_settings_that_the_page_prints_are_those_of_the_kit() -> None:
    printed = re.search(r"printf '(.+)' > my\.toml", TEXTS["whistle"])
    assert printed
    settings = parse(tomllib.loads(printed[1].replace("\\n", "\n")), "page")
    assert settings.buttons.stop_opens
    assert settings.power.ina219


def test_what_the_pages_quote_of_the_kit_is_what_it_says() -> None:
    said = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("web", "fieldkit")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".js", ".json", ".html", ".py"}
    )
    for words in (
        "Before the match",
        "Check the kit",
        "Set up the match",
        "Live inputs",
        "Counted in this round",
        "This tablet is the whistle",
        "Switch off",
        "blinks ten times",
        "driver found",
        "connected to the referee's process",
        "the settings name no hoop",
        "http://kit/",
    ):
        assert words in said, words
        quoted = words.replace("blinks", "blinked")
        assert any(quoted in " ".join(text.split()) for text in TEXTS.values()), words


@pytest.mark.parametrize("name", ["TRIAL.md", "HOOPS.md"])
def test_mpremote_comes_where_linux_allows_it_and_where_windows_sees_a_board(name: str) -> None:
    """Debian 12 and Ubuntu 24 refuse pip outside an environment, WSL has no USB, PowerShell leaves a star."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert not re.search(r"^ *(python3 -m )?pip install", text, re.MULTILINE)
    assert text.index("-m venv ~/mpremote") < text.index("mpremote/bin/pip install mpremote")
    for words in ("WSL sees no board", "PowerShell", "(ls hardware/firmware/*.py).FullName"):
        assert words in text


def test_the_first_screen_of_the_readme_points_a_club_to_the_whistle_kit() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:30]
    assert any("(hardware/wiring/WHISTLE.md)" in line for line in first)
