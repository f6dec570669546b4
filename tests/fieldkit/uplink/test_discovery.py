"""What Home Assistant is told: every key is one that it knows, every topic one that is published."""

import json
from typing import Any

import pytest
from jinja2 import Environment

from fieldkit.phrases import Language
from fieldkit.uplink import discovery
from fieldkit.uplink.topics import BoardExtract, SideExtract, Small

ENTITY = {"platform", "name", "unique_id", "state_topic", "value_template", "device_class", "icon"}
KNOWN = {
    "sensor": ENTITY
    | {"unit_of_measurement", "state_class", "options", "enabled_by_default", "entity_category"},
    "binary_sensor": ENTITY | {"payload_on", "payload_off", "entity_category", "enabled_by_default"},
    "event": ENTITY | {"event_types", "enabled_by_default", "entity_category"},
}
"""The keys that Home Assistant documents for a part of a device, as far as any is used."""
NEEDED = {"sensor": set[str](), "binary_sensor": set[str](), "event": {"event_types"}}
DEVICE = {"identifiers", "name", "manufacturer", "model", "sw_version"}


def config(prefix: str = "fieldkit", field: str = "north", **more: Any) -> dict[str, Any]:
    """Return the message as it arrives at the other end of the line."""
    said: dict[str, Any] = json.loads(json.dumps(discovery.config(prefix, field, "Feld Nord 🏑", **more)))
    return said


def test_the_message_has_the_keys_that_home_assistant_knows() -> None:
    said = config()
    assert said.keys() == {"device", "origin", "availability", "components"}
    assert said["device"].keys() <= DEVICE
    assert said["device"]["identifiers"]
    assert said["device"]["name"] == "Feld Nord 🏑"
    assert said["origin"].keys() <= {"name", "sw_version", "support_url"}
    assert said["origin"]["name"]
    assert [each.keys() for each in said["availability"]] == [{"topic", "value_template"}]
    for key, part in said["components"].items():
        assert part.keys() <= KNOWN[part["platform"]], key
        assert {"platform", "unique_id", "state_topic", "name"} | NEEDED[part["platform"]] <= part.keys()


def test_an_enumeration_has_neither_unit_nor_class_of_state() -> None:
    for part in config()["components"].values():
        assert ("options" in part) is (part.get("device_class") == "enum")
        if "options" in part:
            assert "state_class" not in part
            assert "unit_of_measurement" not in part


def test_there_are_clock_scores_whistle_stage_and_alarm() -> None:
    parts = config()["components"]
    assert {"clock", "ends", "stage", "phase", "title", "whistle", "alarm"} < parts.keys()
    assert sum(key.startswith("score_") for key in parts) == discovery.MOST_SIDES == 6
    assert parts["alarm"]["device_class"] == "problem"
    assert parts["whistle"]["event_types"] == ["ready", "head_start", "open", "warn", "close", "stop"]
    assert parts["stage"]["options"] == ["setup", "ready", "play", "rest", "over"]


def test_every_topic_it_names_is_one_that_is_published() -> None:
    shown = BoardExtract(sides=(SideExtract(),) * discovery.MOST_SIDES)
    published = {"whistle", "alarm", *Small().topics(shown, 0, 0)}
    named = {part["state_topic"].removeprefix("fieldkit/north/") for part in config()["components"].values()}
    assert named <= published


def test_ids_stay_and_are_each_ones_own() -> None:
    many = [config(prefix, field) for prefix, field in FIELDS]
    ids = [part["unique_id"] for said in many for part in said["components"].values()]
    assert len(set(ids)) == len(ids)
    devices = {said["device"]["identifiers"][0] for said in many}
    assert len(devices) == len(FIELDS)
    assert config()["components"]["clock"]["unique_id"] == "fieldkit_north_clock"
    before = discovery.config("fieldkit", "north", "another name")["components"]
    assert {key: part["unique_id"] for key, part in before.items()} == {
        key: part["unique_id"] for key, part in config()["components"].items()
    }


FIELDS = [
    ("fieldkit", "north"),
    ("fieldkit", "south"),
    ("spring", "north"),
    ("a/b", "c"),
    ("a_b", "c"),
    ("a_/b", "c"),
    ("a/_b", "c"),
]


@pytest.mark.parametrize(("prefix", "field"), FIELDS)
def test_the_topic_of_the_message_is_one_that_home_assistant_looks_at(prefix: str, field: str) -> None:
    first, device, id, last = discovery.config_topic("homeassistant/", prefix, field).split("/")
    assert (first, device, last) == ("homeassistant", "device", "config")
    assert set(id) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def rendered(template: str, body: str) -> str:
    """Return what Home Assistant makes of a body by a template."""
    value_json = json.loads(body) if body.startswith("{") else None
    return Environment(autoescape=False).from_string(template).render(value=body, value_json=value_json)


def test_its_templates_say_what_the_topics_say() -> None:
    said = config()
    online = said["availability"][0]["value_template"]
    assert [rendered(online, json.dumps({"online": each})) for each in (True, False)] == ["online", "offline"]
    parts = said["components"]
    assert json.loads(rendered(parts["whistle"]["value_template"], "open")) == {"event_type": "open"}
    score = parts["score_1"]["value_template"]
    assert [rendered(score, each) for each in ("7", "0", "")] == ["7", "0", "None"]


def test_its_names_are_said_in_the_language_of_the_kit() -> None:
    german = Language("de", {"Clock": "Uhr", "Score {n}": "Punkte {n}"})
    parts = config(translate=german)["components"]
    assert (parts["clock"]["name"], parts["score_6"]["name"]) == ("Uhr", "Punkte 6")
