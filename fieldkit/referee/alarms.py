"""The alarms: what is wrong with the kit now, in a sentence, and what to do about it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from fieldkit.clock import MS, NS
from fieldkit.errors import FieldkitError
from fieldkit.messages import Battery, BatteryState, Blast, CueReport, HoopStatus, LineTrouble, RadioDoubt
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term, tenths


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that is wrong, and its cure: two English sentences, and what fills their placeholders."""

    text: str
    cure: str
    params: Mapping[str, object] = field(default_factory=dict)


WHISTLE_AWAY = Alarm(
    N_("The whistle does not answer."),
    N_("Use your hand whistle. If the kit's whistle stays silent, check its process and power."),
)
WHISTLE_HUNG = Alarm(
    N_("The whistle hung and was started again."),
    N_("Listen to its next blast. If it stays silent, use your hand whistle."),
)
STOP_HELD = Alarm(
    N_("STOP is held down, or its wire is broken: no round starts."),
    N_(
        "Release the button. If it is up, fix its wire, and check that [buttons] stop_opens in the settings "
        "matches this button."
    ),
)
LOW_MV = 3400
"""A hoop whose battery has less (mV) does not last another match."""
STOP_HELD_S = 3.0
"""A STOP button that is down for so long (s) is stuck, or its wire is broken."""
GONE_S = 5.0
"""A scoreboard that is away for less (s) has only been restarted."""
FORGOTTEN_S = 600.0
"""A scoreboard that is away for longer (s) was switched off on purpose."""
BLASTS: Mapping[Blast, Term] = {
    "ready": Term("ready"),
    "head_start": Term("head start"),
    "open": Term("open"),
    "warn": Term("warning"),
    "close": Term("close"),
    "stop": Term("stop"),
}
"""What the whistle's blasts are called."""
STRAY_S = 60.0
"""A place that serves no hoop is told of for so long after something was read there (s)."""
_BATTERY: Mapping[BatteryState, tuple[str, str]] = {
    "low": (
        N_("The kit's battery is low: {volts} V."),
        N_("Charge or change it in the next long break. The record is safe."),
    ),
    "empty": (
        N_("The kit's battery is almost empty: {volts} V."),
        N_("Finish this round, then switch the kit off and charge or change its battery."),
    ),
    "odd": (
        N_("The kit's battery reads {volts} V; a 12 V battery has 9 to 16 V."),
        N_("Check how the INA219 is wired. Without a battery set [power] ina219 = false."),
    ),
    "away": (
        N_("The kit's battery is not measured: {why}."),
        N_("Look at the voltmeter on the box. Check the wires of the INA219."),
    ),
}
"""What is said of the kit's battery, and what to do."""
_JUMP_NS = 2 * NS
_JUMP_SHOWN_NS = 60 * NS


