"""The inventory of a whole hoop: in a round only what lies there at its end is told.

Balls fly through such a reader's field, are put in and taken out again. What counts is what is there when the
whistle closes the round. Nothing here knows of ports, threads or clocks; every moment is in ns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.hoops.frames import Frame

CYCLE_MS = 200
"""A tag that is there is seen at least so often, whatever ``repeat_ms`` says."""


@dataclass(slots=True)
class _Stay:
    """A tag's time in the hoop so far, with the frame that told of it last."""

    since: int
    last: Frame


class Inventory:
    """The tags in one hoop; ``repeat`` (ns) is how long one out of sight still counts as there."""

    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._round = False
        self._stays: dict[str, _Stay] = {}

    def see(self, frame: Frame) -> bool:
        """Take note of a tag; True when to tell it now: newly there, and no round runs."""
        stay = self._stays.get(frame.value)
        new = stay is None or frame.at - stay.last.at >= self._repeat
        self._stays[frame.value] = _Stay(frame.at if new or stay is None else stay.since, frame)
        if not self._round:
            self._forget(frame.at)
        return new and not self._round

    def open(self) -> None:
        """Begin a round."""
        self._round = True

    def close(self, at: int) -> list[Frame]:
        """End the round at ``at``: each tag that was there then, at that moment, and what came later.

        What came between the whistle and this call keeps its own moment.
        """
        self._round = False
        told = []
        for stay in sorted(self._stays.values(), key=lambda stay: stay.since):
            if stay.since > at:
                told.append(replace(stay.last, at=stay.since))
            elif at - stay.last.at < self._repeat:
                told.append(replace(stay.last, at=at))
        return told

    def _forget(self, now: int) -> None:
        """Drop what has left the hoop; in a round nothing is, since its end may be told late."""
        self._stays = {tag: stay for tag, stay in self._stays.items() if now - stay.last.at < self._repeat}
