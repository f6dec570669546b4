"""The messages between the kit's parts: values only.

Every moment is in ns of the kit's clock (`fieldkit.clock`) unless a name says otherwise.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from fieldkit.phrases import Message

Blast = Literal["ready", "head_start", "open", "warn", "close", "stop"]
"""The whistle's words: two short, one short (high), one long, three short, two long, five fast."""

Lamp = Literal["round", "alarm"]
"""The whistle's lamps."""

Verdict = Literal["counted", "held", "refused"]
"""The verdict on a sighting: counted as a deposit, held for the referee, or refused and shown."""

Role = Literal["ball", "marker", "player", "unknown"]
"""The meaning of a tag or button."""

BLAST_MS = {"ready": 600, "head_start": 250, "open": 1000, "warn": 1000, "close": 1450, "stop": 820}
"""The length of each blast, from its first edge to its last."""


class Cue(msgspec.Struct, frozen=True):
    """One blast with the moment it is due. The ``id`` makes ordering it twice harmless."""

    id: str
    blast: Blast
    due: int


class Sighting(msgspec.Struct, frozen=True):
    """A thing seen in a hoop.

    ``at`` is the moment it happened, ``arrived`` the moment it reached the kit. ``value`` is a ball's kind, a
    marker's team, a player as ``team/number``, or the raw tag or button of an unknown thing. ``tag`` tells
    balls of a kind apart; None for a button. If not ``exact``, a node without power had kept it: it happened
    at ``at`` or at any moment before.
    """

    hoop: str
    at: int
    arrived: int
    role: Role
    value: str
    tag: str | None = None
    exact: bool = True


SEAT, CAPTAIN, CREW, SCREEN = "seat/", "captain/", "crew", "screen"
"""The beginning of ``by`` for a player's phone and a team's captain (an id follows), and other senders."""


class GameCommand(msgspec.Struct, frozen=True):
    """A command for a game, made by ``by`` (``tablet``, ``button``, ``clock``) at the moment ``at``."""

    command: object
    at: int
    by: str


class Deadline(msgspec.Struct, frozen=True):
    """A deadline named by the game, which has come; ``held``: STOP is down, and no round starts by itself."""

    at: int
    held: bool = False


class Interruption(msgspec.Struct, frozen=True):
    """The whistle lost the round: ``last`` is the record's last moment (old clock), ``at`` the present."""

    last: int
    at: int
    same_clock: bool


class BareRound(msgspec.Struct, frozen=True):
    """A round that the whistle ran by itself; ``stopped`` is its stop button's moment, if any."""

    id: str
    opened: int
    closes: int
    stopped: int | None = None


class DelayedOpening(msgspec.Struct, frozen=True):
    """The opening blast could not be ordered in time (a slow disk); the round now opens at ``opens``."""

    opens: int
    at: int


Input = GameCommand | Sighting | Deadline | Interruption | BareRound | DelayedOpening
"""Everything that a game decides on."""

Chance = Callable[[int], int]
"""``chance(n)`` is a number from 0 to n-1; the caller owns the dice, so that a game stays pure."""


class FrameId(msgspec.Struct, frozen=True):
    """A frame of one start of a hoop node: taken once, however often the line repeats it."""

    hoop: str
    boot: str
    seq: int


class Reading(msgspec.Struct, frozen=True):
    """A tag or a button as a hoop link read it, before anyone knows what it stands for.

    Exactly one of ``tag`` and ``button`` is set. ``answer`` is called once, from any thread, when the reading
    is durable: with the verdict if there is one. ``frame`` is None on links that cannot repeat; it names the
    node itself, also one that serves another's ``hoop``. ``rssi_dbm`` is the tag's signal strength if the
    reader measures it. ``at`` and ``exact`` as in `Sighting`.
    """

    hoop: str
    at: int
    arrived: int
    tag: str | None
    button: str | None
    frame: FrameId | None
    answer: Callable[[Verdict | None], None]
    rssi_dbm: int | None = None
    exact: bool = True


WEAK_DBM = -75
"""A radio node that is heard weaker than this (dBm) is too far away.

People in between take 10 to 20 dB more, and an ESP32 hears nothing below about -95 dBm.
"""


class RadioDoubt(msgspec.Struct, frozen=True):
    """A UHF reader that is kept off: it confirms other than ``region`` and ``power_dbm``, or nothing."""

    region: str
    power_dbm: float
    told_region: str | None = None
    told_dbm: float | None = None

    @property
    def is_mute(self) -> bool:
        """True where it answered nothing at all."""
        return self.told_region is None and self.told_dbm is None


