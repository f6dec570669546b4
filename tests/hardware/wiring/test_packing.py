"""What goes into which box: all fits, metal keeps off antennas, and every cable has a hole that it passes."""

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from hardware.wiring.layout_sheets import contents, holes
from hardware.wiring.packing import Housing, Placement, block, blocks, housings, in_use, spacers
from hardware.wiring.plan_sheets import POST_MM
from hardware.wiring.shopping import BuildKit, shop
from hardware.wiring.strips import boards
from hardware.wiring.template_sheets import A4_MM, RULER_MM, UNITS_PER_MM, floor_sheet, template_sheet
from tests.hardware.wiring.fitting import count, distance, entries, faults, missing

KITS = dict(shop().kits)
BUILT = [name for name in KITS if name != "trial"]
USB, LINE, RADIO = KITS["usb_readers"], KITS["rs485_readers"], KITS["radio_readers"]
OLD_INSIDE = {"box": (240.0, 170.0, 80.0), "head": (72.0, 112.0, 50.0)}
"""What a box of 250 x 180 x 90 mm and a head of 120 x 80 x 55 mm hold."""

BOARDS = (
    ("strip", "strip", "drivers"),
    ("usb_readers", "box", "drivers"),
    ("usb_readers", "head", "pico"),
    ("radio_readers", "head", "esp32"),
)
"""Where the boards that are drawn hole by hole lie."""


def _without(housing: Housing, part: str) -> Housing:
    return replace(housing, places=tuple(each for each in housing.places if each.part != part))


def _moved(housing: Housing, name: str, at: tuple[float, ...]) -> Housing:
    assert any(each.name == name for each in housing.places)
    places = (replace(each, at=at) if each.name == name else each for each in housing.places)
    return replace(housing, places=tuple(places))


def _built() -> Iterator[tuple[str, str]]:
    for name, kit in KITS.items():
        for box, housing in housings().items():
            if count(kit, housing):
                yield name, box


@pytest.mark.parametrize(("kit", "box"), list(_built()))
def test_everything_fits_into_its_box(kit: str, box: str) -> None:
    assert faults(KITS[kit], housings()[box]) == []


@pytest.mark.parametrize("kit", KITS)
def test_each_part_has_its_place_and_each_place_its_part(kit: str) -> None:
    assert missing(KITS[kit], housings()) == []


@pytest.mark.parametrize("kit", KITS)
def test_each_cable_has_a_hole_that_its_end_passes(kit: str) -> None:
    assert entries(KITS[kit], housings()) == []


@pytest.mark.parametrize("kit", BUILT)
def test_a_kit_has_the_boxes_it_is_built_in(kit: str) -> None:
    there = {name: count(KITS[kit], housing) for name, housing in housings().items()}
    field = kit not in ("whistle", "strip", "lamps")
    assert there["box"] + there["whistle"] + there["strip"] == 1
    assert there["box"] == field
    assert there["strip"] == there["small_battery_case"] == (kit == "strip")
    assert there["battery_box"] == (kit != "strip")
    assert there["head"] == KITS[kit].additions.get("post", 0)
    assert there["bridge"] == (1 if kit.startswith("radio") else 0)
    assert there["button_box"] == 2


@pytest.mark.parametrize(
    ("kit", "box"), [("usb_readers", "box"), ("usb_readers", "head"), ("radio_readers", "head")]
)
def test_the_smaller_boxes_of_before_do_not_hold_the_parts(kit: str, box: str) -> None:
    small = replace(housings()[box], inside=OLD_INSIDE[box])
    assert len([fault for fault in faults(KITS[kit], small) if "does not fit" in fault]) > 2


def test_no_other_order_would_fit_the_plate_of_before() -> None:
    # Nothing lies over the fuse block or the converter there: two of the flattest are higher than the box.
    flat = [each for each in blocks(USB, housings()["box"]) if each.place.on == "floor"]
    lowest = {each.room.low[:2]: each for each in flat}.values()
    area = sum(
        (each.room.high[0] - each.room.low[0]) * (each.room.high[1] - each.room.low[1]) for each in lowest
    )
    long, wide, _ = OLD_INSIDE["box"]
    assert area > long * wide


@pytest.mark.parametrize(("kit", "box", "key"), [each for each in BOARDS if each[2] in boards()])
def test_a_strip_board_has_room_for_all_its_holes(kit: str, box: str, key: str) -> None:
    (board,) = (each.place for each in blocks(KITS[kit], housings()[box]) if each.place.part == "strip_board")
    drawn = boards()[key]
    assert board.mm is not None
    assert board.mm[0] >= drawn.columns * 2.54
    assert board.mm[1] >= drawn.rows * 2.54


