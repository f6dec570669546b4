"""The alarms: what is wrong with the kit now, in a sentence, and what to do about it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from fieldkit.clock import NS
from fieldkit.messages import CueReport, HoopStatus


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that is wrong, and its cure."""

    text: str
    cure: str


WHISTLE_AWAY = Alarm(
    "The whistle does not answer.",
    "Blow by mouth. If it stays away, check the whistle's process and its supply.",
)
_JUMP_NS = 2 * NS
_JUMP_SHOWN_NS = 60 * NS


class Alarms:
    """The standing alarms by their id; an alarm stands until whoever raised it takes it back."""

    def __init__(self) -> None:
        self._standing: dict[str, Alarm] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._standing

    def set(self, name: str, alarm: Alarm | None) -> None:
        """Raise an alarm, or take it back with None."""
        if alarm is None:
            self._standing.pop(name, None)
        else:
            self._standing[name] = alarm

    def disk(self, why: str) -> None:
        """The journal cannot take anything."""
        text = f"{why[0].upper()}{why[1:]}."
        cure = "Free space or change the card. Keep whistling, and write down what happens."
        self.set("disk", Alarm(text, cure))

    def cue(self, report: CueReport) -> None:
        """A blast that was late or missed; the next one on time takes the alarm back."""
        if report.outcome == "sounded":
            self.set("cue", None)
        elif report.outcome == "late":
            late = f" {report.late_ns // 1_000_000} ms" if report.late_ns is not None else ""
            self.set("cue", Alarm(f"The blast {report.blast} was{late} late.", "Check the machine's load."))
        elif report.outcome == "missed":
            cure = "Blow by mouth, and check the whistle's wiring and supply."
            self.set("cue", Alarm(f"The blast {report.blast} did not sound.", cure))

    def listed(self, hoops: Mapping[str, HoopStatus]) -> list[dict[str, str]]:
        """All that stand, and the silent hoops, for the view."""
        silent = {
            f"hoop-{name}": Alarm(
                f"Hoop {name} is silent.", status.cure or "Check its cable and its battery."
            )
            for name, status in sorted(hoops.items())
            if status.link == "silent"
        }
        return [
            {"id": name, "text": alarm.text, "cure": alarm.cure}
            for name, alarm in {**self._standing, **silent}.items()
        ]


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
            cure = "Nothing to do: play runs on its own clock, only the times written on the record jump."
            alarms.set("clock", Alarm(f"The machine's time of day jumped by {jump / NS:.0f} s.", cure))
        elif now >= self._shown_until:
            alarms.set("clock", None)

    @staticmethod
    def _difference() -> int:
        return time.time_ns() - time.monotonic_ns()
