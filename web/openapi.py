"""The description of the web interface for machines (OpenAPI 3.1), made from the games' own commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec

import fieldkit
from fieldkit.games import Game
from fieldkit.journal.record import SHARED_COMMANDS
from fieldkit.kit_page.requests import KitRequest
from fieldkit.kit_page.view import KitView
from fieldkit.messages import BatteryState
from fieldkit.referee.scheduling import ScheduledAs
from fieldkit.referee.uplink import Standing
from fieldkit.referee.view import BoardFrame, MatchFrame
from fieldkit.uplink.ahead import Ahead
from web.api import DEVICES, MAX_SEATS
from web.outside import OutsideTold

Json = dict[str, Any]

_REFS = "#/components/schemas/{name}"
_SCHEDULED: Json = {"anyOf": [{"$ref": _REFS.format(name="ScheduledAs")}]}
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
    """The whole description; every path of the interface is in it and no other."""
    schemas: Json = dict(_SCHEMAS)
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
    """One schema for each command of each game, and the choice among them by ``type``."""
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
    """The referee's view and the board: the frame alone without a match, else with the game's own fields."""
    kinds = [MatchFrame, BoardFrame]
    kinds += [kind for name in sorted(games) for kind in (games[name].view_type, games[name].board_type)]
    (match, board, *own), components = msgspec.json.schema_components(kinds, ref_template=_REFS)
    schemas.update(components)
    views = [{"allOf": [match, each]} for each in own[0::2]]
    boards = [{"allOf": [board, each]} for each in own[1::2]]
    return {"anyOf": [match, *views]}, {"anyOf": [board, *boards]}


def _kit(schemas: Json) -> Json:
    """The kit page's view, and the choice among its orders by ``do``."""
    (orders, _), components = msgspec.json.schema_components((KitRequest, KitView), ref_template=_REFS)
    schemas.update(components)
    return orders


def _paths(commands: Json, matches: Json, boards: Json, orders: Json, schemas: Json) -> Json:
    return {
        "/": {"get": _call("The spectators' board page.", _page(), led=True)},
        "/referee": {"get": _call("The tablet, or its log-in.", _page())},
        **_session_paths(),
        **_match_paths(commands, matches, boards),
        "/api/feed": {"get": _feed()},
        "/api/beat": {
            "post": _call(
                "The tablet's heartbeat.", _json({"$ref": _at("Beat")}), (401, 403, 429), referee=True
            )
        },
        "/api/whistle": {
            "post": _call(
                "A device plays the blasts in place of a horn, or does no longer; said every second.",
                _json({"$ref": _at("Now")}),
                (400, 401, 403, 429),
                body=_body({"$ref": _at("StandIn")}),
                referee=True,
            )
        },
        **_kit_paths(orders),
        **_outside_paths(schemas),
        "/api/health": {"get": _call("The health of the kit.", _json({"$ref": _at("Health")}))},
        "/api/openapi.json": {"get": _call("This description.", _json({"type": "object"}))},
    }


def _match_paths(commands: Json, matches: Json, boards: Json) -> Json:
    return {
        "/api/board": {"get": _call("The public board.", _json(boards), etag=True)},
        "/api/match": {
            "get": _call(
                "Everything the referee may see.", _json(matches), (401, 429), etag=True, referee=True
            )
        },
        "/api/commands": {
            "post": _call(
                "One command. The same id again gets the first answer and changes nothing.",
                _json({"$ref": _at("Accepted")}),
                (400, 401, 403, 408, 409, 413, 429, 503),
                body=_body(commands),
                referee=True,
            )
        },
        "/api/ask": {
            "get": _call(
                "What a game tells beside its views, by who asks; the query is the game's own.",
                _json({"type": "object"}),
                (400, 403, 409, 429),
            )
        },
        "/api/crew": {
            "get": _call(
                "What the crew needs beside the board: alarms, its commands, how it stands with a hub.",
                _json({"type": "object"}),
                (401, 403, 429),
            )
        },
    }