@pytest.mark.parametrize(("kit", "box"), [("strip", "strip"), ("usb_readers", "box")])
def test_the_drivers_board_has_three_free_strips_on_either_side_for_its_screws(kit: str, box: str) -> None:
    (board,) = (each.place for each in blocks(KITS[kit], housings()[box]) if each.place.part == "strip_board")
    assert board.mm is not None
    assert board.mm[1] >= (boards()["drivers"].rows + 2 * 3) * 2.54


def test_the_line_s_own_board_has_its_room_beside_the_pico_s() -> None:
    (line,) = (each.place for each in blocks(LINE, housings()["head"]) if each.place.name == "line")
    assert line.part == "strip_board"
    assert line.mm is not None
    assert line.mm[0] >= boards()["line"].columns * 2.54
    assert line.mm[1] >= boards()["line"].rows * 2.54


def test_a_board_over_the_floor_stands_on_spacers_that_reach_the_floor() -> None:
    box = housings()["strip"]
    (board,) = (each for each in blocks(KITS["strip"], box) if each.place.part == "strip_board")
    assert len(spacers(board, box.plate)) == 4
    told = faults(KITS["strip"], _moved(box, "drivers", (2, 44, 47)))
    assert "a spacer of drivers cannot stand on the floor: converter is there" in told


def test_the_lists_say_how_much_a_box_holds() -> None:
    for housing in housings().values():
        name = shop().parts[housing.part].name
        inside = shop().sizes[housing.part].inside_mm
        assert inside is not None
        if housing.part != "button_box":
            assert f"inside {' x '.join(f'{side:.0f}' for side in inside)} mm" in name


def test_what_overlaps_or_sticks_out_is_told() -> None:
    box = housings()["box"]
    assert "hub 1 and hub 2 need the same room" in faults(USB, _moved(box, "hub 2", (134, 51, 30)))
    assert "hub 2 does not fit inside" in faults(USB, _moved(box, "hub 2", (134, 51, 95)))
    assert any("S1" in fault for fault in faults(USB, _moved(box, "fuse block", (4, 143, 60))))


def test_metal_near_an_antenna_is_told() -> None:
    head = housings()["head"]
    told = faults(USB, _moved(head, "antenna of the reader", (49, 170)))
    assert [fault for fault in told if fault.startswith(("1 ", "2 ", "3 "))]
    assert all("from the antenna of the reader, not 50" in fault for fault in told)
    assert any("antenna of the ESP32" in fault for fault in faults(RADIO, _moved(head, "cell", (90, 130))))


@pytest.mark.parametrize("kit", ["usb_readers", "usb_nfc", "rs485_readers", "radio_readers"])
def test_a_reader_s_antenna_is_five_centimetres_from_all_metal(kit: str) -> None:
    head = blocks(KITS[kit], housings()["head"])
    (antenna,) = (each for each in head if each.place.keep_off == 50)
    assert min(distance(antenna, each) for each in head if each.metal and each is not antenna) >= 50


def test_the_sink_of_q0_which_is_its_drain_touches_no_metal() -> None:
    there = blocks(USB, housings()["box"])
    (sink,) = (each for each in there if each.place.part == "heat_sink")
    assert min(distance(sink, each) for each in there if each.metal and each is not sink) >= 4
    told = faults(USB, _moved(housings()["box"], "Q0", (131, 228)))
    assert any("mm from the Q0, not 4" in fault for fault in told)


def test_buttons_too_near_for_gloves_are_told() -> None:
    told = faults(USB, _moved(housings()["head"], "2", (55, 104)))
    assert "buttons 1 and 2 are nearer than 45 mm" in told


def test_a_cable_must_be_clamped_at_its_board() -> None:
    head = housings()["head"]
    assert faults(USB, _without(head, "cable_clamp")) == [
        "the node's cable is not clamped within 50 mm of its board"
    ]
    assert faults(USB, _moved(head, "cable clamp", (124, 0)))
    assert faults(RADIO, _without(head, "cable_clamp")) == []


