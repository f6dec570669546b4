"""What one check found, with its sentence and its cure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fieldkit.messages import Grade
from fieldkit.phrases import Message


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its grade, a sentence, and what to do unless all is well.

    ``text`` and ``cure`` are English sentences for a catalogue; ``params`` fill their ``{placeholders}``.
    What is ``absent`` is not here to be checked, and needs nothing.
    """

    check: str
    grade: Grade
    text: str
    cure: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    absent: bool = False

    @property
    def said(self) -> Message:
        """What it says, for any language."""
        return Message(self.text, self.params)

    @property
    def cured(self) -> Message | None:
        """What to do, for any language."""
        return Message(self.cure, self.params) if self.cure else None

    @property
    def says(self) -> str:
        """What it says, in English."""
        return str(self.said)

    @property
    def do(self) -> str:
        """What to do, in English."""
        return str(self.cured or "")

    def __str__(self) -> str:
        return f"{self.grade}  {self.check}: {self.says}" + (f" -> {self.do}" if self.do else "")
