"""The meanings of tags and buttons, by which a reading of a hoop becomes a sighting."""

from __future__ import annotations

from fieldkit.messages import Reading, Role, Sighting
from fieldkit.settings import Settings


class TagBook:
    """The tags and buttons that the settings name; tags compare in upper case.

    A tag may be learned or forgotten by another thread than the one that asks.
    """

    def __init__(self, settings: Settings) -> None:
        self._tags: dict[str, tuple[Role, str]] = {
            tag.upper(): (role, value)
            for tag, roles in settings.tags.items()
            for role, value in roles.items()
        }
        self._buttons = settings.button_kinds

    def knows(self, tag: str) -> bool:
        """Return True for a tag that has a meaning."""
        return tag.upper() in self._tags

    def learn(self, tag: str, role: Role, value: str) -> None:
        """Give a tag a meaning."""
        self._tags = {**self._tags, tag.upper(): (role, value)}

    def forget(self, tag: str) -> None:
        """Take a tag's meaning away."""
        self._tags = {each: meaning for each, meaning in self._tags.items() if each != tag.upper()}

    def sighting(self, reading: Reading) -> Sighting:
        """Give a reading its meaning; one without is ``unknown`` and keeps its tag or button."""
        role, value = self._meaning(reading)
        tag = reading.tag.upper() if reading.tag is not None else None
        return Sighting(reading.hoop, reading.at, reading.arrived, role, value, tag, reading.exact)

    def _meaning(self, reading: Reading) -> tuple[Role, str]:
        if reading.tag is not None:
            return self._tags.get(reading.tag.upper(), ("unknown", reading.tag.upper()))
        button = reading.button or ""
        kind = self._buttons.get(button)
        return ("ball", kind) if kind is not None else ("unknown", button)