def test_a_part_without_a_place_and_a_place_without_a_part_are_told() -> None:
    boxes = dict(housings())
    boxes["box"] = _without(boxes["box"], "fuse_block")
    assert missing(USB, boxes) == ["1 of fuse_block are in use, 0 have a place"]
    boxes = dict(housings())
    second = replace(boxes["box"].places[0], name="another")
    boxes["box"] = replace(boxes["box"], places=(*boxes["box"].places, second))
    assert missing(USB, boxes) == ["1 of fuse_block are in use, 2 have a place"]
    boxes["box"] = replace(
        boxes["box"], places=(*housings()["box"].places, Placement("", "buzzer", "floor", (0, 0)))
    )
    assert "buzzer is placed in box and does not say so" in missing(USB, boxes)


def test_eight_round_glands_do_not_pass_the_cables_of_ten_hoops() -> None:
    boxes = dict(housings())
    others = tuple(each for each in boxes["box"].places if not each.carries)
    glands = tuple(
        Placement(f"gland {number}", "gland", "bottom", (6 + 28 * number, 18), carries={cable: 1})
        for number, cable in enumerate(
            ["siren", "lamp", "big_button", "screen", "hdmi_lead", *3 * ["usb_cable"]]
        )
    )
    boxes["box"] = replace(boxes["box"], places=(*others, *glands))
    told = entries(USB, boxes)
    assert "the plug of hdmi_lead does not pass gland 4 in box" in told
    assert "the plug of usb_cable does not pass gland 5 in box" in told
    assert "10 of usb_cable enter box, 3 have a hole" in told
    assert "2 of big_button enter box or strip or whistle, 1 have a hole" in told


def test_a_hole_takes_only_so_many_cables() -> None:
    boxes = dict(housings())
    places = (
        replace(each, carries={"usb_cable": 11}) if each.part == "split_gland" else each
        for each in boxes["box"].places
    )
    boxes["box"] = replace(boxes["box"], places=tuple(places))
    assert entries(USB, boxes) == ["split gland in box takes 10 cables"]


@pytest.mark.parametrize(
    ("kit", "wanted"),
    [
        (USB, {"gland": 9, "plug_gland": 11, "split_gland": 1}),
        (LINE, {"gland": 20, "plug_gland": 1, "split_gland": 0}),
        (RADIO, {"gland": 9, "plug_gland": 3, "split_gland": 0}),
        (KITS["whistle"], {"gland": 6, "plug_gland": 0, "split_gland": 0}),
    ],
    ids=["usb", "line", "radio", "whistle"],
)
def test_the_lists_have_the_glands_that_the_cables_need(kit: BuildKit, wanted: dict[str, int]) -> None:
    # Sirens, lamps, buttons at both ends, the screen's supply; HDMI and USB by glands that open.
    counts = in_use(kit)
    assert {part: counts[part] for part in wanted} == wanted


@pytest.mark.parametrize(
    ("turn", "room", "body"),
    [
        (0, ((10, 20), (145, 116)), ((15, 60), (100, 116))),
        (90, ((10, 20), (106, 155)), ((10, 25), (66, 110))),
        (180, ((10, 20), (145, 116)), ((55, 20), (140, 76))),
        (270, ((10, 20), (106, 155)), ((50, 65), (106, 150))),
    ],
)
def test_a_turned_part_keeps_its_plugs_on_their_side(
    turn: int, room: tuple[tuple[int, int], ...], body: tuple[tuple[int, int], ...]
) -> None:
    # The Pi: 5 mm for the card on its left, 45 for USB plugs on its right, 40 for USB-C and HDMI below.
    pi = block(housings()["box"], Placement("pi", "pi", "floor", (10, 20), turn))
    assert ((pi.room.low[:2]), (pi.room.high[:2])) == room
    assert ((pi.body.low[:2]), (pi.body.high[:2])) == body


def test_a_part_may_not_stand_askew() -> None:
    with pytest.raises(ValueError, match="not 45"):
        block(housings()["box"], Placement("pi", "pi", "floor", (0, 0), 45))


def test_things_on_walls_and_lid_reach_inward() -> None:
    box = housings()["box"]
    long, wide, high = box.inside
    at = {
        on: block(box, Placement("vent", "vent", on, (40, 70)))
        for on in ("bottom", "top", "left", "right", "lid")
    }
    assert (at["bottom"].room.low, at["bottom"].room.high) == ((40, 0, 70), (58, 10, 88))
    assert (at["top"].room.low, at["top"].room.high) == ((40, wide - 10, 70), (58, wide, 88))
    assert (at["left"].room.low, at["left"].room.high) == ((0, 40, 70), (10, 58, 88))
    assert (at["right"].room.low, at["right"].room.high) == ((long - 10, 40, 70), (long, 58, 88))
    assert (at["lid"].room.low, at["lid"].room.high) == ((40, 70, high - 10), (58, 88, high))


