"""Commands from outside: strictly decoded, and refused if their sender may not send them, or not any more."""

import re
from collections.abc import Collection, Mapping
from typing import Annotated, Any
from unicodedata import category

import msgspec
from msgspec.structs import replace

from fieldkit.clock import MS
from fieldkit.errors import Answer, FieldkitError, Rejected, Unknown, error
from fieldkit.event.documents import Id, MatchId
from fieldkit.games import Game
from fieldkit.journal.record import Scheduled
from fieldkit.messages import CAPTAIN, CREW, SCREEN, SEAT, GameCommand
from fieldkit.phrases import N_, Language
from fieldkit.referee.match import Match, after, stamp

MAX_TEXT = 500
"""The most characters of a text in a command, for everybody sees it; ``any_text`` takes more."""


class BadCommand(FieldkitError):
    """A command that cannot be decoded: HTTP 400, and not remembered under its id."""


class _Envelope(msgspec.Struct, frozen=True):
    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    type: Annotated[str, msgspec.Meta(max_length=64)]
    round: int | None = None
    not_after: int | None = None
    dry_run: bool = False


_COMMON = frozenset(_Envelope.__struct_fields__)


class Request(msgspec.Struct, frozen=True):
    """A command as it came from ``by`` at ``at`` (ns); ``fields`` are those of its own type.

    ``not_after``: the moment (ms) after which its sender no longer wants it. ``sounded``: its blast was
    ordered before it was recorded.
    """

    id: str
    type: str
    round: int | None
    dry_run: bool
    fields: Mapping[str, Any]
    at: int
    by: str
    not_after: int | None = None
    sounded: bool = False


def open_request(raw: Mapping[str, Any], by: str, at: int) -> Request:
    """Open the envelope of a command; raises BadCommand."""
    try:
        envelope = msgspec.convert(raw, _Envelope)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field("command", wrong)) from None
    fields = {name: value for name, value in raw.items() if name not in _COMMON}
    head = (envelope.id, envelope.type, envelope.round, envelope.dry_run)
    return Request(*head, fields, at, by, envelope.not_after)


def command(request: Request, kind: type) -> Any:
    """Decode the command itself as a ``kind``; raises BadCommand, naming the field."""
    try:
        made: Any = msgspec.convert(dict(request.fields), kind)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field(request.type, wrong)) from None
    if extra := _unknown(request.fields, made, ""):
        raise BadCommand(f"{request.type}: the field {extra} is unknown")
    for name in request.fields.keys() - set(getattr(kind, "any_text", ())):
        if not _fits(request.fields[name]):
            allowed = f"a text has at most {MAX_TEXT} characters, all of them visible"
            raise BadCommand(f"{request.type}: {name}: {allowed}")
    return made


def _fits(raw: object) -> bool:
    """Return True if every text in it is short, without control characters or halves of a character."""
    if isinstance(raw, str):
        return len(raw) <= MAX_TEXT and not any(category(sign) in ("Cc", "Cs") for sign in raw)
    inner = [*raw, *raw.values()] if isinstance(raw, Mapping) else raw
    return not isinstance(inner, list | tuple) or all(map(_fits, inner))


def wrong_field(what: str, wrong: msgspec.ValidationError) -> str:
    """Return msgspec's message with the field first: ``buy: hoop: expected `str`, got `int```."""
    said, _, path = str(wrong).partition(" - at ")
    where = re.sub(r"^`?\$\.?|`$", "", path)
    return ": ".join(part for part in (what, where, said[0].lower() + said[1:]) if part)


def _unknown(raw: object, made: object, where: str) -> str | None:
    """Return the path of the first field that no struct has; msgspec itself lets those pass."""
    pairs: list[tuple[object, object, str]] = []
    if isinstance(made, msgspec.Struct) and isinstance(raw, Mapping):
        for name in raw:
            if name not in made.__struct_fields__:
                return f"{where}{name}"
        pairs = [(raw[name], getattr(made, name), f"{where}{name}.") for name in raw]
    elif isinstance(made, list | tuple) and isinstance(raw, list | tuple):
        pairs = [(a, b, f"{where}{i}.") for i, (a, b) in enumerate(zip(raw, made, strict=True))]
    for inner_raw, inner_made, path in pairs:
        if extra := _unknown(inner_raw, inner_made, path):
            return extra
    return None


