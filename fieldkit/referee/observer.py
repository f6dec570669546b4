"""What is tried beside a match, as the referee's thread meets it: nothing here may keep it waiting."""

from __future__ import annotations

from fieldkit.messages import CheckReport, Grade, LoopbackResult, Press, Reading, Sighting, Verdict
from fieldkit.referee.match import Match


class InputObserver:
    """Sees all that comes in, and while no match runs may claim it. This one claims nothing."""

    @property
    def verdict(self) -> Grade | None:
        """What the last check came to, for the match that is on or the next; None without one."""
        return None

    def saw(self, reading: Reading, sighting: Sighting) -> None:
        """A hoop has read something, perhaps not for the first time."""

    def saw_press(self, press: Press) -> None:
        """A button at the whistle was pressed, perhaps a while ago."""

    def felt(self, word: LoopbackResult) -> None:
        """A tried blast has ended."""

    def claims(self, reading: Reading) -> Verdict | None:
        """What the player is shown if this reading is a trial's and not the match's; None if it is not."""
        return None

    def claims_press(self, press: Press) -> bool:
        """True for a press that is a trial's and must start nothing."""
        return False

    def consume(self, reading: Reading) -> None:
        """A claimed reading is durable."""

    def consume_press(self, press: Press) -> None:
        """A claimed press is durable."""

    def follow(self, match: Match | None) -> None:
        """This is the match now."""

    def recall(self, checked: CheckReport) -> None:
        """The last check, from the record, at a start."""


NO_OBSERVER = InputObserver()
"""For a referee without a kit page."""
