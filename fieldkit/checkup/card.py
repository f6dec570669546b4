"""The notes that a start from a card leaves in the data folder, for the doctor and the kit's page."""

from pathlib import Path

import msgspec

from fieldkit.checkup.finding import Finding, warn
from fieldkit.phrases import N_

NOTES = "card.json"
"""The file in the data folder."""


class CardNotes(msgspec.Struct, frozen=True):
    """The mistakes in ``fieldkit.txt``, and the version that was refused since it was not healthy."""

    mistakes: tuple[str, ...] = ()
    refused: str = ""


def card(data: Path) -> list[Finding]:
    """Return what is wrong with the card's files; nothing on a machine that was not set up from a card."""
    try:
        notes = msgspec.json.decode((data / NOTES).read_bytes(), type=CardNotes)
    except (OSError, msgspec.MsgspecError):
        return []
    cure = N_("correct fieldkit.txt on the card, and switch the kit on again")
    found = [warn("card", N_("{why}"), cure, why=each) for each in notes.mistakes]
    if notes.refused:
        text = N_("version {version} did not come up healthy; the version before runs again")
        cure = N_("play on; fieldkit-log.txt on the card tells more; put a newer version onto it")
        found.append(warn("card", text, cure, version=notes.refused))
    return found
