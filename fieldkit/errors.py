"""The kit's errors, in the words of the person who meets them.

    FieldkitError                one clear sentence, shown as it is
    ├── SettingsError            the settings file: file, key and what is allowed
    ├── BadCommand               a command that cannot be decoded                        HTTP 400
    ├── Rejected                 a request the rules do not allow now (code, rule)       HTTP 409
    │   ├── Unknown              a request naming what this match does not have          HTTP 400
    │   ├── Refusal              records of a field that a hub does not take             HTTP 409
    │   └── WouldBreak           an undo without which later decisions would not hold    HTTP 409
    ├── Misread                  rubbish from a device: counted, never fatal
    ├── NotStored                the journal could not take it; nothing has changed      HTTP 503
    ├── Offline                  the hub is away, or does not speak as one
    ├── HubRefusal               what the hub refuses, in its own words
    ├── Gap                      the hub misses records before those it was sent
    ├── TooLong                  the hub sent more than the field keeps
    ├── Unsound                  a record of the kit's own journal does not hold
    ├── Rewritten                the journal goes on otherwise than it was read
    └── Unreadable               there is no way to the journal just now
    Refused                      a request the web refuses by itself (status, code)
    Gone                         the caller hung up: nobody is left to answer
    Conflict                     another process of the hub was first: decide again

`BadCommand` lives in `fieldkit.referee.commands`, `WouldBreak` in `fieldkit.referee.strike`, `Refused` and
`Gone` in `web.wire`, `Refusal` in `fieldkit.hub.intake`, `Conflict` in `fieldkit.hub.database`, the seven of
a field and its hub in `fieldkit.uplink`, each beside what raises it. Anything else that is raised is a bug.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from fieldkit.phrases import Message


class FieldkitError(Exception):
    """A mistake that one English sentence explains, whose ``{placeholders}`` are filled by ``params``."""

    def __init__(self, template: str, **params: object) -> None:
        super().__init__(template)
        self.said = Message(template, params)

    def __str__(self) -> str:
        return str(self.said)


class SettingsError(FieldkitError):
    """The settings cannot be used; the text names file, key and what is allowed, one line for each."""


class Rejected(FieldkitError):
    """A request that a rule (``"FC-18"``, or None) refuses; ``details`` go into the answer's body."""

    details: Mapping[str, Any] = {}

    def __init__(self, code: str, template: str, rule: str | None = None, **params: object) -> None:
        super().__init__(template, **params)
        self.code = code
        self.rule = rule


class Unknown(Rejected):
    """A request that names a game, option, team, hoop, kind, card, item or pending id not in this match."""


def check(refused: Rejected | None) -> None:
    """Raise a refusal, if there is one."""
    if refused:
        raise refused


class Misread(FieldkitError):
    """A device said something that makes no sense; it is counted and changes nothing."""


class NotStored(FieldkitError):
    """The journal could not make it durable, so nothing has changed."""


class Answer(msgspec.Struct, frozen=True):
    """The answer to a command: an HTTP status and a JSON object."""

    status: int
    body: Mapping[str, Any]


def error(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    """Return the body of an error: ``{"error": {"code", "message", "rule"}}``."""
    return {"error": {"code": code, "message": message, "rule": rule}}