class HoopStatus(msgspec.Struct, frozen=True):
    """The state of a hoop's link: a change of any field but the counters is worth a new view.

    ``link`` is ``ok``, ``silent`` (port lost, or not heard for 12 s) or ``none`` (no link is configured).
    ``cure`` is a sentence in which ``{hoop}`` stands for the hoop's number. ``node`` is the id of the node
    that serves the hoop, None if only readers do. ``rssi_dbm`` is the strength of that node's radio at the
    bridge; without a node, of the reader's last tag. ``radio`` is set while a UHF reader of the hoop is kept
    off, which makes the hoop ``silent``.
    """

    hoop: str
    link: Literal["ok", "silent", "none"]
    battery_mv: int | None = None
    rssi_dbm: int | None = None
    dropped: int = 0
    frames: int = 0
    misread: int = 0
    firmware: str | None = None
    cure: str = ""
    node: str | None = None
    radio: RadioDoubt | None = None

    @property
    def by_radio(self) -> bool:
        """True if it is served by a node's radio, of known strength."""
        return self.node is not None and self.rssi_dbm is not None

    @property
    def is_weak(self) -> bool:
        """True if the node's radio is too weak for a match."""
        return self.by_radio and (self.rssi_dbm or 0) < WEAK_DBM


class RadioBridge(msgspec.Struct, frozen=True):
    """A bridge to radio hoop nodes: messages ``refused`` for their seal, ``pairs`` with addresses."""

    name: str
    refused: int
    pairing_s: int
    pairs: Mapping[str, str]


class LineTrouble(msgspec.Struct, frozen=True):
    """Trouble with the hoop nodes as a whole.

    ``crowded``: more names are heard than the kit can know, and some are turned away. ``twins`` are names
    under which two nodes speak, both of which count; ``radio_twins`` are those under which a bridge hears a
    second board, which does not count. ``out_of_step`` are nodes that a bridge refuses, since what they say
    is older than what it has heard of them: they have lost the number of their start.
    """

    crowded: bool = False
    twins: tuple[str, ...] = ()
    radio_twins: tuple[str, ...] = ()
    out_of_step: tuple[str, ...] = ()


BatteryState = Literal["ok", "low", "empty", "odd", "away"]
"""``odd`` is a voltage that no battery of 12.8 V has, ``away`` that nothing can be read."""


class Battery(msgspec.Struct, frozen=True):
    """The kit's own battery: its voltage (V), smoothed, with one decimal; without one ``why`` says why."""

    state: BatteryState
    volts: float | None = None
    why: Message | None = None


CueOutcome = Literal["waiting", "sounded", "late", "missed", "cancelled"]


class CueReport(msgspec.Struct, frozen=True):
    """The outcome of a cue; ``late_ns`` is the lateness of its first edge, in real ns."""

    id: str
    blast: Blast
    due: int
    outcome: CueOutcome
    at: int | None = None
    late_ns: int | None = None


class Press(msgspec.Struct, frozen=True):
    """A button press at the whistle; after ``expires`` the whistle acts by itself (a bare round)."""

    id: str
    button: Literal["start", "stop"]
    at: int
    expires: int


class LoopbackResult(msgspec.Struct, frozen=True):
    """The end of a test blast; ``felt``: the loop-back wire followed it. Without a wire none comes."""

    blast: Blast
    felt: bool


class StopHeld(msgspec.Struct, frozen=True):
    """The STOP button is down, or no longer: somebody holds it, or its wire is broken."""

    held: bool


class WhistleHello(msgspec.Struct, frozen=True):
    """The whistle's first message on a connection: its start (``boot``), and what it remembers of it.

    ``waiting`` are the ids of cues still to sound, ``reports`` the outcomes of the last 256, ``presses`` and
    ``bares`` the last 64 of each. The referee takes those that it has not yet recorded, by id. ``stop_held``
    as in `StopHeld`.
    """

    boot: str
    waiting: tuple[str, ...] = ()
    reports: tuple[CueReport, ...] = ()
    presses: tuple[Press, ...] = ()
    bares: tuple[BareRound, ...] = ()
    stop_held: bool = False


class WhistleAway(msgspec.Struct, frozen=True):
    """The connection to the whistle is gone, or, ``silent``, it has not answered on it for half a second."""

    silent: bool = False


WhistleEvent = WhistleHello | CueReport | Press | BareRound | LoopbackResult | StopHeld | WhistleAway
"""Everything that the whistle tells the referee."""

Grade = Literal["pass", "warn", "fail"]


def worst_of(grades: Iterable[Grade]) -> Grade:
    """Return the worst of some grades."""
    return max(grades, key=("pass", "warn", "fail").index, default="pass")


class CheckItem(msgspec.Struct, frozen=True):
    """One thing that a check examined, as the referee read it; ``absent``: it was not there."""

    check: str
    title: str
    grade: Grade
    says: str
    do: str = ""
    absent: bool = False


class CheckReport(msgspec.Struct, frozen=True):
    """The verdict of a check of the kit with all items; ``at`` is the moment it ended (ns)."""

    verdict: Grade
    at: int
    items: tuple[CheckItem, ...]


class KitSheet(CheckReport, frozen=True):
    """A test sheet of the kit: what its doctor measured, at any time and without the referee."""
