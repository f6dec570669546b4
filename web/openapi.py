"""The description of the web interface for machines (OpenAPI 3.1), made from the games' own commands."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import msgspec

import fieldkit
from fieldkit.games import Game
from fieldkit.journal.record import SHARED_COMMANDS
from fieldkit.kit_page.page import KitRequest
from fieldkit.kit_page.view import KitView
from fieldkit.messages import BatteryState
from fieldkit.referee.commands import ScheduledAs
from fieldkit.referee.uplink import Standing
from fieldkit.referee.view import BoardFrame, MatchFrame
from fieldkit.uplink.ahead import Ahead
from web.api import DEVICES, MAX_SEATS
from web.uplink import UplinkStatus

Json = dict[str, Any]

_REFS = "#/components/schemas/{name}"
_STRING, _INTEGER, _NUMBER, _OBJECT = ({"type": name} for name in ("string", "integer", "number", "object"))


def _ref(name: str) -> Json:
    return {"$ref": _REFS.format(name=name)}


def _record(optional: Json | None = None, /, **required: Json) -> Json:
    return _OBJECT | {"required": [*required], "properties": required | (optional or {})}


def _said(schema: Json, description: str) -> Json:
    return schema | {"description": description}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _or_null(name: str) -> Json:
    return {"type": [name, "null"]}


_SIDE = _said(_STRING, "The id of a side of the match.")
_SESSION = {"oneOf": [_record(pin=_STRING), _record(code=_STRING)]}
_CODE_FOR = {
    "oneOf": [
        _OBJECT | {"properties": {"role": {"enum": ["referee", "crew", "screen"]}}},
        _record(role={"const": "captain"}, team=_SIDE),
        _record(role={"const": "seat"}, seat=_SIDE),
    ]
}
_CODE = _record(
    code=_STRING,
    seconds=_said(_or_null("integer"), "Null: until the match day ends."),
    address=_said(_STRING, "The page with the code behind its #, for a QR code."),
)
_ROLE = _record(role={"enum": ["referee", "captain", "crew", "screen", "seat"]}, by=_STRING)
_SESSIONS = _record(
    sessions=_list(_OBJECT), codes=_list(_OBJECT), players=_said(_INTEGER, "How many players' phones.")
)
_ENDED = {"oneOf": [_record(id=_STRING), _record(all={"const": True})]}
_SEATS = _record(seats=_list(_STRING) | {"minItems": 1, "maxItems": MAX_SEATS})
_TOKENS = _record(tokens=_OBJECT | {"additionalProperties": _STRING})
_UPLINK = _record(
    resend=_said(_INTEGER, "How often the referee has asked to begin again."),
    alarms=_said(_INTEGER, "How many alarms stand."),
)
_HUB = _record(
    have=_said(_INTEGER, "The last record that the hub has."),
    of=_said(_INTEGER, "The last record that there is."),
    last_contact_s=_or_null("number"),
    state={"enum": list(get_args(Standing))},
)
_SIGNALS = _OBJECT | {"additionalProperties": _INTEGER}
_HEALTH = _record(
    {
        "stop": _said({"enum": ["ok", "down"]}, "Down: STOP stays down, or its wire is broken."),
        "signals": _said(_SIGNALS, "How strong (dBm) the radio of a hoop's node is heard, by hoop."),
        "screens": _INTEGER,
        "tablets": _INTEGER,
        "battery": {"oneOf": [{"type": "null"}, _ref("Battery")]},
        "hub": _HUB,
    },
    ok={"type": "boolean"},
    whistle=_STRING,
    journal=_STRING,
    hoops=_OBJECT,
    uptime_s=_NUMBER,
)
_ERROR = _record(
    error=_record(
        code=_STRING,
        message=_said(_STRING, "One sentence for a person."),
        rule=_said(_or_null("string"), "The number of the rule."),
    )
)
_SCHEMAS: Json = {
    "Error": _ERROR,
    "Session": _SESSION,
    "Accepted": _record(
        {"dry_run": {"const": True}},
        seq=_said(_or_null("integer"), "Null in a dry run: nothing was stored."),
        events=_list(_OBJECT),
    ),
    "Health": _HEALTH,
    "Battery": _record(state={"enum": list(get_args(BatteryState))}, volts=_or_null("number")),
    "Beat": _record(
        now=_INTEGER,
        phones=_said(_INTEGER, "How many phones follow the public board: up to 20 exactly, then in tens."),
    ),
    "Now": _record(now=_said(_INTEGER, "The moment, on the kit's clock.")),
    "StandIn": _record(
        id=_said(_STRING | {"pattern": "^[a-z0-9-]{1,40}$"}, "Made by the device."),
        device={"enum": list(DEVICES)},
        sounds={"type": "boolean"},
    ),
}
"""The schemas that no type of the kit declares, with a name of their own."""

_SCHEDULED: Json = {"anyOf": [_ref("ScheduledAs")]}
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
    schemas: Json = dict(_SCHEMAS)
    commands = _commands(games.values(), schemas)
    matches, boards = _views(games, schemas)
    (orders, _), components = msgspec.json.schema_components((KitRequest, KitView), ref_template=_REFS)
    schemas.update(components)
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
    refs, components = msgspec.json.schema_components(everything, ref_template=_REFS)
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
    (match, board, *own), components = msgspec.json.schema_components(kinds, ref_template=_REFS)
    schemas.update(components)
    views = [{"allOf": [match, each]} for each in own[0::2]]
    boards = [{"allOf": [board, each]} for each in own[1::2]]
    return {"anyOf": [match, *views]}, {"anyOf": [board, *boards]}


_SAYS = {
    "GET /": "The spectators' board page.",
    "GET /referee": "The tablet, or its log-in.",
    "GET /api/board": "The public board.",
    "GET /api/match": "Everything the referee may see.",
    "GET /api/feed": (
        "Server-Sent Events: the newest whole view at once and after every change, and a beat every second."
    ),
    "POST /api/commands": "One command. The same id again gets the first answer and changes nothing.",
    "GET /api/ask": "What a game tells beside its views, by who asks; the query is the game's own.",
    "GET /api/crew": "What the crew needs beside the board: alarms, its commands, how it stands with a hub.",
    "POST /api/beat": "The tablet's heartbeat.",
    "POST /api/whistle": (
        "A device plays the blasts in place of a horn, or does no longer; said every second."
    ),
    "GET /api/session": "Who this is: the role, and the `by` of its commands.",
    "POST /api/session": (
        "Log in with the PIN, a code that a logged-in tablet shows, or a seat's token as the code."
    ),
    "DELETE /api/session": "Log out.",
    "POST /api/session/code": (
        "A code that lets a device in: once, or any number of phones of a captain or of the crew."
    ),
    "GET /api/sessions": "Who is logged in, and the codes that are out.",
    "DELETE /api/sessions": (
        "End a session, or a code with all its phones; or all but this one, and every code."
    ),
    "POST /api/session/seats": (
        "Tokens for printed cards: each lets any phone into its seat, until there is a new PIN."
    ),
    "GET /api/kit": "The kit page: live inputs, hoops, nodes, the lesson and the check.",
    "POST /api/kit": "Drive an output, take over a hoop, learn tags or check the kit; the new view.",
    "GET /api/event": "The event that the field belongs to, and the matches that are next here.",
    "POST /api/hub/resend": "Ask the hub now, and go on sending from where it is.",
    "POST /api/uplink": (
        "How the field stands with its hub; only the kit's own process may say so, each second."
    ),
    "GET /api/health": "The health of the kit.",
    "GET /api/openapi.json": "This description.",
}


def _paths(commands: Json, matches: Json, boards: Json, orders: Json, schemas: Json) -> Json:
    kinds = (Ahead, UplinkStatus, ScheduledAs)
    (ahead, status, _), components = msgspec.json.schema_components(kinds, ref_template=_REFS)
    schemas.update(components)
    kit, stand_in = _ref("KitView"), _ref("StandIn")
    calls = {
        "GET /": _call(_PAGE, redirects=True),
        "GET /referee": _call(_PAGE),
        "GET /api/board": _call(boards, etag=True),
        "GET /api/match": _call(matches, etag=True, referee=True),
        "GET /api/feed": _feed(),
        "POST /api/commands": _call(_ref("Accepted"), 408, 409, 413, 503, body=commands, referee=True),
        "GET /api/ask": _call(_OBJECT, 400, 403, 409, 429),
        "GET /api/crew": _call(_OBJECT, 401, 403, 429),
        "POST /api/beat": _call(_ref("Beat"), referee=True),
        "POST /api/whistle": _call(_ref("Now"), body=stand_in, referee=True),
        "GET /api/session": _call(_ROLE, 401, 429),
        "POST /api/session": _call(_OBJECT, 401, 403, 429, body=_ref("Session")),
        "DELETE /api/session": _call(_OBJECT, 401, 403, 429, 503),
        "POST /api/session/code": _call(_CODE, 409, 503, body=_CODE_FOR, referee=True),
        "GET /api/sessions": _call(_SESSIONS, referee=True),
        "DELETE /api/sessions": _call(_OBJECT, 404, 503, body=_ENDED, referee=True),
        "POST /api/session/seats": _call(_TOKENS, body=_SEATS, referee=True),
        "GET /api/kit": _call(kit, etag=True, referee=True),
        "POST /api/kit": _call(kit, 409, 503, body=orders, referee=True),
        "GET /api/event": _call(ahead, referee=True),
        "POST /api/hub/resend": _call(_OBJECT, 409, referee=True),
        "POST /api/uplink": _call(_UPLINK, 403, body=status),
        "GET /api/health": _call(_ref("Health")),
        "GET /api/openapi.json": _call(),
    }
    paths: Json = {}
    for name, call in calls.items():
        method, path = name.split()
        paths.setdefault(path, {})[method.lower()] = {"summary": _SAYS[name], **call}
    return paths


def _feed() -> Json:
    events = {"description": "Events board or match, and beat, each with one JSON object."}
    stream = events | {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
    view = {"type": "string", "enum": ["board", "match"], "default": "board"}
    crowd = {"type": "string", "enum": [""]}
    return _call(stream, 400, 401, 429, 503, redirects=True) | {
        "parameters": [
            {"name": "view", "in": "query", "schema": view, "description": "match: referee only."},
            {"name": "crowd", "in": "query", "schema": crowd, "description": "May be led to another port."},
        ]
    }


def _call(
    good: Json = _OBJECT,
    *errors: int,
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
    more = [*((401, 403, 429) if referee else ()), *([] if body is None else [400])]
    for status in sorted({*errors, *more}):
        answers[str(status)] = {"description": _MEANINGS[status], **_content(_ref("Error"))}
    call: Json = {"responses": answers}
    if body is not None:
        call["requestBody"] = {"required": body is not _CODE_FOR, **_content(body)}
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