def _session_paths() -> Json:
    return {
        "/api/session": {
            "get": _call("Who this is: the role, and the `by` of its commands.", _json(_WHO), (401, 429)),
            "post": _call(
                "Log in with the PIN, a code that a logged-in tablet shows, or a seat's token as the code.",
                _json({"type": "object"}),
                (400, 401, 403, 429),
                body=_body({"$ref": _at("Session")}),
            ),
            "delete": _call("Log out.", _json({"type": "object"}), (401, 403, 429, 503)),
        },
        "/api/session/code": {
            "post": _call(
                "A code that lets a device in: once, or any number of phones of a captain or of the crew.",
                _json(_CODE),
                (400, 401, 403, 409, 429, 503),
                body=_body(_FOR_WHOM, required=False),
                referee=True,
            )
        },
        "/api/sessions": {
            "get": _call(
                "Who is logged in, and the codes that are out.", _json(_LISTED), (401, 403), referee=True
            ),
            "delete": _call(
                "End a session, or a code with all its phones; or all but this one, and every code.",
                _json({"type": "object"}),
                (400, 401, 403, 404, 503),
                body=_body(_WHICH),
                referee=True,
            ),
        },
        "/api/session/seats": {
            "post": _call(
                "Tokens for printed cards: each lets any phone into its seat, until there is a new PIN.",
                _json(_TOKENS),
                (400, 401, 403),
                body=_body(_SEATS),
                referee=True,
            )
        },
    }


def _kit_paths(orders: Json) -> Json:
    return {
        "/api/kit": {
            "get": _call(
                "The kit page: live inputs, hoops, nodes, the lesson and the check.",
                _json({"$ref": _at("KitView")}),
                (401, 429),
                etag=True,
                referee=True,
            ),
            "post": _call(
                "Drive an output, take over a hoop, learn tags or check the kit; the new view.",
                _json({"$ref": _at("KitView")}),
                (400, 401, 403, 409, 429, 503),
                body=_body(orders),
                referee=True,
            ),
        },
    }


def _outside_paths(schemas: Json) -> Json:
    kinds = (Ahead, OutsideTold, ScheduledAs)
    (ahead, told, _), components = msgspec.json.schema_components(kinds, ref_template=_REFS)
    schemas.update(components)
    return {
        "/api/event": {
            "get": _call(
                "The event that the field belongs to, and the matches that are next here.",
                _json(ahead),
                (401, 429),
                referee=True,
            )
        },
        "/api/hub/resend": {
            "post": _call(
                "Ask the hub now, and go on sending from where it is.",
                _json({"type": "object"}),
                (401, 403, 409, 429),
                referee=True,
            )
        },
        "/api/uplink": {
            "post": _call(
                "How the field stands with its hub; only the kit's own process may say so, each second.",
                _json(_WANTED),
                (400, 403),
                body=_body(told),
            )
        },
    }


