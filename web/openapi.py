"""The description of the web interface for machines (OpenAPI 3.1), made from the games' own commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

import fieldkit
from fieldkit.games import Game
from fieldkit.journal.record import SHARED_COMMANDS
from fieldkit.kit_page.requests import KitRequest
from fieldkit.kit_page.view import KitView
from fieldkit.referee.scheduling import ScheduledAs
from fieldkit.referee.view import BoardFrame, MatchFrame
from fieldkit.uplink.ahead import Ahead
from web.openapi_schemas import (
    CODE,
    CODE_FOR,
    ENDED,
    OBJECT,
    REFS,
    ROLE,
    SCHEMAS,
    SEATS,
    SESSIONS,
    TOKENS,
    UPLINK,
    Json,
    ref,
)
from web.uplink import UplinkStatus

_SCHEDULED: Json = {"anyOf": [ref("ScheduledAs")]}
_COMMON: Json = {
    "id": {"type": "string", "minLength": 1, "maxLength": 64, "description": "Made by the sender."},
    "round": {"type": "integer", "description": "409 stale if this is not the current round."},
    "not_after": {
        "type": "integer",
        "description": "409 too_late if the kit meets it after this moment (as `now` in a view).",
    },
    "dry_run": {"type": "boolean", "description": "Answer what would happen and store nothing."},
}


def describe(games: Mapping[str, Game]) -> Json:
    """Return the whole description; every path of the interface is in it and no other."""
    schemas: Json = dict(SCHEMAS)
    commands = _commands(games.values(), schemas)
    matches, boards = _views(games, schemas)
    orders = _kit(schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Field kit",
            "version": fieldkit.__version__,
            "description": "Times are ms of the kit's own clock unless a name says otherwise.",
        },
        "paths": _paths(commands, matches, boards, orders, schemas),
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "fieldkit"},
                "pin": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _commands(games: Iterable[Game], schemas: Json) -> Json:
    """Describe each command of each game, and the choice among them by ``type``."""
    kinds: dict[str, list[type]] = {}
    for game in games:
        for name, kind in {**game.commands, **SHARED_COMMANDS}.items():
            if kind not in kinds.setdefault(name, []):
                kinds[name].append(kind)
    everything = [kind for many in kinds.values() for kind in many]
    refs, components = msgspec.json.schema_components(everything, ref_template=REFS)
    schemas.update(components)
    places = {kind: ref["$ref"] for kind, ref in zip(everything, refs, strict=True)}
    for name, many in kinds.items():
        for kind in many:
            schema = schemas[places[kind].rpartition("/")[2]]
            more = {} if name in SHARED_COMMANDS else {"scheduled": _SCHEDULED}
            schema["properties"] = {**_COMMON, "type": {"const": name}, **more, **schema["properties"]}
            schema["required"] = ["id", "type", *schema.get("required", [])]
    # Two games may have a command of one name and form.
    return {"anyOf": [{"$ref": place} for place in places.values()]}


def _views(games: Mapping[str, Game], schemas: Json) -> tuple[Json, Json]:
    """Describe both views: the frame alone without a match, else with the game's own fields."""
    kinds = [MatchFrame, BoardFrame]
    kinds += [kind for name in sorted(games) for kind in (games[name].view_type, games[name].board_type)]
    (match, board, *own), components = msgspec.json.schema_components(kinds, ref_template=REFS)
    schemas.update(components)
    views = [{"allOf": [match, each]} for each in own[0::2]]
    boards = [{"allOf": [board, each]} for each in own[1::2]]
    return {"anyOf": [match, *views]}, {"anyOf": [board, *boards]}


def _kit(schemas: Json) -> Json:
    """Describe the kit page's view, and the choice among its orders by ``do``."""
    (orders, _), components = msgspec.json.schema_components((KitRequest, KitView), ref_template=REFS)
    schemas.update(components)
    return orders


def _paths(commands: Json, matches: Json, boards: Json, orders: Json, schemas: Json) -> Json:
    paths: Json = {}
    calls = _session_calls() | _match_calls(commands, matches, boards) | _kit_calls(orders, schemas)
    for name, call in calls.items():
        method, path = name.split()
        paths.setdefault(path, {})[method.lower()] = call
    return paths


def _match_calls(commands: Json, matches: Json, boards: Json) -> Json:
    return {
        "GET /": _call("The spectators' board page.", _PAGE, redirects=True),
        "GET /referee": _call("The tablet, or its log-in.", _PAGE),
        "GET /api/board": _call("The public board.", boards, etag=True),
        "GET /api/match": _call(
            "Everything the referee may see.", matches, (401, 429), etag=True, referee=True
        ),
        "GET /api/feed": _feed(),
        "POST /api/commands": _call(
            "One command. The same id again gets the first answer and changes nothing.",
            ref("Accepted"),
            (400, 401, 403, 408, 409, 413, 429, 503),
            body=commands,
            referee=True,
        ),
        "GET /api/ask": _call(
            "What a game tells beside its views, by who asks; the query is the game's own.",
            OBJECT,
            (400, 403, 409, 429),
        ),
        "GET /api/crew": _call(
            "What the crew needs beside the board: alarms, its commands, how it stands with a hub.",
            OBJECT,
            (401, 403, 429),
        ),
        "POST /api/beat": _call("The tablet's heartbeat.", ref("Beat"), (401, 403, 429), referee=True),
        "POST /api/whistle": _call(
            "A device plays the blasts in place of a horn, or does no longer; said every second.",
            ref("Now"),
            (400, 401, 403, 429),
            body=ref("StandIn"),
            referee=True,
        ),
    }


