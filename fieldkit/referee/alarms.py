"""The alarms: present faults of the kit, each with a sentence about its cure."""

import time
from collections.abc import Mapping

import msgspec

from fieldkit.clock import MS
from fieldkit.errors import FieldkitError
from fieldkit.messages import Battery, BatteryState, Blast, CueReport, HoopStatus, RadioDoubt
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term, tenths


class Alarm(msgspec.Struct, frozen=True):
    """A fault and its cure: two English sentences with the parameters of their placeholders."""

    text: str
    cure: str
    params: Mapping[str, object] = {}


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
"""A hoop whose battery is below this (mV) does not last another match."""
STOP_HELD_S = 3.0
"""A STOP button that is down for longer (s) is stuck, or its wire is broken."""
BLASTS: Mapping[Blast, Term] = {
    "ready": Term("ready"),
    "head_start": Term("head start"),
    "open": Term("open"),
    "warn": Term("warning"),
    "close": Term("close"),
    "stop": Term("stop"),
}
"""The names of the whistle's blasts."""
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


class Alarms:
    """The standing alarms by their id; an alarm stands until it is withdrawn."""

    def __init__(self) -> None:
        self._standing: dict[str, Alarm] = {}
        self._stop_held_since: float | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._standing

    def set(self, name: str, alarm: Alarm | None) -> None:
        """Raise an alarm, or withdraw it with None."""
        if alarm is None:
            self._standing.pop(name, None)
        else:
            self._standing[name] = alarm

    def disk(self, why: FieldkitError) -> None:
        """Tell that the journal cannot store anything."""
        cure = N_("Play on and keep score on paper. Free space or change the card.")
        self.set("disk", Alarm(N_("{why}."), cure, {"why": why.said}))

    def journal_away(self, times: int) -> None:
        """Tell that the journal's file was removed or replaced while it was open, if it ever was."""
        if times:
            cure = N_(
                "Leave the journal's file alone while the kit runs. "
                "The file that lay in its place is kept beside it."
            )
            text = N_("The journal's file was removed or replaced; the kit has written it back.")
            self.set("journal-away", Alarm(text, cure))

    def stop_held(self, held: bool) -> None:
        """Note that the STOP button is down, or no longer."""
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
        """Tell of a blast that was late or missed; the next one on time withdraws the alarm."""
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
        """Tell of the kit's own battery: low, almost empty, unreadable, or no battery at all."""
        wrong = None
        if battery is not None and battery.state != "ok":
            text, cure = _BATTERY[battery.state]
            volts = "" if battery.volts is None else tenths(battery.volts)
            wrong = Alarm(text, cure, {"volts": volts, "why": battery.why or ""})
        self.set("battery", wrong)

    def listed(
        self, hoops: Mapping[str, HoopStatus], translate: Language = ENGLISH, in_play: bool = False
    ) -> list[dict[str, str]]:
        """List all alarms for the view; for a silent hoop ``in_play`` the cure is to count by hand."""
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

        def said(template: str, alarm: Alarm) -> str:
            return translate(Message(template, alarm.params))

        return [
            {"id": name, "text": said(alarm.text, alarm), "cure": said(alarm.cure, alarm)}
            for name, alarm in standing.items()
        ]


def _radio_off(radio: RadioDoubt) -> tuple[str, Mapping[str, object]]:
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
    """Return the name of a hoop: ``7`` for ``h7``, else the id itself."""
    return hoop[1:] if hoop[:1] == "h" and hoop[1:].isdecimal() else hoop