class Alarms:
    """The standing alarms by their id; an alarm stands until the one who raised it takes it back."""

    def __init__(self) -> None:
        self._standing: dict[str, Alarm] = {}
        self._stop_held_since: float | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._standing

    def set(self, name: str, alarm: Alarm | None) -> None:
        """Raise an alarm, or take it back with None."""
        if alarm is None:
            self._standing.pop(name, None)
        else:
            self._standing[name] = alarm

    def disk(self, why: FieldkitError) -> None:
        """The journal cannot take anything."""
        cure = N_("Play on and keep score on paper. Free space or change the card.")
        self.set("disk", Alarm(N_("{why}."), cure, {"why": why.said}))

    def journal_away(self, times: int) -> None:
        """The journal's file was removed or replaced while it was open, and was written back so often."""
        if times:
            cure = N_(
                "Leave the journal's file alone while the kit runs. "
                "The file that lay in its place is kept beside it."
            )
            text = N_("The journal's file was removed or replaced; the kit has written it back.")
            self.set("journal-away", Alarm(text, cure))

    def stop_held(self, held: bool) -> None:
        """The STOP button is down, or it is not."""
        if not held:
            self._stop_held_since = None
        elif self._stop_held_since is None:
            self._stop_held_since = time.monotonic()

    @property
    def stop_stays_down(self) -> bool:
        """True once STOP is down for longer than anybody presses it."""
        since = self._stop_held_since
        return since is not None and time.monotonic() - since >= STOP_HELD_S

    def cue(self, report: CueReport) -> None:
        """A blast that was late or missed; the next one on time takes the alarm back."""
        if report.outcome == "sounded":
            self.set("cue", None)
            self.set("whistle-hung", None)
            return
        params: dict[str, object] = {"blast": BLASTS[report.blast], "ms": (report.late_ns or 0) // MS}
        if report.outcome == "late":
            text = N_("The blast {blast} was {ms} ms late.")
            self.set("cue", Alarm(text, N_("Check the machine's load."), params))
        elif report.outcome == "missed":
            cure = N_("Use your hand whistle. Check the wiring and power of the kit's whistle.")
            self.set("cue", Alarm(N_("The blast {blast} did not sound."), cure, params))

    def battery(self, battery: Battery | None) -> None:
        """The kit's own battery: low, empty soon, not to be read, or no battery at all."""
        wrong = None
        if battery is not None and battery.state != "ok":
            text, cure = _BATTERY[battery.state]
            volts = "" if battery.volts is None else tenths(battery.volts)
            wrong = Alarm(text, cure, {"volts": volts, "why": battery.why or ""})
        self.set("battery", wrong)

    def listed(
        self, hoops: Mapping[str, HoopStatus], translate: Language = ENGLISH, in_play: bool = False
    ) -> list[dict[str, str]]:
        """All that stand, the silent hoops and the low batteries, for the view.

        While a match is ``in_play`` nobody mends a cable: a silent hoop's balls are counted by hand.
        """
        standing = dict(self._standing)
        if self.stop_stays_down:
            standing["stop-held"] = STOP_HELD
        for name, status in sorted(hoops.items()):
            params: dict[str, object] = {"hoop": hoop_label(name)}
            if status.link == "silent":
                cure = status.cure or N_("Count its balls by hand. Check its cable and battery.")
                if in_play:
                    cure = N_("Count its balls by hand: tap the hoop.")
                text = N_("Hoop {hoop} is silent.")
                if status.radio is not None:
                    text, more = _radio_off(status.radio)
                    params |= more
                standing[f"hoop-{name}"] = Alarm(text, cure, params)
            elif status.battery_mv is not None and status.battery_mv < LOW_MV:
                text = N_("Hoop {hoop}: its battery is low ({volts} V).")
                params["volts"] = tenths(status.battery_mv / 1000)
                standing[f"battery-{name}"] = Alarm(text, N_("Change its battery in the next break."), params)
        return [
            {
                "id": name,
                "text": translate(Message(alarm.text, alarm.params)),
                "cure": translate(Message(alarm.cure, alarm.params)),
            }
            for name, alarm in standing.items()
        ]


def _radio_off(radio: RadioDoubt) -> tuple[str, Mapping[str, object]]:
    """What is said of a UHF reader that is kept off, and what fills it."""
    params: dict[str, object] = {"region": radio.region, "dbm": f"{radio.power_dbm:g}"}
    if radio.is_mute:
        return N_("Hoop {hoop}: its UHF reader is off: it does not confirm {region} at {dbm} dBm."), params
    params["told"] = radio.told_region or "?"
    params["told_dbm"] = "?" if radio.told_dbm is None else f"{radio.told_dbm:g}"
    text = N_(
        "Hoop {hoop}: its UHF reader is off. Asked for {region} at {dbm} dBm, "
        "it answers {told} at {told_dbm} dBm."
    )
    return text, params


def hoop_label(hoop: str) -> str:
    """What people call a hoop: ``7`` for ``h7``, else the id itself."""
    return hoop[1:] if hoop[:1] == "h" and hoop[1:].isdecimal() else hoop


class Scoreboards:
    """Watches how many scoreboards listen: one that did and is gone stands dark at the sideline."""

    def __init__(self) -> None:
        self._here = 0
        self._short_since: float | None = None

    def watch(self, alarms: Alarms, count: int) -> None:
        """Raise the alarm ``screen`` while fewer listen than did."""
        now = time.monotonic()
        away = 0.0 if self._short_since is None else now - self._short_since
        if count >= self._here or away > FORGOTTEN_S:
            self._here, self._short_since = count, None
            alarms.set("screen", None)
            return
        if self._short_since is None:
            self._short_since = now
        if away > GONE_S:
            text = (
                N_("The scoreboard is not connected.")
                if self._here == 1
                else N_("A scoreboard is not connected.")
            )
            alarms.set("screen", Alarm(text, N_("Check its power and network. It reconnects by itself.")))


class UnassignedNodes:
    """Watches places that serve no hoop of the field, a spare node for example, and are used anyway."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def note(self, place: str) -> None:
        """Something was read there."""
        self._seen[place] = time.monotonic()

    def watch(self, alarms: Alarms, links: Mapping[str, HoopStatus], crowded: bool) -> None:
        """Raise the one alarm ``strays`` for a while, or until the nodes there serve a hoop.

        ``crowded`` means that more nodes are heard than the kit can know.
        """
        now = time.monotonic()
        self._seen = {place: at for place, at in self._seen.items() if now - at <= STRAY_S and place in links}
        alarms.set("strays", self._alarm(crowded))

    def _alarm(self, crowded: bool) -> Alarm | None:
        if crowded:
            text = N_("More nodes are heard than the kit can know: spare nodes may find no room.")
            return Alarm(
                text, N_("Switch off nodes that do not belong to this field. Its own hoops count as always.")
            )
        if not self._seen:
            return None
        if len(self._seen) > 1:
            text = N_("{count} nodes serve no hoop yet: their balls are not counted.")
            cure = N_("Assign them to hoops on the kit page, or switch them off.")
            return Alarm(text, cure, {"count": len(self._seen)})
        text = N_("Node {node} serves no hoop yet: its balls are not counted.")
        cure = N_("Assign it to a hoop on the kit page, or switch it off.")
        return Alarm(text, cure, {"node": next(iter(self._seen))})


class NodeMixUps:
    """Watches nodes that cannot be told from another node, or from what somebody plays back."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def watch(self, alarms: Alarms, trouble: LineTrouble) -> None:
        """Raise an alarm for each of them, and take back that of all others."""
        found = {f"step-{name}": Alarm(*_OUT_OF_STEP, {"node": name}) for name in trouble.out_of_step}
        found |= {f"twins-{name}": Alarm(*_RADIO_TWINS, {"node": name}) for name in trouble.radio_twins}
        found |= {f"twins-{name}": Alarm(*_TWINS, {"node": name}) for name in trouble.twins}
        for id in self._told - found.keys():
            alarms.set(id, None)
        for id, alarm in found.items():
            alarms.set(id, alarm)
        self._told = set(found)


_TWINS = (
    N_("Two nodes call themselves {node}: both count for one hoop."),
    N_("Switch one of them off, and give it another name."),
)
_RADIO_TWINS = (
    N_("Two radio nodes call themselves {node}: only the paired one counts."),
    N_("Switch off the one that blinks slowly, and give it another name."),
)
_OUT_OF_STEP = (
    N_("Node {node} is not counted: it has lost the number of its last start."),
    N_("Pair it again: hold two of its buttons while switching it on, then use the kit page, Spares."),
)


class WallClock:
    """Watches the wall clock against the monotonic one: a jump spoils labels and nothing else."""

    def __init__(self) -> None:
        self._apart = self._difference()
        self._shown_until = 0

    def watch(self, alarms: Alarms) -> None:
        """Raise the alarm ``clock`` for a minute after a jump of more than 2 s."""
        apart, now = self._difference(), time.monotonic_ns()
        if abs(jump := apart - self._apart) > _JUMP_NS:
            self._apart, self._shown_until = apart, now + _JUMP_SHOWN_NS
            cure = N_("Nothing to do: the match has its own clock; only the times on the record jump.")
            text = N_("The machine's clock jumped by {seconds} s.")
            alarms.set("clock", Alarm(text, cure, {"seconds": f"{jump / NS:.0f}"}))
        elif now >= self._shown_until:
            alarms.set("clock", None)

    @staticmethod
    def _difference() -> int:
        return time.time_ns() - time.monotonic_ns()
