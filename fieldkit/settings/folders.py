"""The places of the kit's data: the data folder, the journal and its second copy."""

import errno
import os
from pathlib import Path

from fieldkit.errors import SettingsError
from fieldkit.settings import Settings


def check_folders(settings: Settings, data: Path) -> None:
    """Raise SettingsError if the journal has no place, or its copy takes that or a device."""
    _check_copy(settings, data)
    name = settings.journal.path
    if not name:
        return
    place = Path(name).expanduser()
    try:
        if wrong := _no_file(place):
            raise SettingsError(f"[journal] path: {wrong}")
        import tempfile

        # SQLite puts files of its own beside the journal.
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO):
            text = f"[journal] path: no file can be made in {place.parent} ({error.strerror})"
            raise SettingsError(f"{text}; allowed is a folder that takes them") from None


def _check_copy(settings: Settings, data: Path) -> None:
    if not settings.journal.copy_to:
        return
    journal, place = journal_path(settings, data), Path(settings.journal.copy_to).expanduser()
    copied = place / journal.name if place.is_dir() else place
    allowed = "allowed is a folder or a file of its own, best on another card"
    if os.path.realpath(copied) == os.path.realpath(journal):
        raise SettingsError(f"[journal] copy_to: {place} would write over the journal itself; {allowed}")
    if copied.exists() and not copied.is_file():
        raise SettingsError(f"[journal] copy_to: {place} is a device or a pipe; {allowed}")


def _no_file(place: Path) -> str | None:
    allowed = "allowed is a file in a folder that is there"
    if not place.parent.is_dir():
        return f"there is no folder {place.parent}; allowed is one that is there"
    if place.is_dir():
        return f"{place} is a folder; {allowed}"
    return f"{place} is a device or a pipe; {allowed}" if place.exists() and not place.is_file() else None


def data_path(settings: Settings, given: str | None) -> Path:
    """Return the data folder: ``given``, else the settings', else the user's."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    named = given or settings.kit.data or f"{base}/fieldkit"
    try:
        return Path(named).expanduser()
    except RuntimeError:
        text = f"the data folder {named}: nobody here has that home; name one with --data"
        raise SettingsError(text) from None


def data_folder(settings: Settings, given: str | None) -> Path:
    """Return the data folder, made if need be (0700). Raises SettingsError."""
    folder = data_path(settings, given)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"the data folder {folder} cannot be made: {error.strerror}") from None
    return folder


def journal_path(settings: Settings, data: Path) -> Path:
    """Return the journal's file."""
    return Path(settings.journal.path).expanduser() if settings.journal.path else data / "journal.sqlite3"