def commands_of(game: Game | None, by: str) -> Collection[str] | None:
    """Return the commands that a sender may send; None for the referee, who may send all."""
    if by.startswith(SEAT):
        return ("call_words", *game.seated) if game else ("call_words",)
    if by.startswith(CAPTAIN):
        return game.captains if game else ()
    if by == CREW:
        return game.crew if game else ()
    return () if by == SCREEN else None


def check_sender(match: Match | None, request: Request) -> None:
    """Raise Rejected ``not_yours`` for a command that its sender may not send."""
    theirs = commands_of(match.game if match else None, request.by)
    if theirs is not None and request.type not in theirs:
        raise not_yours()


def not_yours() -> Rejected:
    """Return the refusal of a command that is the referee's."""
    return Rejected("not_yours", "Only the referee may do that.")


def no_match() -> Rejected:
    """Return the refusal of a command for a match that does not exist."""
    return Rejected("no_match", "There is no match yet: create one first.")


_STALE = {1: N_("Round {now} has begun meanwhile."), -1: N_("Round {meant} was cancelled meanwhile.")}
"""The refusal of a command for another round, by whether the match has gone on or back."""


def check_round(match: Match | None, request: Request) -> None:
    """Raise Rejected ``stale`` for a command that was meant for another round."""
    number = stamp(match).number
    if request.round is not None and request.round != number:
        said = _STALE[(number > request.round) - (number < request.round)]
        raise Rejected("stale", said, meant=request.round, now=number)


def check_age(request: Request, now: int) -> None:
    """Raise Rejected ``too_late`` for a command after its ``not_after``, unless it is a stop that sounded."""
    if request.not_after is None or request.sounded or now // MS <= request.not_after:
        return
    late = -(-(now // MS - request.not_after) // 1000)
    raise Rejected("too_late", "This tap came {seconds} s too late: nothing was done.", seconds=late)


def refusal(refused: BadCommand | Rejected, translate: Language) -> Answer:
    """Return a refusal: 400 for nonsense or unknown names, 403 for another's command, 409 by a rule."""
    if isinstance(refused, BadCommand):
        return Answer(400, error("bad_command", str(refused)))
    body = error(refused.code, translate(refused.said), refused.rule)
    body["error"] |= refused.details
    if isinstance(refused, Unknown):
        return Answer(400, body)
    return Answer(403 if refused.code == "not_yours" else 409, body)


MAX_TEAMS = 16
"""The most teams of a scheduled match."""


class ScheduledAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The field ``scheduled`` of what sets a match up: the event's match, and its team of each side."""

    id: MatchId
    teams: Annotated[dict[str, Id], msgspec.Meta(max_length=MAX_TEAMS)] = {}


def may_be_scheduled(match: Match | None, request: Request) -> bool:
    """Return True if a command may name a scheduled match: the referee's, while nothing has happened."""
    if match is None or request.type not in match.game.commands:
        return False
    return stamp(match).stage == "ready" and commands_of(match.game, request.by) is None


def scheduled_as(request: Request) -> tuple[Request, Scheduled | None]:
    """Split the field ``scheduled`` off a command; raises BadCommand."""
    if "scheduled" not in request.fields:
        return request, None
    fields = dict(request.fields)
    try:
        given = msgspec.convert(fields.pop("scheduled"), ScheduledAs)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field(f"{request.type}: scheduled", wrong)) from None
    return replace(request, fields=fields), Scheduled(given.id, given.teams)


def fitting(
    scheduled: Scheduled | None, match: Match, order: GameCommand, events: tuple[Any, ...]
) -> tuple[Scheduled, ...]:
    """Return the event of a place in the schedule, if any; raises Unknown for a side that does not play."""
    if scheduled is None:
        return ()
    grown = after(match, order, events)
    sides = {side["id"] for side in grown.game.headline(grown.state, grown.translate)["sides"]}
    if strangers := scheduled.teams.keys() - sides:
        raise Unknown("unknown_side", "There is no side {side} in this match.", side=min(strangers))
    return (scheduled,)
