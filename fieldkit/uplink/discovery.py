"""The announcement to Home Assistant: one device for each field, in the one message that it asks for.

The message lies retained at ``<discovery>/device/<id>/config``; an empty one there takes all of it away.
The ids are made of the topics' prefix and the field's id alone, so that they stay for ever.
"""

from __future__ import annotations

from typing import Any, get_args

from fieldkit import __version__
from fieldkit.games import Stage
from fieldkit.messages import Blast
from fieldkit.phrases import ENGLISH, Language, Term

DEFAULT = "homeassistant"
"""The topic at which Home Assistant looks unless it is told otherwise; there the message is taken away."""
MOST_SIDES = 6
"""No game of the kit has more."""
_USUAL_SIDES = 4
"""Those of the others have to be switched on in Home Assistant."""
_OR_UNKNOWN = "{{ value if value else 'None' }}"
"""An empty text is nothing; ``None`` is how Home Assistant hears that something is not known."""


def device_id(prefix: str, field: str) -> str:
    """Return the id of a field's device; of two fields, or of one field under two prefixes, they differ."""
    return f"{prefix.replace('_', '__').replace('/', '_-')}_{field}"


def config_topic(discovery: str, prefix: str, field: str) -> str:
    """Return where the message of a field lies."""
    return f"{discovery.strip('/')}/device/{device_id(prefix, field)}/config"


def config(prefix: str, field: str, name: str, translate: Language = ENGLISH) -> dict[str, Any]:
    """Return the message: the device, called ``name``, and all that can be seen of it."""
    base, own = f"{prefix}/{field}", device_id(prefix, field)
    seen = {**_state(), **_sides(translate)}
    names = {
        "clock": Term("Clock"),
        "ends": Term("Clock ends"),
        "stage": Term("Stage"),
        "phase": Term("Phase"),
        "title": Term("Title"),
        "whistle": Term("Whistle"),
        "alarm": Term("Alarm"),
    }
    for key, part in seen.items():
        if key in names:
            part["name"] = translate(names[key])
        part["state_topic"] = f"{base}/{part['state_topic']}"
        part["unique_id"] = f"{own}_{key}"
    return {
        "device": {"identifiers": [own], "name": name, "manufacturer": "fieldkit", "sw_version": __version__},
        "origin": {"name": "fieldkit", "sw_version": __version__},
        "availability": [
            {
                "topic": f"{base}/status",
                "value_template": "{{ 'online' if value_json.online else 'offline' }}",
            }
        ],
        "components": seen,
    }


def _state() -> dict[str, dict[str, Any]]:
    return {
        "clock": {
            "platform": "sensor",
            "state_topic": "clock/seconds",
            "device_class": "duration",
            "unit_of_measurement": "s",
            "icon": "mdi:timer-outline",
        },
        "ends": {
            "platform": "sensor",
            "state_topic": "clock/ends_at",
            "device_class": "timestamp",
            "value_template": "{{ as_datetime(value) if value else 'None' }}",
        },
        "stage": {
            "platform": "sensor",
            "state_topic": "stage",
            "device_class": "enum",
            "options": list(get_args(Stage)),
        },
        "phase": {"platform": "sensor", "state_topic": "phase", "value_template": _OR_UNKNOWN},
        "title": {"platform": "sensor", "state_topic": "title", "value_template": _OR_UNKNOWN},
        "whistle": {
            "platform": "event",
            "state_topic": "whistle",
            "event_types": list(get_args(Blast)),
            "value_template": '{"event_type": "{{ value }}"}',
            "icon": "mdi:whistle",
        },
        "alarm": {
            "platform": "binary_sensor",
            "state_topic": "alarm",
            "device_class": "problem",
            "payload_on": "on",
            "payload_off": "off",
            "entity_category": "diagnostic",
        },
    }


def _sides(translate: Language) -> dict[str, dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    for n in range(1, MOST_SIDES + 1):
        usual = n <= _USUAL_SIDES
        made[f"team_{n}"] = {
            "platform": "sensor",
            "name": translate.sentence("Team {n}", n=n),
            "state_topic": f"scores/{n}/name",
            "value_template": _OR_UNKNOWN,
            "enabled_by_default": usual,
        }
        made[f"score_{n}"] = {
            "platform": "sensor",
            "name": translate.sentence("Score {n}", n=n),
            "state_topic": f"scores/{n}",
            "state_class": "measurement",
            "value_template": _OR_UNKNOWN,
            "enabled_by_default": usual,
        }
    return made
