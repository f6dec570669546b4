"""Spare nodes: who serves which hoop, the file of it, and a node that serves none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.errors import SettingsError
from fieldkit.messages import FrameId, HoopStatus
from fieldkit.tags.spare_nodes import read_spares
from tests.support.kit_table import KitTable, kit_table

FIELD = [f"h{number}" for number in range(1, 11)]


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[KitTable]:
    with kit_table(tmp_path) as made:
        yield made


@pytest.mark.slow
def test_spare_node_takes_a_hoop_over_in_a_match_and_after_a_restart(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.hoops.heard = ["h1", "spare1", "spare2"]
        kit.create()
        kit.run_a_round()
        assert kit.order("take_over", node="spare1", hoop="h3")["nodes"] == {
            "spares": ["spare1", "spare2"],
            "takes": {"spare1": "h3"},
        }
        assert kit.hoops.serves == {"spare1": "h3"}
        kit.order("take_over", node="spare2", hoop="h3")
        assert kit.hoops.serves == {"spare2": "h3"}
        kit.order("take_over", node="spare1", hoop="h4")
    assert 'spare2 = "h3"' in (tmp_path / "spares.toml").read_text()
    with kit_table(tmp_path) as again:
        assert again.hoops.serves == {"spare1": "h4", "spare2": "h3"}
        assert again.view["nodes"]["takes"] == again.hoops.serves
        assert again.view["nodes"]["spares"] == ["spare1", "spare2"]
        again.order("give_back", node="spare2")
        assert again.hoops.serves == {"spare1": "h4"}
        assert again.refused("give_back", node="spare2") == (400, "unknown_node")
    assert read_spares(tmp_path, FIELD) == {"spare1": "h4"}


def test_only_spare_nodes_that_were_heard_serve_hoops_of_the_field(kit: KitTable) -> None:
    kit.hoops.heard = ["h1", "spare1"]
    assert kit.refused("take_over", node="spare9", hoop="h3") == (400, "unknown_node")
    assert kit.refused("take_over", node="h1", hoop="h3") == (400, "unknown_node")
    assert kit.refused("take_over", node="spare1", hoop="h11") == (400, "unknown_hoop")
    assert kit.hoops.serves == {}
    assert not (kit.data / "spares.toml").exists()


def test_hoop_is_taken_over_though_the_disk_fails(kit: KitTable) -> None:
    kit.hoops.heard = ["spare1"]
    (kit.data / "spares.toml.new").mkdir()
    answer = kit.ask("take_over", node="spare1", hoop="h3")
    assert (answer.status, answer.body["error"]["code"]) == (503, "not_stored")
    assert answer.body["error"]["message"].startswith("It works now, but a restart will lose it: ")
    assert kit.hoops.serves == kit.view["nodes"]["takes"] == {"spare1": "h3"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[takes", "is not TOML"),
        ("[gives]\n", "[gives]: unknown; allowed are takes"),
        ('takes = "h1"\n', "a table of nodes and their hoops is allowed"),
        ('[takes]\nspare1 = "h11"\n', "[takes] spare1: 'h11' is not allowed; allowed are h1, h2"),
        ("[takes]\nspare1 = 3\n", "[takes] spare1: 3 is not allowed"),
        ('[takes]\nh1 = "h2"\n', "[takes] h1: allowed is the name of a node that is not a hoop"),
        ('[takes]\n"Spare 1" = "h2"\n', "[takes] Spare 1: allowed is the name of a node"),
    ],
)
def test_spoiled_file_of_spares_is_said_with_file_and_key(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "spares.toml").write_text(text)
    with pytest.raises(SettingsError) as wrong:
        read_spares(tmp_path, FIELD)
    assert str(wrong.value).startswith(f"{tmp_path}/spares.toml: ")
    assert said in str(wrong.value)


def test_file_of_spares_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "spares.toml").mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        read_spares(tmp_path, FIELD)


def test_node_that_serves_no_hoop_is_shown_and_told_and_counts_nothing(kit: KitTable) -> None:
    kit.create()
    kit.run_a_round()
    kit.hoops.links["spare1"] = HoopStatus("spare1", "ok", node="spare1")
    before = kit.match["seq"]
    kit.read(button="1", hoop="spare1", frame=FrameId("spare1", "0a1b", 1))
    assert kit.verdicts == ["refused"]
    assert (kit.match["seq"], kit.match["counted"], kit.match["pending"]) == (before, [], [])
    assert kit.view["inputs"][0]["name"] == "spare1"
    [alarm] = kit.match["alarms"]
    assert alarm["id"] == "strays"
    assert "spare1 serves no hoop yet" in alarm["text"]
    kit.hoops.links = {"h3": HoopStatus("h3", "ok", node="spare1")}
    kit.referee.turn(0)
    assert kit.match["alarms"] == []
