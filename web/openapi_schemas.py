"""The schemas of the web interface that no type of the kit declares (`web.openapi`)."""

from __future__ import annotations

from typing import Any, get_args

from fieldkit.messages import BatteryState
from fieldkit.referee.uplink import Standing
from web.api import DEVICES, MAX_SEATS

Json = dict[str, Any]

REFS = "#/components/schemas/{name}"
STRING, INTEGER, NUMBER, OBJECT = ({"type": name} for name in ("string", "integer", "number", "object"))


def ref(name: str) -> Json:
    """Refer to a schema by its name."""
    return {"$ref": REFS.format(name=name)}


def record(optional: Json | None = None, /, **required: Json) -> Json:
    """Describe an object with these fields."""
    return OBJECT | {"required": [*required], "properties": required | (optional or {})}


def _said(schema: Json, description: str) -> Json:
    return schema | {"description": description}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


def _or_null(name: str) -> Json:
    return {"type": [name, "null"]}


_SIDE = _said(STRING, "The id of a side of the match.")
SESSION = {"oneOf": [record(pin=STRING), record(code=STRING)]}
CODE_FOR = {
    "oneOf": [
        OBJECT | {"properties": {"role": {"enum": ["referee", "crew", "screen"]}}},
        record(role={"const": "captain"}, team=_SIDE),
        record(role={"const": "seat"}, seat=_SIDE),
    ]
}
CODE = record(
    code=STRING,
    seconds=_said(_or_null("integer"), "Null: until the match day ends."),
    address=_said(STRING, "The page with the code behind its #, for a QR code."),
)
ROLE = record(role={"enum": ["referee", "captain", "crew", "screen", "seat"]}, by=STRING)
SESSIONS = record(
    sessions=_list(OBJECT), codes=_list(OBJECT), players=_said(INTEGER, "How many players' phones.")
)
ENDED = {"oneOf": [record(id=STRING), record(all={"const": True})]}
SEATS = record(seats=_list(STRING) | {"minItems": 1, "maxItems": MAX_SEATS})
TOKENS = record(tokens=OBJECT | {"additionalProperties": STRING})
UPLINK = record(
    resend=_said(INTEGER, "How often the referee has asked to begin again."),
    alarms=_said(INTEGER, "How many alarms stand."),
)
_HUB = record(
    have=_said(INTEGER, "The last record that the hub has."),
    of=_said(INTEGER, "The last record that there is."),
    last_contact_s=_or_null("number"),
    state={"enum": list(get_args(Standing))},
)
_SIGNALS = OBJECT | {"additionalProperties": INTEGER}
_HEALTH = record(
    {
        "stop": _said({"enum": ["ok", "down"]}, "Down: STOP stays down, or its wire is broken."),
        "signals": _said(_SIGNALS, "How strong (dBm) the radio of a hoop's node is heard, by hoop."),
        "screens": INTEGER,
        "tablets": INTEGER,
        "battery": {"oneOf": [{"type": "null"}, ref("Battery")]},
        "hub": _HUB,
    },
    ok={"type": "boolean"},
    whistle=STRING,
    journal=STRING,
    hoops=OBJECT,
    uptime_s=NUMBER,
)
_ERROR = record(
    error=record(
        code=STRING,
        message=_said(STRING, "One sentence for a person."),
        rule=_said(_or_null("string"), "The number of the rule."),
    )
)
SCHEMAS: Json = {
    "Error": _ERROR,
    "Session": SESSION,
    "Accepted": record(
        {"dry_run": {"const": True}},
        seq=_said(_or_null("integer"), "Null in a dry run: nothing was stored."),
        events=_list(OBJECT),
    ),
    "Health": _HEALTH,
    "Battery": record(state={"enum": list(get_args(BatteryState))}, volts=_or_null("number")),
    "Beat": record(
        now=INTEGER,
        phones=_said(INTEGER, "How many phones follow the public board: up to 20 exactly, then in tens."),
    ),
    "Now": record(now=_said(INTEGER, "The moment, on the kit's clock.")),
    "StandIn": record(
        id=_said(STRING | {"pattern": "^[a-z0-9-]{1,40}$"}, "Made by the device."),
        device={"enum": list(DEVICES)},
        sounds={"type": "boolean"},
    ),
}
"""The ones with a name of their own."""