def _session_calls() -> Json:
    return {
        "GET /api/session": _call("Who this is: the role, and the `by` of its commands.", ROLE, (401, 429)),
        "POST /api/session": _call(
            "Log in with the PIN, a code that a logged-in tablet shows, or a seat's token as the code.",
            OBJECT,
            (400, 401, 403, 429),
            body=ref("Session"),
        ),
        "DELETE /api/session": _call("Log out.", OBJECT, (401, 403, 429, 503)),
        "POST /api/session/code": _call(
            "A code that lets a device in: once, or any number of phones of a captain or of the crew.",
            CODE,
            (400, 401, 403, 409, 429, 503),
            body=CODE_FOR,
            referee=True,
        ),
        "GET /api/sessions": _call(
            "Who is logged in, and the codes that are out.", SESSIONS, (401, 403), referee=True
        ),
        "DELETE /api/sessions": _call(
            "End a session, or a code with all its phones; or all but this one, and every code.",
            OBJECT,
            (400, 401, 403, 404, 503),
            body=ENDED,
            referee=True,
        ),
        "POST /api/session/seats": _call(
            "Tokens for printed cards: each lets any phone into its seat, until there is a new PIN.",
            TOKENS,
            (400, 401, 403),
            body=SEATS,
            referee=True,
        ),
    }


def _kit_calls(orders: Json, schemas: Json) -> Json:
    """Describe the calls of the kit page, and those of a field that belongs to an event."""
    kinds = (Ahead, UplinkStatus, ScheduledAs)
    (ahead, status, _), components = msgspec.json.schema_components(kinds, ref_template=REFS)
    schemas.update(components)
    return {
        "GET /api/kit": _call(
            "The kit page: live inputs, hoops, nodes, the lesson and the check.",
            ref("KitView"),
            (401, 429),
            etag=True,
            referee=True,
        ),
        "POST /api/kit": _call(
            "Drive an output, take over a hoop, learn tags or check the kit; the new view.",
            ref("KitView"),
            (400, 401, 403, 409, 429, 503),
            body=orders,
            referee=True,
        ),
        "GET /api/event": _call(
            "The event that the field belongs to, and the matches that are next here.",
            ahead,
            (401, 429),
            referee=True,
        ),
        "POST /api/hub/resend": _call(
            "Ask the hub now, and go on sending from where it is.", OBJECT, (401, 403, 409, 429), referee=True
        ),
        "POST /api/uplink": _call(
            "How the field stands with its hub; only the kit's own process may say so, each second.",
            UPLINK,
            (400, 403),
            body=status,
        ),
        "GET /api/health": _call("The health of the kit.", ref("Health")),
        "GET /api/openapi.json": _call("This description."),
    }


def _feed() -> Json:
    events = {"description": "Events board or match, and beat, each with one JSON object."}
    call = _call(
        "Server-Sent Events: the newest whole view at once and after every change, and a beat every second.",
        events | {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        (400, 401, 429, 503),
        redirects=True,
    )
    view = {"type": "string", "enum": ["board", "match"], "default": "board"}
    crowd = {"type": "string", "enum": [""]}
    return call | {
        "parameters": [
            {"name": "view", "in": "query", "schema": view, "description": "match: referee only."},
            {"name": "crowd", "in": "query", "schema": crowd, "description": "May be led to another port."},
        ]
    }


def _call(
    summary: str,
    good: Json = OBJECT,
    errors: Sequence[int] = (),
    *,
    body: Json | None = None,
    etag: bool = False,
    referee: bool = False,
    redirects: bool = False,
) -> Json:
    answers: Json = {"200": good if "content" in good else {"description": "Done.", **_content(good)}}
    if redirects:
        answers["307"] = {"description": "Spectators are served at another port."}
    if etag:
        answers["304"] = {"description": "Nothing has changed but now."}
    # A PIN may come with every call of the referee, and may be one wrong PIN too many.
    for status in sorted({*errors, *((401, 429) if referee else ())}):
        answers[str(status)] = {"description": _MEANINGS[status], **_content(ref("Error"))}
    call: Json = {"summary": summary, "responses": answers}
    if body is not None:
        call["requestBody"] = {"required": body is not CODE_FOR, **_content(body)}
    if referee:
        call["security"] = [{"cookie": []}, {"pin": []}]
    return call


def _content(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


_PAGE = {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}}
_MEANINGS = {
    400: "It cannot be decoded, or names what this match does not have.",
    401: "No session, or a wrong PIN or code.",
    403: "From another origin than the kit's own, not by https, or what this role may not do.",
    408: "Not whole within 3 s.",
    404: "There is none of that id.",
    409: "Refused by a rule, stale or too late.",
    413: "More than 64 KB.",
    429: "Too many wrong PINs from this address, or from all together; Retry-After says how long.",
    503: "Not now: it could not be stored, or too many listen. Safe to repeat with the same id.",
}
