"""The view behind ``/api/kit``, whole each time, in the kit's language; moments are ms of the kit's clock."""

import time
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, cast

from msgspec.structs import asdict

from fieldkit.checkup.pre_match import Check
from fieldkit.clock import MS
from fieldkit.games import Stage
from fieldkit.messages import Battery, BatteryState, Blast, CheckReport, Grade, HoopStatus, Lamp, RadioBridge
from fieldkit.phrases import Language, Message
from fieldkit.referee.alarms import hoop_label
from fieldkit.service.ending import OffState

Input = TypedDict(
    "Input",
    {
        "seq": int,
        "at": int,
        "from": Literal["hoop", "button"],
        "name": str,
        "node": str | None,
        "kind": Literal["tag", "button", "press"],
        "value": str,
        "means": str | None,
        "rssi_dbm": int | None,
    },
)
"""One reading or press.

``name`` is the hoop or the button, ``node`` what the hoop's node calls itself, which its label must say, None
for a bare reader. ``means`` is what the tag or button stands for.
"""


class HoopState(TypedDict):
    """A hoop as it is heard, by the hoop node ``node``; ``weak``: its radio is too weak for a match."""

    hoop: str
    link: Literal["ok", "silent", "none"]
    battery_mv: int | None
    rssi_dbm: int | None
    weak: bool
    dropped: int
    frames: int
    misread: int
    firmware: str | None
    node: str | None
    cure: str


class Outputs(TypedDict):
    """The outputs that can be driven: ``nodes`` are the hoops whose node can show something."""

    blasts: list[Blast]
    lamps: list[Lamp]
    nodes: list[str]


class FeltView(TypedDict):
    """The blast tried last, and whether the loop-back wire felt it."""

    blast: Blast
    felt: bool


class NodesView(TypedDict):
    """The nodes whose name is no hoop of the field, and which of them serves which hoop."""

    spares: list[str]
    takes: dict[str, str]


class PairView(TypedDict):
    """A node that is paired with a bridge, and the ``address`` of its radio."""

    node: str
    address: str


class BridgeView(TypedDict):
    """A radio bridge: how many messages it ``refused``, and for how long (s) it pairs nodes yet."""

    bridge: str
    refused: int
    pairing_s: int
    pairs: list[PairView]


class SortView(TypedDict):
    """Things to be tagged, and how many of them are; ``wanted`` None: any number."""

    role: str
    value: str
    name: str
    count: int
    wanted: int | None


class LessonView(TypedDict):
    """The progress of the enrolment of tags; with ``at`` None nothing more is asked for."""

    prompt: str
    said: str
    refused: bool
    learned: int
    at: int | None
    sorts: list[SortView]


CheckRow = TypedDict(
    "CheckRow",
    {
        "check": str,
        "title": str,
        "grade": Grade | Literal["open"],
        "says": str,
        "do": str,
        "asks": bool,
        "hoop": str | None,
        "try": dict[str, Any] | None,
        "absent": bool,
    },
)
"""One thing looked at. ``asks``: the referee says whether it was well; ``try``: the order that drives it.

``absent``: it is not here to be looked at.
"""


class CheckView(TypedDict):
    """The check before a match; while it is open ``verdict`` is None and ``at``, when it ended, is 0."""

    open: bool
    items: list[CheckRow]
    verdict: Grade | None
    at: int


class BatteryView(TypedDict):
    """The battery's state: its voltage (V), or ``why`` it cannot be read."""

    state: BatteryState
    volts: float | None
    why: str


class PowerView(TypedDict):
    """The battery, None where it is not measured or not yet, and what can be done about the machine."""

    battery: BatteryView | None
    off: OffState


class GameSettings(TypedDict):
    """A game's options that may be saved, how each is asked, and those ``fixed`` by the settings file."""

    table: str
    options: dict[str, Any]
    fields: list[dict[str, Any]]
    fixed: list[str]


class SettingsView(TypedDict):
    """Settings that may be saved; ``waits``: some count only after a restart, for which a page may ask."""

    tables: dict[str, dict[str, Any]]
    choices: dict[str, list[str]]
    fixed: dict[str, list[str]]
    games: dict[str, GameSettings]
    waits: bool
    restarts: bool


Origin = Literal["default", "own", "settings"]
"""The origin of a field: the game, the kit's page, or a file that the settings name."""

FieldView = TypedDict(
    "FieldView",
    {
        "from": Origin,
        "file": str,
        "hoops": list[dict[str, Any]],
        "piles": list[dict[str, Any]],
        "default": dict[str, Any],
    },
)
"""A game's field for the next match, and the game's ``default``; ``file`` names that of the settings."""


class KitView(TypedDict):
    """The whole view; ``idle``: no match runs; ``now`` comes last, from the web interface."""

    rev: int
    idle: bool
    stage: Stage
    number: int
    title: str
    urgent: bool
    inputs: list[Input]
    hoops: list[HoopState]
    whistle: Literal["ok", "away"]
    outputs: Outputs
    felt: FeltView | None
    nodes: NodesView
    bridges: list[BridgeView]
    lesson: LessonView | None
    check: CheckView | None
    power: PowerView
    settings: SettingsView
    fields: dict[str, FieldView]
    now: NotRequired[int]


def hoop_state(hoop: str, status: HoopStatus | None, translate: Language) -> HoopState:
    """Return a hoop with its link, None for one that was never heard."""
    status = status or HoopStatus(hoop, "none")
    cure = translate(Message(status.cure, {"hoop": hoop_label(hoop)})) if status.cure else ""
    shown = asdict(status) | {"weak": status.is_weak, "cure": cure}
    return cast(HoopState, {name: shown[name] for name in HoopState.__annotations__})


def bridge_view(bridge: RadioBridge) -> BridgeView:
    """Return a radio bridge with its pairs by name."""
    pairs: list[PairView] = [
        {"node": node, "address": ":".join(address[place : place + 2] for place in range(0, 12, 2))}
        for node, address in sorted(bridge.pairs.items())
    ]
    return {"bridge": bridge.name, "refused": bridge.refused, "pairing_s": bridge.pairing_s, "pairs": pairs}


def power_view(battery: Battery | None, off: OffState, translate: Language) -> PowerView:
    """Return the battery, if it is measured, and what can be done about the machine."""
    if battery is None:
        return {"battery": None, "off": off}
    why = "" if battery.why is None else translate(battery.why)
    return {"battery": {"state": battery.state, "volts": battery.volts, "why": why}, "off": off}


def open_check(check: Check, statuses: Mapping[str, HoopStatus], translate: Language) -> CheckView:
    """Return a check that goes on."""
    items = [
        _row(**item.told(translate), asks=item.asks, hoop=item.hoop, order=item.order)
        for item in check.items(statuses, time.monotonic())
    ]
    return {"open": True, "items": items, "verdict": None, "at": 0}


def ended_check(checked: CheckReport) -> CheckView:
    """Return a check that has ended, as it is on the record."""
    hoops = [item.check[5:] if item.check.startswith("hoop-") else None for item in checked.items]
    items = [_row(**asdict(item), hoop=hoop) for item, hoop in zip(checked.items, hoops, strict=True)]
    return {"open": False, "items": items, "verdict": checked.verdict, "at": checked.at // MS}


def _row(*, asks: bool = False, order: Mapping[str, Any] | None = None, **row: Any) -> CheckRow:
    return {**row, "asks": asks, "try": dict(order) if order else None}  # type: ignore[typeddict-item]
