"""Trials of the kit between matches, as the referee's thread sees them: nothing here may block it."""

from __future__ import annotations

from fieldkit.messages import CheckReport, Grade, LoopbackResult, Press, Reading, Sighting, Verdict
from fieldkit.referee.match import Match


class InputObserver:
    """Sees every input, and may claim it while no match runs. This one claims nothing."""

    @property
    def verdict(self) -> Grade | None:
        """The verdict of the last check for the present match or the next, or None."""
        return None

    def saw(self, reading: Reading, sighting: Sighting) -> None:
        """Note a reading of a hoop, perhaps a repeated one."""

    def saw_press(self, press: Press) -> None:
        """Note a press of a button at the whistle, perhaps of a while ago."""

    def felt(self, word: LoopbackResult) -> None:
        """Note the end of a test blast."""

    def claims(self, reading: Reading) -> Verdict | None:
        """Return the verdict to show if this reading belongs to a trial and not to the match, or None."""
        return None

    def claims_press(self, press: Press) -> bool:
        """Return True for a press that belongs to a trial and must start nothing."""
        return False

    def consume(self, reading: Reading) -> None:
        """Note that a claimed reading is durable."""

    def consume_press(self, press: Press) -> None:
        """Note that a claimed press is durable."""

    def follow(self, match: Match | None) -> None:
        """Note the present match."""

    def recall(self, checked: CheckReport) -> None:
        """Take the last check from the record, at a start."""


NO_OBSERVER = InputObserver()
"""For a referee without a kit page."""