def test_a_part_is_no_larger_than_its_room_and_its_box() -> None:
    for name, each in shop().sizes.items():
        if each.mm and each.room:
            assert each.room_at[0] + each.mm[0] <= each.room[0], name
            assert each.room_at[1] + each.mm[1] <= each.room[1], name
            assert each.mm[2] <= each.room[2], name
        if each.mm and each.inside_mm:
            assert all(inside < outside for inside, outside in zip(each.inside_mm, each.mm, strict=True)), (
                name
            )
        assert not each.built_in or each.mm, name


def test_the_post_s_measures_are_those_of_its_head() -> None:
    housing = housings()["head"]
    wide, high, _ = housing.outside
    assert (POST_MM["head"], POST_MM["head high"]) == (wide, high)
    floor, wall = POST_MM["top"] - high, (high - housing.inside[1]) / 2
    at = {each.place.name: each for each in blocks(USB, housing)}
    assert POST_MM["reader"] == floor + wall + at["antenna of the reader"].body.middle[1]
    assert {POST_MM["buttons"]} == {floor + wall + at[name].body.middle[1] for name in ("4", "5")}
    assert POST_MM["padding"] < wide


def test_the_template_is_in_true_size() -> None:
    tree = ElementTree.fromstring(template_sheet().finish().svg())
    assert (tree.attrib["width"], tree.attrib["height"]) == tuple(f"{side}mm" for side in A4_MM)
    box = [float(number) for number in tree.attrib["viewBox"].split()]
    assert [side / UNITS_PER_MM for side in box] == [0, 0, *A4_MM]
    drilled = [each.attrib for each in tree.findall(".//{*}circle")]
    sizes_mm = sorted(2 * float(each["r"]) / UNITS_PER_MM for each in drilled)
    assert sizes_mm == [6, 10, *5 * [22]]
    front = next(each.attrib for each in tree.findall(".//{*}rect") if each.attrib["fill"] == "#ffffff")
    left, bottom = float(front["x"]), float(front["y"]) + float(front["height"])
    middles = {
        ((float(each["cx"]) - left) / UNITS_PER_MM, (bottom - float(each["cy"])) / UNITS_PER_MM)
        for each in drilled
    }
    head = housings()["head"]
    assert middles == {(hole.x, hole.y) for hole in holes(head, contents(["usb_readers"], "head"), "lid")}
    lines = [each.attrib["points"].split() for each in tree.findall(".//{*}polyline")]
    across = [float(line[-1].split(",")[0]) - float(line[0].split(",")[0]) for line in lines]
    assert RULER_MM * UNITS_PER_MM in across


def test_the_floor_s_template_is_in_true_size_and_has_the_pi_s_four_holes() -> None:
    """The Pi's holes are 58 mm and 49 mm apart, 3.5 mm from the edges at its card."""
    tree = ElementTree.fromstring(floor_sheet().finish().svg())
    assert (tree.attrib["width"], tree.attrib["height"]) == tuple(f"{side}mm" for side in A4_MM)
    at = [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in tree.findall(".//{*}circle")]
    across, down = ({round(each[axis] / UNITS_PER_MM, 2) for each in at} for axis in (0, 1))
    assert len(at) == 4
    assert (max(across) - min(across), max(down) - min(down)) == pytest.approx((58, 49))
    floor = next(each.attrib for each in tree.findall(".//{*}rect") if each.attrib["fill"] == "#ffffff")
    wide, long = (float(floor[side]) / UNITS_PER_MM for side in ("width", "height"))
    assert (long, wide) == housings()["whistle"].inside[:2]
    (pi,) = (each for each in contents(["whistle"], "whistle") if each.place.name == "Pi")
    left, top = (float(floor[side]) / UNITS_PER_MM for side in ("x", "y"))
    assert min(across) - left == pytest.approx(pi.body.low[1] + 3.5)
    assert min(down) - top == pytest.approx(pi.body.low[0] + 3.5)


def test_holes_are_measured_from_outside() -> None:
    box = housings()["box"]
    there = contents(["radio_readers"], "box")
    (socket,) = holes(box, there, "left")
    # 10 mm of wall and what lies below it; from outside, lid up, the box's upper wall is at the left.
    low, high = socket.block.body.low[1], socket.block.body.high[1]
    assert socket.x == 280 - (10 + (low + high) / 2)
    assert socket.words == "battery, XT60: 17 x 9 at 190.5 / 69"
    assert [hole.words.split(":")[0] for hole in holes(box, there, "right")] == ["vent", "HDMI", "USB"]
