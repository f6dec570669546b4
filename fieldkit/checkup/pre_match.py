"""The check before a match, pure: what the referee tries by hand, what the kit finds itself, the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from fieldkit.checkup.finding import Finding
from fieldkit.errors import Rejected, Unknown
from fieldkit.messages import WEAK_DBM, CheckItem, CheckReport, Grade, HoopStatus, Lamp, Press, worst_of
from fieldkit.phrases import N_, Language, Message, MessageList, Term, tenths
from fieldkit.referee.alarms import LOW_MV, hoop_label

SEARCH_S = 30.0
"""Items that the kit finds by itself should be found by then."""
BLAST, KIT = "blast", "kit"
"""The items of the whistle's sound, and of what the kit finds by itself until it is found."""
Said = Term | Message | MessageList
"""A text before it is said in any language."""

_LAMPS: Mapping[Lamp, Term] = {"round": Term("Round lamp"), "alarm": Term("Alarm lamp")}
_BUTTONS: Mapping[str, tuple[Term, Term]] = {
    "start": (Term("Start button"), Term("Press the start button at the whistle.")),
    "stop": (Term("Stop button"), Term("Press the stop button at the whistle.")),
}
_TITLES: Mapping[str, Term] = {
    "pins": Term("Pins"),
    "whistle": Term("Whistle process"),
    "real time": Term("Real time"),
    "hoops": Term("Readers"),
    "tags": Term("Tags and spare nodes"),
    "disk": Term("Disk"),
    "journal": Term("Journal"),
    "space": Term("Free space"),
    "second copy": Term("Second copy"),
    "clock": Term("Time of day"),
    "scoreboard": Term("Scoreboard"),
    "voice": Term("Voice"),
    "stations": Term("Wi-Fi stations"),
    "power": Term("Power"),
    "temperature": Term("Temperature"),
    "usb": Term("Power for USB"),
    "battery": Term("Battery"),
    "address": Term("Address"),
    "versions": Term("Versions"),
    "clocks": Term("Clocks"),
    "edges": Term("Edges of the whistle"),
    "loop-back": Term("Loop-back wire"),
    "journal's head": Term("Head of the journal"),
    "card": Term("Card"),
}
_NEARER = N_(
    "Its radio is weak: raise the bridge or move it nearer, until the signal is {limit} dBm or better."
)


class CheckStep(msgspec.Struct, frozen=True):
    """One thing to look at: ``asks`` the referee, is driven by ``order``, belongs to ``hoop``."""

    check: str
    title: Said
    grade: Grade | Literal["open"] = "open"
    says: Said | None = None
    do: Said | None = None
    asks: bool = False
    hoop: str | None = None
    order: Mapping[str, Any] | None = None
    absent: bool = False

    def told(self, translate: Language) -> dict[str, Any]:
        """Return what it says in a language, as in a `CheckItem`."""
        says, do = spoken(self.says, translate), spoken(self.do, translate)
        own = {"check": self.check, "title": translate(self.title), "grade": self.grade}
        return own | {"says": says, "do": do, "absent": self.absent}


class Scan(msgspec.Struct, frozen=True):
    """A hoop's reading: the tag or the button, what it stands for, and how strong it was (dBm)."""

    tag: str | None
    button: str | None
    means: Term | Message | None
    rssi_dbm: int | None


