"""The bodies of the calls of `web.hub.organise`, read strictly."""

from functools import cache
from typing import Any, TypeVar

import msgspec
from flask import request

from fieldkit.event.documents import Team
from fieldkit.hub.confirming import CorrectedSide
from fieldkit.phrases import N_
from web.wire import Refused, parse_object

MAX_JSON_BYTES = 256 * 1024
"""The longest body: a list of 200 teams with all their players."""
_Body = TypeVar("_Body")


class NewTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team as somebody wrote it: `fieldkit.event.teams` finds all its mistakes, not only the first."""

    name: str
    id: str = ""
    colour: str = ""
    mark: str = ""
    players: tuple[str, ...] = ()
    club: str = ""

    def team(self) -> Team:
        """Return the team itself, not looked at yet."""
        return Team(self.id, self.name, self.colour, self.mark, self.players, self.club)


class CorrectionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The corrected end of a match, and why; no scores take it back. ``dry_run`` only asks what changes."""

    scores: tuple[CorrectedSide, ...]
    reason: str = ""
    dry_run: bool = False


class AttachmentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scheduled match it was, and the team of each side; ``record`` is which of the field's records."""

    scheduled: str
    teams: dict[str, str] = {}
    record: int | None = None


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who is let in."""

    role: str
    name: str
    field: str = ""


def body(form: type[_Body]) -> _Body:
    """Return the body of this request. Raises Refused (400, 413) for what is none of this form."""
    raw = request.get_data()
    if len(raw) > MAX_JSON_BYTES:
        text = N_("A request may have at most {most} KB.")
        raise Refused(413, "too_long", text, most=MAX_JSON_BYTES // 1024)
    try:
        return msgspec.convert(parse_object(raw), form)
    except msgspec.ValidationError as mistake:
        text = N_("The hub cannot read this: {mistake}.")
        raise Refused(400, "bad_request", text, mistake=mistake) from None


def values(**kinds: Any) -> Any:
    """Return the body of this request with just these values. Raises Refused (400, 413)."""
    return body(_form(tuple(kinds.items())))


@cache
def _form(kinds: tuple[tuple[str, Any], ...]) -> type[msgspec.Struct]:
    return msgspec.defstruct("Values", kinds, forbid_unknown_fields=True)
