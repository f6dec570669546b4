"""Access to the hub: fields by keys, people by PINs of their own, all kept as hashes, revoked for good."""

import contextlib
import hashlib
import hmac
import os
import secrets
import threading
from collections.abc import Collection
from contextvars import ContextVar
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal, get_args

import msgspec

from fieldkit.errors import FieldkitError, Rejected, Unknown
from fieldkit.hub.database import Conflict
from fieldkit.hub.settings import HubSettings
from fieldkit.hub.store import Key, Store
from fieldkit.journal.record import wall_label
from fieldkit.phrases import N_

Role = Literal["organiser", "referee", "crew", "reader"]
"""The organiser does everything, a referee confirms what one field played, the crew checks teams in and
assigns screens, a reader looks."""
ROLES: tuple[Role, ...] = get_args(Role)
FIELD = "field"
SESSION, COOKIES = "session", "cookies"
"""The roles of what else lies among the keys: who is logged in (``name`` is a person's id), and the key that
signs their cookies.
"""
ORGANISER = "organiser"
SETTLED = "s-"
"""The beginning of the id of a key that stands in the settings."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of what keys and PINs are made: nothing that reads like another."""
PIN_LETTERS, KEY_LETTERS = 12, 26
"""The lengths of a person's PIN and of a field's key: more than anybody guesses."""
SESSION_DAYS = 30
"""The days for which somebody stays logged in."""
MAX_SESSIONS = 64
"""The number of sessions one person may have; a new one takes the place of the oldest."""
MAX_NAME = 40
PIN_FILE = "organiser.pin"
"""The file of the data folder that has the organiser's PIN."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who is logged in; ``field`` is a referee's own, ``name`` stands beside what they decide."""

    id: str
    role: Role
    name: str
    field: str = ""


def organiser_pin(settings: HubSettings, data: Path) -> str:
    """Return the organiser's PIN, of the settings or made and kept in ``data``. Raises FieldkitError."""
    return settings.hub.pin or _pin_in(data / PIN_FILE, make=True)


def known_pin(settings: HubSettings, data: Path, new: bool = False) -> str:
    """Return the PIN of a hub that has run, or with ``new`` another one. Raises FieldkitError."""
    if settings.hub.pin is not None:
        return settings.hub.pin
    place = data / PIN_FILE
    if not place.exists():
        raise no_hub(data)
    if new:
        place.unlink(missing_ok=True)
    return _pin_in(place, make=new)


def no_hub(data: Path) -> FieldkitError:
    """No hub has run with this folder."""
    text = N_("No hub has run with {data}: give --settings and --data as the hub itself was given them.")
    return FieldkitError(text, data=data)


def _pin_in(place: Path, make: bool) -> str:
    try:
        if make:
            private = partial(os.open, mode=0o600)
            with contextlib.suppress(FileExistsError), open(place, "x", opener=private) as file:
                file.write(f"{new_secret(PIN_LETTERS)}\n")
        found = place.read_text(encoding="utf-8").strip()
    except OSError as error:
        text = N_("The organiser's PIN cannot be kept in {place}: {why}")
        raise FieldkitError(text, place=place, why=error.strerror) from None
    if len(found) < PIN_LETTERS:
        text = N_("The organiser's PIN in {place} cannot be read: delete that file.")
        raise FieldkitError(text, place=place)
    return found


def new_secret(letters: int) -> str:
    """Return a new key or PIN."""
    return "".join(secrets.choice(LETTERS) for _ in range(letters))


