"""The announcement to Home Assistant: one device for each field, in one message, which may be empty."""

from typing import Any, get_args

from fieldkit import __version__
from fieldkit.games import Stage
from fieldkit.messages import Blast
from fieldkit.phrases import ENGLISH, Language, Message, Term

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
    seen: dict[str, dict[str, Any]] = {}

    def add(key: str, called: object, topic: str, platform: str = "sensor", **more: object) -> None:
        place = {"state_topic": f"{base}/{topic}", "unique_id": f"{own}_{key}"}
        seen[key] = {"platform": platform, "name": translate(called), **place, **more}

    timer: Any = {"unit_of_measurement": "s", "icon": "mdi:timer-outline"}
    add("clock", Term("Clock"), "clock/seconds", device_class="duration", **timer)
    moment = "{{ as_datetime(value) if value else 'None' }}"
    add("ends", Term("Clock ends"), "clock/ends_at", device_class="timestamp", value_template=moment)
    add("stage", Term("Stage"), "stage", device_class="enum", options=list(get_args(Stage)))
    add("phase", Term("Phase"), "phase", value_template=_OR_UNKNOWN)
    add("title", Term("Title"), "title", value_template=_OR_UNKNOWN)
    blast: Any = {"value_template": '{"event_type": "{{ value }}"}', "icon": "mdi:whistle"}
    add("whistle", Term("Whistle"), "whistle", "event", event_types=list(get_args(Blast)), **blast)
    alarm: Any = {"payload_on": "on", "payload_off": "off", "entity_category": "diagnostic"}
    add("alarm", Term("Alarm"), "alarm", "binary_sensor", device_class="problem", **alarm)
    for n in range(1, MOST_SIDES + 1):
        usual: Any = {"value_template": _OR_UNKNOWN, "enabled_by_default": n <= _USUAL_SIDES}
        add(f"team_{n}", Message("Team {n}", {"n": n}), f"scores/{n}/name", **usual)
        add(f"score_{n}", Message("Score {n}", {"n": n}), f"scores/{n}", state_class="measurement", **usual)
    online = "{{ 'online' if value_json.online else 'offline' }}"
    return {
        "device": {"identifiers": [own], "name": name, "manufacturer": "fieldkit", "sw_version": __version__},
        "origin": {"name": "fieldkit", "sw_version": __version__},
        "availability": [{"topic": f"{base}/status", "value_template": online}],
        "components": seen,
    }