@dataclass(slots=True)
class Check:
    """A check of the kit, since ``began`` (s, monotonic); ``wired``: a loop-back wire is at the whistle."""

    hoops: Sequence[str]
    began: float
    wired: bool = False
    _answers: dict[str, bool] = field(default_factory=dict)
    _pressed: set[str] = field(default_factory=set)
    _scans: dict[str, Scan] = field(default_factory=dict)
    _felt: bool | None = None
    _found: Sequence[Finding] | None = None

    def awaits(self, button: Press) -> bool:
        """Return True while this button at the whistle has not been pressed."""
        return button.button not in self._pressed

    def press(self, button: Press) -> None:
        """Note that a button at the whistle was pressed."""
        self._pressed.add(button.button)

    def scan(self, hoop: str, scan: Scan) -> None:
        """Note what a hoop has read."""
        self._scans[hoop] = scan

    def felt(self, felt: bool) -> None:
        """Note whether the loop-back wire carried the test blast."""
        self._felt = felt

    def find(self, findings: Sequence[Finding]) -> None:
        """Note what the kit has found by itself."""
        self._found = findings

    def answer(self, check: str, well: bool) -> None:
        """Note what the referee heard or saw. Raises Unknown, and Rejected for an item that asks nothing."""
        found = next((item for item in self.items({}, self.began) if item.check == check), None)
        if found is None:
            raise Unknown("unknown_check", "This check has no item {check}.", check=check)
        if not found.asks:
            raise Rejected("asks_nothing", "The kit checks this by itself.")
        self._answers[check] = well

    def items(self, statuses: Mapping[str, HoopStatus], now: float) -> list[CheckStep]:
        """Return all items, in their order, with the hoops' links as they are and ``now`` (s)."""
        buttons = [self._button(button) for button in _BUTTONS]
        lamps = [self._lamp(lamp) for lamp in _LAMPS]
        hoops = [self._hoop(hoop, statuses.get(hoop)) for hoop in self.hoops]
        return [self._blast(), *lamps, *buttons, *hoops, *self._kit(now)]

    def ended(
        self, statuses: Mapping[str, HoopStatus], now: float, at: int, translate: Language
    ) -> CheckReport:
        """Return the verdict at the moment ``at`` (ns); what is still open was not looked at."""
        looked = map(self._closed, self.items(statuses, now))
        items = tuple(CheckItem(**item.told(translate)) for item in looked)
        return CheckReport(worst_of(item.grade for item in items), at, items)

    def _closed(self, item: CheckStep) -> CheckStep:
        if item.grade != "open":
            return item
        if item.check == BLAST and self._answers.get(BLAST):
            says = Term("It was heard, but the loop-back wire did not measure it.")
            return replace(item, grade="fail", says=says)
        return replace(item, grade="warn", says=Term("Not checked."))

    def _blast(self) -> CheckStep:
        order = {"do": "blast", "blast": "open"}
        item = CheckStep(BLAST, Term("Whistle"), asks=True, order=order)
        heard = self._answers.get(BLAST)
        if self._felt is False:
            says = Term("The loop-back wire did not measure the blast.")
            do = Term("Check the whistle's driver and power, and the loop-back wire.")
            return replace(item, grade="fail", says=says, do=do)
        if heard is False:
            do = Term("Check the whistle's plug, power and driver; take a hand whistle.")
            return replace(item, grade="fail", says=Term("It was not heard."), do=do)
        if heard is None:
            return replace(item, do=Term("Sound a blast, and say whether you heard it."))
        if self.wired and self._felt is None:
            do = Term("Sound a blast: the loop-back wire must measure it.")
            return replace(item, says=Term("It was heard, but not measured yet."), do=do)
        says = Term("It was heard and measured.") if self._felt else Term("It was heard.")
        return replace(item, grade="pass", says=says)

    def _lamp(self, lamp: Lamp) -> CheckStep:
        order = {"do": "lamp", "lamp": lamp, "on": True}
        item = CheckStep(f"lamp-{lamp}", _LAMPS[lamp], asks=True, order=order)
        match self._answers.get(item.check):
            case None:
                return replace(item, do=Term("Light it, and say whether you saw it."))
            case True:
                return replace(item, grade="pass", says=Term("It was seen."))
        do = Term("Check the lamp's plug and its driver.")
        return replace(item, grade="fail", says=Term("It was not seen."), do=do)

    def _button(self, button: str) -> CheckStep:
        title, do = _BUTTONS[button]
        if button in self._pressed:
            return CheckStep(f"button-{button}", title, "pass", Term("It was pressed."))
        return CheckStep(f"button-{button}", title, do=do)

    def _hoop(self, hoop: str, status: HoopStatus | None) -> CheckStep:
        number = {"hoop": hoop_label(hoop)}
        item = CheckStep(f"hoop-{hoop}", Message("Hoop {hoop}", number), hoop=hoop)
        scan = self._scans.get(hoop)
        if scan is None and status is not None and status.link == "silent":
            do = Message(status.cure or N_("Check its cable and battery."), number)
            return replace(item, grade="fail", says=Term("It is silent."), do=do)
        if scan is None:
            do = Message("Hold a tag to the reader of hoop {hoop}, or press one of its buttons.", number)
            return replace(item, do=do)
        says = _scanned(scan, status)
        if status is not None and status.battery_mv is not None and status.battery_mv < LOW_MV:
            return replace(item, grade="warn", says=says, do=Term("Change its battery before the match."))
        if status is not None and status.is_weak:
            return replace(item, grade="warn", says=says, do=Message(_NEARER, {"limit": WEAK_DBM}))
        return replace(item, grade="pass", says=says)

    def _kit(self, now: float) -> list[CheckStep]:
        if self._found is not None:
            found = sorted(self._found, key=lambda finding: finding.check == "address")
            return [automatic(finding) for finding in found]
        item = CheckStep(KIT, Term("The kit itself"), says=Term("The kit is checking itself."))
        if now - self.began < SEARCH_S:
            return [item]
        do = Term("Check its disk; restart the kit.")
        return [replace(item, grade="fail", says=Term("The kit could not check itself in time."), do=do)]


def automatic(finding: Finding) -> CheckStep:
    """Return what the kit found by itself as an item of a check."""
    title = _TITLES.get(finding.check, Term(finding.check))
    name = finding.check.replace(" ", "-")
    return CheckStep(name, title, finding.grade, finding.said, finding.cured, absent=finding.absent)


def spoken(said: Said | None, translate: Language) -> str:
    """Return a text as a whole sentence, "" for none; an address keeps its small letter."""
    if said is None:
        return ""
    text = translate(said)
    begins = text if text.startswith("http") else text[0].upper() + text[1:]
    return begins if text[-1] in ".!?" else f"{begins}."


def _scanned(scan: Scan, status: HoopStatus | None) -> MessageList:
    template = N_("Tag {value}") if scan.tag is not None else N_("Button {value}")
    parts: list[object] = [Message(template, {"value": scan.tag or scan.button})]
    if scan.means is not None:
        parts.append(scan.means)
    rssi = scan.rssi_dbm if scan.rssi_dbm is not None else status.rssi_dbm if status else None
    if rssi is not None:
        parts.append(Message("signal {rssi} dBm", {"rssi": rssi}))
    if status is not None and status.battery_mv is not None:
        parts.append(Message("battery {volts} V", {"volts": tenths(status.battery_mv / 1000)}))
    return MessageList(parts)