class Access:
    """Everybody who may come in, from any thread; ``is_chosen``: a person thought of the hub's own PIN."""

    def __init__(self, store: Store, event: str, organiser: str, is_chosen: bool = False) -> None:
        self._store, self._event = store, event
        self._organiser, self._is_chosen = _hash(organiser), is_chosen
        self._lock = threading.Lock()
        self._keys: dict[str, Key] = {}

    def load(self) -> None:
        """Read who may come in; the key of the cookies is made at the first start. Raises NotStored."""
        found = {key.id: key for key in self._store.keys(self._event)}
        with self._lock:
            self._keys = found
        if COOKIES not in found:
            self._add(Key(COOKIES, COOKIES, "", "", secrets.token_hex(32), False, wall_label()))

    @property
    def cookie_key(self) -> bytes:
        """Return what signs the cookies, the same for all processes of the hub."""
        return bytes.fromhex(self._keys[COOKIES].secret)

    def settle(self, field: str, key: str) -> None:
        """Let a field in by its key of the settings alone, unless that was revoked. Raises NotStored."""
        hashed = _hash(key)
        mine = [one for one in self.listed() if one.field == field]
        for one in mine:
            if one.id.startswith(SETTLED) and one.secret != hashed and not one.revoked:
                self.revoke(one.id)
        if not any(one.secret == hashed for one in mine):
            self._add(Key(f"{SETTLED}{hashed[:12]}", FIELD, field, field, hashed, False, wall_label()))

    def is_chosen(self, secret: str) -> bool:
        """Return whether it is the organiser's PIN, which a person thought of."""
        return self._is_chosen and hmac.compare_digest(_hash(secret), self._organiser)

    def made(self, secret: str) -> Person | None:
        """Return the person who shows this PIN, if it is one that the hub made: `PIN_LETTERS` at random."""
        hashed = _hash(secret)
        if not self._is_chosen and hmac.compare_digest(hashed, self._organiser):
            return self.still(ORGANISER)
        found = [key.id for key in self.listed() if hmac.compare_digest(key.secret, hashed)]
        return next(filter(None, map(self.still, found)), None)

    def still(self, id: str) -> Person | None:
        """Return the person of this id, if they may still be in."""
        if id == ORGANISER:
            return Person(ORGANISER, "organiser", "organiser")
        with self._lock:
            key = self._keys.get(id)
        role = next((role for role in ROLES if key is not None and role == key.role), None)
        return Person(id, role, key.name, key.field) if key and role and not key.revoked else None

    def begin(self, person: Person) -> str:
        """Begin a session of theirs and return its id. Raises NotStored."""
        own = [one.id for one, whose in self.sessions() if whose.id == person.id]
        self._store.drop_keys(self._event, own[: max(0, len(own) + 1 - MAX_SESSIONS)])
        id = f"l-{new_secret(KEY_LETTERS)}"
        self._add(Key(id, SESSION, person.id, "", "", False, wall_label()))
        return id

    def in_session(self, id: str) -> Person | None:
        """Return whose session it is, if it goes on and they may still be in."""
        with self._lock:
            key = self._keys.get(id)
        if key is None or key.role != SESSION:
            return None
        began = datetime.fromisoformat(key.at)
        is_over = datetime.now(began.tzinfo) - began > timedelta(days=SESSION_DAYS)
        return None if is_over else self.still(key.name)

    def sessions(self) -> list[tuple[Key, Person]]:
        """Return all sessions that go on, and whose each is; the oldest first."""
        with self._lock:
            keys = list(self._keys.values())
        listed = [(key, self.in_session(key.id)) for key in keys]
        return [(key, person) for key, person in listed if person is not None]

    def end(self, sessions: Collection[str]) -> None:
        """End sessions. Raises NotStored."""
        self._store.drop_keys(self._event, sessions)
        self.load()

    def is_key(self, key: str, field: str | None = None) -> bool:
        """Return whether this is a key of that field, or of some (None)."""
        hashed = _hash(key)
        keys = [one for one in self.listed() if one.role == FIELD and field in (None, one.field)]
        return any(hmac.compare_digest(one.secret, hashed) and not one.revoked for one in keys)

    def listed(self) -> list[Key]:
        """Return all keys and people, those who are out too."""
        with self._lock:
            return [key for key in self._keys.values() if key.role in (FIELD, *ROLES)]

    def new_person(self, role: str, name: str, field: str = "") -> tuple[str, str]:
        """Let a person in; their id and PIN, shown this once. Raises Unknown, Rejected, NotStored."""
        name = name.strip()
        pin, id = self._secret("pin", PIN_LETTERS), f"p-{self._secret('person', 8)}"
        with self._lock:
            if id in self._keys:
                return id, pin
        if role not in ROLES:
            raise Unknown("unknown_role", "A role is organiser, referee, crew or reader.")
        if not 0 < len(name) <= MAX_NAME or not name.isprintable():
            raise Rejected("bad_name", "A person needs a name of at most {n} letters.", None, n=MAX_NAME)
        taken = {one.name.casefold() for one in self.listed() if one.role in ROLES and not one.revoked}
        if name.casefold() in {*taken, ORGANISER}:
            raise Rejected("name_taken", "Somebody called {name} is in already.", None, name=name)
        self._add(Key(id, role, name, field, _hash(pin), False, wall_label()))
        return id, pin

    def new_key(self, field: str) -> str:
        """Make a new key for a field, shown this once; older ones stay good until they are revoked."""
        key, id = self._secret("key", KEY_LETTERS), f"k-{self._secret('of field', 8)}"
        self._add(Key(id, FIELD, field, field, _hash(key), False, wall_label()))
        return key

    def revoke(self, id: str) -> None:
        """Let a key or a person in no longer. Raises Unknown for none of that id, NotStored."""
        if not self._store.revoke(self._event, id):
            raise Unknown("unknown_access", "There is no key or person {id}.", None, id=id)
        self.load()

    def _secret(self, what: str, letters: int) -> str:
        """Return a new key, PIN or id; for a call that is sent again the same as at first."""
        if not (call := CALL.get()):
            return new_secret(letters)
        number = int.from_bytes(hmac.digest(self.cookie_key, f"{what} {call}".encode(), "sha256"))
        return "".join(LETTERS[number // len(LETTERS) ** at % len(LETTERS)] for at in range(letters))

    def _add(self, key: Key) -> None:
        # Another process may settle the same keys at its start.
        with contextlib.suppress(Conflict):
            self._store.add_key(self._event, key)
        self.load()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


CALL: ContextVar[str] = ContextVar("call", default="")
"""The id of the call that this thread answers, "" for none."""
