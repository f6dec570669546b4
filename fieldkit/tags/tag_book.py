"""The meanings of tags and buttons, and the file of the data folder with the tags that were learned.

It has the form of the settings' ``[tags]`` and is replaced whole, with the comments that people put there.
"""

import json
import re
from pathlib import Path

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.files import save
from fieldkit.games.loading import load_games
from fieldkit.messages import Reading, Role, Sighting
from fieldkit.settings import Settings
from fieldkit.settings.reading import parse
from fieldkit.toml_file import in_short, parse_toml


class TagBook:
    """The tags and buttons that the settings name, for any thread; tags compare in upper case."""

    def __init__(self, settings: Settings) -> None:
        self._tags = meanings(settings)
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
        tag = reading.tag.upper() if reading.tag is not None else None
        button = reading.button or ""
        role, value = self._tags.get(tag or "", ("unknown", tag or button))
        if tag is None and button in self._buttons:
            role, value = "ball", self._buttons[button]
        return Sighting(reading.hoop, reading.at, reading.arrived, role, value, tag, reading.exact)


NAME = "tags.toml"
"""The file's name in the data folder."""
HEAD = """# Tags learned by `fieldkit tags learn`; edit at will. The [tags] of the settings go before these.
[tags]
"""

Tags = dict[str, tuple[Role, str]]
"""The meaning of each tag (upper-case hex), in the order of the file."""


class TagFile:
    """The file of learned tags in the folder ``data``; none is there before the first tag is learned."""

    def __init__(self, data: Path) -> None:
        self.path = data / NAME

    def tags(self) -> Tags:
        """Return the tags in the file now. Raises SettingsError with a line for each mistake in it."""
        return self._read(self._text())

    def add(self, tag: str, role: Role, value: str) -> None:
        """Save a tag. Raises SettingsError for a bad file, FieldkitError if it cannot be written."""
        text = self._text()
        wanted = self._read(text) | {tag.upper(): (role, value)}
        text = text.rstrip("\n") + "\n" if text.strip() else HEAD
        self._put(text + _line(tag.upper(), role, value), wanted)

    def remove(self, tag: str) -> None:
        """Forget a tag. Raises as `add` does."""
        text = self._text()
        wanted = {each: meaning for each, meaning in self._read(text).items() if each != tag.upper()}
        own = re.compile(rf"""\s*["']?{re.escape(tag)}["']?\s*=""", re.IGNORECASE)
        self._put("".join(line for line in text.splitlines(True) if not own.match(line)), wanted)

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise SettingsError(f"{self.path}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise SettingsError(f"{self.path}: is not TOML: {error}") from None

    def _read(self, text: str) -> Tags:
        try:
            raw = parse_toml(text.encode())
        except SettingsError as error:
            raise SettingsError(f"{self.path}: {error}") from None
        other = [f"{self.path}: [{in_short(key)}]: unknown; allowed are tags" for key in raw if key != "tags"]
        if other:
            raise SettingsError("\n".join(other))
        return meanings(parse(raw, str(self.path)))

    def _put(self, text: str, wanted: Tags) -> None:
        """Write ``text``, or a plain list if that would not give the wanted tags (an unusual layout)."""
        try:
            right = self._read(text) == wanted
        except SettingsError:
            right = False
        if not right:
            text = HEAD + "".join(_line(tag, role, value) for tag, (role, value) in wanted.items())
        save(self.path, text.encode("utf-8"))


def meanings(settings: Settings) -> Tags:
    """Return the meaning of each tag of the settings."""
    known = settings.tags.items()
    return {tag.upper(): (role, value) for tag, roles in known for role, value in roles.items()}


def with_learned(settings: Settings, data: Path) -> Settings:
    """Return the settings with the learned tags below their own. Raises SettingsError that names the file."""
    file = TagFile(data)
    learned = Settings(tags={tag: {role: value} for tag, (role, value) in file.tags().items()})  # type: ignore[dict-item] # parsed as such
    if not learned.tags:
        return settings
    try:
        load_games(learned)
    except SettingsError as error:
        raise SettingsError("\n".join(f"{file.path}: {line}" for line in str(error).split("\n"))) from None
    own = {tag.upper() for tag in settings.tags}
    beneath = {tag: roles for tag, roles in learned.tags.items() if tag not in own}
    return msgspec.structs.replace(settings, tags=beneath | settings.tags)


def _line(tag: str, role: Role, value: str) -> str:
    return f'"{tag}" = {{ {role} = {json.dumps(value)} }}\n'
