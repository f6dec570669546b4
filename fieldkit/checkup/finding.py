"""The finding of one check: a sentence and its cure."""

from collections.abc import Mapping

import msgspec

from fieldkit.messages import Grade
from fieldkit.phrases import Message


class Finding(msgspec.Struct, frozen=True):
    """A check's grade, sentence and ``cure``, for a catalogue; what is ``absent`` cannot be checked."""

    check: str
    grade: Grade
    text: str
    cure: str = ""
    params: Mapping[str, object] = {}
    absent: bool = False

    @property
    def said(self) -> Message:
        """Return what it says, for any language."""
        return Message(self.text, self.params)

    @property
    def cured(self) -> Message | None:
        """Return what to do, for any language."""
        return Message(self.cure, self.params) if self.cure else None

    @property
    def says(self) -> str:
        """Return what it says, in English."""
        return str(self.said)

    @property
    def do(self) -> str:
        """Return what to do, in English."""
        return str(self.cured or "")

    def __str__(self) -> str:
        return f"{self.grade}  {self.check}: {self.says}" + (f" -> {self.do}" if self.do else "")


def ok(check: str, text: str, **params: object) -> Finding:
    """Return a finding with nothing to do."""
    return Finding(check, "pass", text, params=params)


def absent(check: str, text: str, **params: object) -> Finding:
    """Return a finding on something that is not here, which is fine."""
    return Finding(check, "pass", text, params=params, absent=True)


def warn(check: str, text: str, cure: str, **params: object) -> Finding:
    """Return a finding with which one can play."""
    return Finding(check, "warn", text, cure, params)


def fail(check: str, text: str, cure: str, **params: object) -> Finding:
    """Return a finding with which one cannot."""
    return Finding(check, "fail", text, cure, params)