def _feed() -> Json:
    events = {"description": "Events board or match, and beat, each with one JSON object."}
    call = _call(
        "Server-Sent Events: the newest whole view at once and after every change, and a beat every second.",
        events | {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        (400, 401, 429, 503),
        led=True,
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
    good: Json,
    errors: Sequence[int] = (),
    *,
    body: Json | None = None,
    etag: bool = False,
    referee: bool = False,
    led: bool = False,
) -> Json:
    answers: Json = {"200": good}
    if led:
        answers["307"] = {"description": "Spectators are served at another port."}
    if etag:
        answers["304"] = {"description": "Nothing has changed but now."}
    # A PIN may come with every call of the referee, and may be one wrong PIN too many.
    for status in sorted({*errors, *((401, 429) if referee else ())}):
        answers[str(status)] = {"description": _MEANINGS[status], **_content({"$ref": _at("Error")})}
    call: Json = {"summary": summary, "responses": answers}
    if body is not None:
        call["requestBody"] = body
    if referee:
        call["security"] = [{"cookie": []}, {"pin": []}]
    return call


def _at(name: str) -> str:
    return _REFS.format(name=name)


def _content(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


def _json(schema: Json) -> Json:
    return {"description": "Done.", **_content(schema)}


def _body(schema: Json, required: bool = True) -> Json:
    return {"required": required, **_content(schema)}


def _page() -> Json:
    return {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}}


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
_ERROR: Json = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "rule"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string", "description": "One sentence for a person."},
                "rule": {"type": ["string", "null"], "description": "The number of the rule."},
            },
        }
    },
}
_SESSION: Json = {
    "oneOf": [
        {"type": "object", "required": ["pin"], "properties": {"pin": {"type": "string"}}},
        {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
    ]
}
_FOR_WHOM: Json = {
    "oneOf": [
        {"type": "object", "properties": {"role": {"enum": ["referee", "crew", "screen"]}}},
        {
            "type": "object",
            "required": ["role", "team"],
            "properties": {
                "role": {"const": "captain"},
                "team": {"type": "string", "description": "The id of a side of the match."},
            },
        },
        {
            "type": "object",
            "required": ["role", "seat"],
            "properties": {
                "role": {"const": "seat"},
                "seat": {"type": "string", "description": "The id of a side of the match."},
            },
        },
    ]
}
_CODE: Json = {
    "type": "object",
    "required": ["code", "seconds", "address"],
    "properties": {
        "code": {"type": "string"},
        "seconds": {"type": ["integer", "null"], "description": "Null: until the match day ends."},
        "address": {"type": "string", "description": "The page with the code behind its #, for a QR code."},
    },
}
_WHO: Json = {
    "type": "object",
    "required": ["role", "by"],
    "properties": {
        "role": {"enum": ["referee", "captain", "crew", "screen", "seat"]},
        "by": {"type": "string"},
    },
}
_LISTED: Json = {
    "type": "object",
    "required": ["sessions", "codes", "players"],
    "properties": {
        "sessions": {"type": "array", "items": {"type": "object"}},
        "codes": {"type": "array", "items": {"type": "object"}},
        "players": {"type": "integer", "description": "How many players' phones."},
    },
}
_WHICH: Json = {
    "oneOf": [
        {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}},
        {"type": "object", "required": ["all"], "properties": {"all": {"const": True}}},
    ]
}
_SEATS: Json = {
    "type": "object",
    "required": ["seats"],
    "properties": {
        "seats": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MAX_SEATS}
    },
}
_TOKENS: Json = {
    "type": "object",
    "required": ["tokens"],
    "properties": {"tokens": {"type": "object", "additionalProperties": {"type": "string"}}},
}
_WANTED: Json = {
    "type": "object",
    "required": ["resend", "alarms"],
    "properties": {
        "resend": {"type": "integer", "description": "How often the referee has asked to begin again."},
        "alarms": {"type": "integer", "description": "How many alarms stand."},
    },
}
_ACCEPTED: Json = {
    "type": "object",
    "required": ["seq", "events"],
    "properties": {
        "seq": {"type": ["integer", "null"], "description": "Null in a dry run: nothing was stored."},
        "events": {"type": "array", "items": {"type": "object"}},
        "dry_run": {"const": True},
    },
}
_HEALTH: Json = {
    "type": "object",
    "required": ["ok", "whistle", "journal", "hoops", "uptime_s"],
    "properties": {
        "ok": {"type": "boolean"},
        "stop": {"enum": ["ok", "down"], "description": "Down: STOP stays down, or its wire is broken."},
        "signals": {
            "type": "object",
            "additionalProperties": {"type": "integer"},
            "description": "How strong (dBm) the radio of a hoop's node is heard, by hoop.",
        },
        "screens": {"type": "integer"},
        "tablets": {"type": "integer"},
        "battery": {"oneOf": [{"type": "null"}, {"$ref": _at("Battery")}]},
        "hub": {
            "type": "object",
            "required": ["have", "of", "last_contact_s", "state"],
            "properties": {
                "have": {"type": "integer", "description": "The last record that the hub has."},
                "of": {"type": "integer", "description": "The last record that there is."},
                "last_contact_s": {"type": ["number", "null"]},
                "state": {"enum": list(get_args(Standing))},
            },
        },
        "uptime_s": {"type": "number"},
    },
}
_BATTERY: Json = {
    "type": "object",
    "required": ["state", "volts"],
    "properties": {
        "state": {"enum": list(get_args(BatteryState))},
        "volts": {"type": ["number", "null"]},
    },
}
_BEAT: Json = {
    "type": "object",
    "required": ["now", "phones"],
    "properties": {
        "now": {"type": "integer"},
        "phones": {
            "type": "integer",
            "description": "How many phones follow the public board: up to 20 exactly, then in tens.",
        },
    },
}
_NOW: Json = {
    "type": "object",
    "required": ["now"],
    "properties": {"now": {"type": "integer", "description": "The moment, on the kit's clock."}},
}
_STAND_IN: Json = {
    "type": "object",
    "required": ["id", "device", "sounds"],
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$", "description": "Made by the device."},
        "device": {"enum": list(DEVICES)},
        "sounds": {"type": "boolean"},
    },
}
_SCHEMAS: Json = {
    "Error": _ERROR,
    "Session": _SESSION,
    "Accepted": _ACCEPTED,
    "Health": _HEALTH,
    "Battery": _BATTERY,
    "Beat": _BEAT,
    "Now": _NOW,
    "StandIn": _STAND_IN,
}
