"""A field at a real broker: what is kept there, what becomes of it, and what a refusal says."""

import datetime
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import Misread
from fieldkit.settings import Mqtt
from fieldkit.uplink import mqtt, session
from fieldkit.uplink.client import MAX_PACKET_BYTES
from fieldkit.uplink.mqtt import Broker
from fieldkit.uplink.session import Speaker
from tests.support.broker import Ear, Mosquitto, Relay, kept, listening, until
from web import authority
from web.host_names import Wanted
from web.port import CERTIFICATE

pytestmark = [pytest.mark.slow, pytest.mark.needs("broker")]

Field = Callable[..., Broker]


def now_ms() -> float:
    return time.monotonic() * 1000


def board(title: str = "Round 1", **more: Any) -> dict[str, Any]:
    """Return a public board, as far as a broker is told of it."""
    made = {
        "match": "m1",
        "game": "toy",
        "stage": "play",
        "phase": "round",
        "number": 1,
        "title": title,
        "subtitle": "",
        "clock": {"state": "held", "total": 600_000, "remaining": 300_000, "tenths": False},
        "sides": [{"id": "red", "name": "Füchse", "colour": "red", "mark": "sun", "score": 3}],
        "cues": [],
        "recent": [],
    }
    return made | more


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """Yield a broker that runs."""
    made = Mosquitto(tmp_path)
    made.start()
    yield made
    made.end()


@pytest.fixture
def field() -> Iterator[Field]:
    """Yield a maker of fields that speak to the broker at a port, and close them afterwards."""
    made: list[Broker] = []

    def make(port: int, id: str = "north", boot: str = "boot-1", **more: Any) -> Broker:
        own = {name: more.pop(name) for name in list(more) if name in Mqtt.__struct_fields__}
        settings = Mqtt(**({"host": "127.0.0.1", "port": port} | own))
        made.append(Broker(Speaker(settings, id, boot, **({"now_ms": now_ms} | more))))
        made[-1].start()
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def ear(broker: Mosquitto) -> Iterator[Ear]:
    """One who listens from before a field comes."""
    with listening(broker.port) as made:
        yield made


def online(ear: Ear, boot: str = "boot-1") -> None:
    """Wait until a field is born."""
    born = {"online": True, "boot": boot}
    until(lambda: any(word.json.items() >= born.items() for word in statuses(ear)), f"the birth of {boot}")


def statuses(ear: Ear, id: str = "north") -> list[Any]:
    return ear.heard(f"fieldkit/{id}/status")


def view(words: Any) -> Any:
    """Return the board from what a broker keeps."""
    return words["fieldkit/north/board"].json


def rev(ear: Ear, id: str = "north") -> int:
    """Return the number of the view that was heard last."""
    word = ear.last(f"fieldkit/{id}/board")
    return 0 if word is None else word.json["rev"]


def test_who_comes_late_finds_the_whole_view(broker: Mosquitto, ear: Ear, field: Field) -> None:
    shown = board("Spiel 7 · 鷺 🦊")
    field(broker.port, alarms=lambda: 2).show(41, shown)
    until(lambda: rev(ear) == 41 and ear.last("fieldkit/north/alarm"), "the view")
    words = kept(broker.port)
    found = view(words)
    assert found.keys() == {"boot", "rev", "now", "at", "expires", "board"}
    assert (found["boot"], found["rev"], found["board"]) == ("boot-1", 41, shown)
    assert found["expires"] == found["at"] + session.EXPIRES_S * 1000
    assert 0 < (words["fieldkit/north/board"].expires or 0) <= session.EXPIRES_S
    plain = {topic: word.text for topic, word in words.items()}
    assert plain["fieldkit/north/title"] == "Spiel 7 · 鷺 🦊"
    assert plain["fieldkit/north/clock/seconds"] == "300"
    assert plain["fieldkit/north/clock/text"] == "5:00"
    assert plain["fieldkit/north/scores/1"] == "3"
    assert plain["fieldkit/north/scores/1/name"] == "Füchse"
    assert plain["fieldkit/north/alarm"] == "on"
    assert "fieldkit/north/subtitle" not in plain
    status = words["fieldkit/north/status"]
    assert (status.json["online"], status.json["boot"], status.expires) == (True, "boot-1", None)


def test_what_a_new_match_has_no_longer_is_taken_away(broker: Mosquitto, ear: Ear, field: Field) -> None:
    made = field(broker.port)
    made.show(1, board())
    until(lambda: ear.last("fieldkit/north/scores/1"), "a score")
    made.show(2, board(sides=[], match=None))
    until(lambda: ear.heard("fieldkit/north/scores/1")[-1].body == b"", "its end")
    words = kept(broker.port)
    assert not {
        topic for topic in words if topic.startswith(("fieldkit/north/scores/", "fieldkit/north/match"))
    }
    assert words["fieldkit/north/scores"].text == "0"


def test_a_clock_that_runs_tells_each_second(broker: Mosquitto, ear: Ear, field: Field) -> None:
    ends = round(now_ms()) + 3_000
    field(broker.port).show(1, board(clock={"state": "running", "total": 60_000, "ends_at": ends}))
    until(lambda: (word := ear.last("fieldkit/north/clock/seconds")) and word.text == "0", "the end")
    told = [int(word.text) for word in ear.heard("fieldkit/north/clock/seconds")]
    assert told == sorted(set(told), reverse=True)
    assert len(ear.heard("fieldkit/north/board")) == 1


def test_a_blast_sounds_once_and_is_not_kept(broker: Mosquitto, ear: Ear, field: Field) -> None:
    made = field(broker.port)
    online(ear)
    cues = [{"id": "a", "blast": "ready", "at": round(now_ms())}]
    made.show(1, board(cues=cues))
    made.show(2, board(cues=cues))
    until(lambda: (word := ear.last("fieldkit/north/whistle/count")) and word.text == "1", "the count")
    made.show(3, board(cues=[*cues, {"id": "b", "blast": "open", "at": round(now_ms()) + 200}]))
    until(lambda: (word := ear.last("fieldkit/north/whistle/count")) and word.text == "2", "the count")
    assert [word.text for word in ear.heard("fieldkit/north/whistle")] == ["ready", "open"]
    words = kept(broker.port)
    assert "fieldkit/north/whistle" not in words
    assert words["fieldkit/north/whistle/count"].text == "2"


def test_a_field_that_ends_says_so(broker: Mosquitto, ear: Ear, field: Field) -> None:
    made = field(broker.port)
    online(ear)
    assert made.state == "ok"
    made.close()
    until(lambda: statuses(ear)[-1].json["online"] is False, "the end")
    assert kept(broker.port)["fieldkit/north/status"].json["online"] is False
    assert (made.state, made.says) == ("off", None)


def test_the_view_of_a_kit_that_is_not_heard_runs_out(
    broker: Mosquitto, ear: Ear, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "EXPIRES_S", 2)
    monkeypatch.setattr(session, "REFRESH_S", 0.5)
    linked = threading.Event()
    linked.set()
    made = field(broker.port, linked=linked.is_set)
    made.show(7, board())
    until(lambda: len(ear.heard("fieldkit/north/board")) > 6, "longer than it lasts")
    assert view(kept(broker.port))["rev"] == 7
    linked.clear()
    until(lambda: statuses(ear)[-1].json["online"] is False, "the word that it is offline")
    until(lambda: set(kept(broker.port)) == STAYS, "the end of its view")
    linked.set()
    until(lambda: view(kept(broker.port))["rev"] == 7 if len(kept(broker.port)) > 2 else 0, "its return")
    assert kept(broker.port)["fieldkit/north/status"].json["online"] is True


STAYS = {"fieldkit/north/status", "homeassistant/device/fieldkit_north/config"}
"""What a broker keeps of a field that is gone."""


def test_a_field_that_dies_is_offline_by_its_will(broker: Mosquitto, ear: Ear) -> None:
    old = subprocess.Popen([sys.executable, "-c", OLD, str(broker.port)])
    try:
        online(ear, "old")
    finally:
        old.kill()
        old.wait()
    until(lambda: statuses(ear)[-1].json["online"] is False, "its will")
    assert kept(broker.port)["fieldkit/north/status"].json["boot"] == "old"


OLD = """
import sys, threading, time
from fieldkit.settings import Mqtt
from fieldkit.uplink.mqtt import Broker
from fieldkit.uplink.session import Speaker
now = lambda: time.monotonic() * 1000
old = Broker(Speaker(Mqtt(host="127.0.0.1", port=int(sys.argv[1])), "north", "old", now_ms=now, keepalive=2))
old.start()
threading.Event().wait()
"""
"""A field in a process of its own, whose will comes three seconds after its last word."""


def test_a_will_that_comes_late_does_not_override_a_rebirth(
    broker: Mosquitto, ear: Ear, field: Field
) -> None:
    relay = Relay(broker.port)
    old = subprocess.Popen([sys.executable, "-c", OLD, str(relay.port)])
    try:
        online(ear, "old")
        old.kill()
        old.wait()
        assert relay.gone.wait(60), "the old one's end"
        # For the broker the old one is still there: nobody has told it otherwise.
        made = field(broker.port, boot="new")
        made.show(1, board())
        online(ear, "new")
        told = until(lambda: _after_will(ear), "the late will, and the word against it")
    finally:
        old.kill()
        relay.close()
    assert [(each["online"], each["boot"]) for each in told[:2]] == [(False, "old"), (True, "new")]
    assert kept(broker.port)["fieldkit/north/status"].json == told[-1]
    assert (made.state, made.says) == ("ok", None)


def _after_will(ear: Ear) -> list[Any]:
    """Return the words on the status since the first will, once there are two."""
    told = [word.json for word in statuses(ear)]
    wills = [place for place, each in enumerate(told) if not each["online"]]
    return told[wills[0] :] if wills and len(told) > wills[0] + 1 else []


@pytest.mark.parametrize("lie", ['{"online": false, "boot": "x"}', "", "no JSON", "[]", '{"online": 1}'])
def test_a_false_word_on_the_status_is_put_right(broker: Mosquitto, ear: Ear, field: Field, lie: str) -> None:
    field(broker.port)
    online(ear)
    ear.publish("fieldkit/north/status", lie, retain=True)
    until(lambda: len(told := statuses(ear)) > 2 and b'"online":true' in told[-1].body, "the word against it")
    assert kept(broker.port)["fieldkit/north/status"].json["boot"] == "boot-1"


def test_nothing_that_others_publish_changes_anything(broker: Mosquitto, ear: Ear, field: Field) -> None:
    made = field(broker.port)
    made.show(1, board())
    until(lambda: rev(ear) == 1, "the view")
    for below in ("board", "set", "command", "stage", "whistle", "alarm/set"):
        ear.publish(f"fieldkit/north/{below}", '{"rev": 9, "type": "start_round"}')
    made.show(2, board("Round 2"))
    until(lambda: rev(ear) == 2, "the next view")
    assert [word.json["rev"] for word in ear.heard("fieldkit/north/board")] == [1, 9, 2]
    assert view(kept(broker.port))["board"] == board("Round 2")
    assert (made.state, made.says) == ("ok", None)


def test_a_broker_that_comes_back_hears_the_newest_and_nothing_before(
    broker: Mosquitto, ear: Ear, field: Field
) -> None:
    made = field(broker.port)
    made.show(1, board())
    until(lambda: rev(ear) == 1, "the first view")
    broker.kill()
    until(lambda: made.state == "waiting", "the end of the line")
    assert str(made.says) in (
        f"The broker at 127.0.0.1:{broker.port} is away.",
        f"No broker runs at 127.0.0.1:{broker.port}.",
    )
    for n in range(2, 51):
        made.show(n, board(f"Round {n}"))
    broker.start()
    with listening(broker.port) as late:
        until(lambda: rev(late) == 50, "the newest view")
        until(lambda: late.last("fieldkit/north/whistle/count"), "all of it")
        assert [word.json["rev"] for word in late.heard("fieldkit/north/board")] == [50]
    words = kept(broker.port)
    assert words["fieldkit/north/title"].text == "Round 50"
    assert words["fieldkit/north/status"].json["online"] is True
    assert set(words) > STAYS
    until(lambda: made.state == "ok", "that all is well")
    assert made.says is None


def test_a_thousand_fast_views_are_few_words_and_the_last_is_right(
    broker: Mosquitto, ear: Ear, field: Field
) -> None:
    made = field(broker.port)
    online(ear)
    began = time.monotonic()
    for n in range(1, 1001):
        made.show(n, board(f"Round {n}"))
    until(lambda: rev(ear) == 1000, "the last view")
    until(lambda: (word := ear.last("fieldkit/north/title")) and word.text == "Round 1000", "its title")
    told = [word.json["rev"] for word in ear.heard("fieldkit/north/board")]
    assert told == sorted(told)
    assert len(told) <= (time.monotonic() - began) / session.PACE_S + 2
    assert len(told) < 1000
    assert view(kept(broker.port))["board"]["title"] == "Round 1000"


def test_views_come_from_any_thread(broker: Mosquitto, ear: Ear, field: Field) -> None:
    made = field(broker.port)
    threads = [threading.Thread(target=made.show, args=(n, board(f"Round {n}"))) for n in range(1, 21)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    made.show(99, board("Round 99"))
    until(lambda: rev(ear) == 99, "the last view")


def test_while_a_broker_hangs_nothing_piles_up(
    broker: Mosquitto, ear: Ear, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "PACE_S", 0.0)
    told: list[int] = []
    tell = session.Session._tell_board

    def noted(self: session.Session, view: session.NewestBoard) -> None:
        tell(self, view)
        told.append(view.rev)

    monkeypatch.setattr(session.Session, "_tell_board", noted)
    made = field(broker.port)
    online(ear)
    broker.signal(signal.SIGSTOP)
    long = "x" * 1_000_000
    made.show(1, board(long))
    until(lambda: 1 in told, "the first view")
    for n in range(2, 101):
        made.show(n, board(long))
        # As long as the line takes it; once it is full no view is put on it.
        threading.Event().wait(0.01)
    assert len(told) < 50
    made.show(101, board("short"))
    broker.signal(signal.SIGCONT)
    until(lambda: rev(ear) == 101, "the newest view")
    assert len(ear.heard("fieldkit/north/board")) < 60


def test_two_fields_at_one_broker_do_not_mix(broker: Mosquitto, ear: Ear, field: Field) -> None:
    north, south = field(broker.port, boot="n"), field(broker.port, "south", boot="s", name="Süd")
    north.show(1, board("Nord"))
    south.show(2, board("Süd"))
    until(lambda: all(ear.last(f"fieldkit/{id}/whistle/count") for id in FIELDS), "both views")
    north.close()
    until(lambda: statuses(ear)[-1].json["online"] is False, "the end of one")
    words = kept(broker.port)
    assert words["fieldkit/south/status"].json.items() >= {"online": True, "boot": "s"}.items()
    assert words["fieldkit/south/title"].text == "Süd"
    ids = {words[f"homeassistant/device/fieldkit_{id}/config"].json["device"]["name"] for id in FIELDS}
    assert ids == {"north", "Süd"}
    assert (south.state, south.says) == ("ok", None)


FIELDS = ("north", "south")


def test_two_kits_with_one_name_are_told_so_and_do_not_quarrel(
    broker: Mosquitto, ear: Ear, field: Field
) -> None:
    one = field(broker.port, boot="one")
    online(ear, "one")
    other = field(broker.port, boot="other")
    until(lambda: one.says is not None, "the word of it")
    assert (one.state, one.says and one.says.template) == (
        "ok",
        "Another kit uses {field} at this broker too. Give each field its own id.",
    )
    other.close()
    until(lambda: one.says is None, "that it is alone again")

    def told() -> list[tuple[bool, str]]:
        # A line closed before all of it was read costs the broker the goodbye: the will says the same again.
        words = ((word.json["online"], word.json["boot"]) for word in statuses(ear))
        return [word for word, _ in groupby(words)]

    until(lambda: len(told()) > 3, "its word")
    assert kept(broker.port)["fieldkit/north/status"].json["boot"] == "one"
    assert told() == [(True, "one"), (True, "other"), (False, "other"), (True, "one")]


def test_discovery_is_told_and_taken_away(broker: Mosquitto, ear: Ear, field: Field) -> None:
    field(broker.port, name="Feld Nord")
    field(broker.port, id="south", discovery="ha/own/")
    told, elsewhere = "homeassistant/device/fieldkit_north/config", "ha/own/device/fieldkit_south/config"
    until(lambda: ear.last(told) and ear.last(elsewhere), "both messages")
    words = kept(broker.port)
    assert words[told].json["device"]["name"] == "Feld Nord"
    assert elsewhere in words
    assert "homeassistant/device/fieldkit_south/config" not in words
    field(broker.port, boot="boot-2", discovery="")
    until(lambda: told not in kept(broker.port), "its end")
    assert elsewhere in kept(broker.port)


def test_a_wrong_password_is_said_in_words(tmp_path: Path, field: Field) -> None:
    broker = Mosquitto(tmp_path)
    broker.start(broker.password("kit", "right"), "allow_anonymous false")
    try:
        wrong = field(broker.port, user="kit", password="wrong")
        nobody = field(broker.port, id="south")
        right = field(broker.port, id="east", user="kit", password="right")
        for each in (wrong, nobody):
            until(lambda each=each: each.state == "refused", "the refusal")
            assert str(each.says) == "The broker refuses the user or the password of [mqtt] in the settings."
        until(lambda: right.state == "ok", "the one with the password")
        # It is tried for ever: somebody may put it right at the broker.
        broker.kill()
        broker.start("allow_anonymous true")
        until(lambda: wrong.state == nobody.state == "ok", "that they are let in")
    finally:
        broker.end()


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("topic read fieldkit/#", "The broker does not allow this user to write fieldkit/north/status."),
        ("topic write #", None),
    ],
)
def test_a_topic_that_is_not_allowed_is_said_in_words(
    tmp_path: Path, field: Field, rule: str, says: str | None
) -> None:
    broker = Mosquitto(tmp_path)
    (tmp_path / "rules").write_text(rule + "\n")
    broker.start(f"acl_file {tmp_path / 'rules'}")
    try:
        made = field(broker.port)
        if says is None:
            until(lambda: made.state == "ok", "the connection")
        else:
            until(lambda: made.state == "refused", "the refusal")
            assert str(made.says) == says
    finally:
        broker.end()


def test_a_broker_that_takes_too_little_is_said_in_words(tmp_path: Path, field: Field) -> None:
    broker = Mosquitto(tmp_path, "max_packet_size 5000")
    broker.start()
    try:
        made = field(broker.port, discovery="")
        made.show(1, board("x" * 6_000))
        until(lambda: made.state == "refused", "the refusal")
        assert str(made.says) == "The broker takes at most 5000 bytes, too few for the whole view."
        with listening(broker.port) as ear:
            assert "fieldkit/north/board" not in {word.topic for word in ear.words}
            until(lambda: ear.last("fieldkit/north/status"), "its status")
    finally:
        broker.end()


def answering(answer: bytes, times: int = 100) -> tuple[int, Callable[[], None]]:
    """Start a server that says one thing to each caller, then nothing; return its port and what ends it."""
    server = socket.create_server(("127.0.0.1", 0))
    lines: list[socket.socket] = []

    def serve() -> None:
        try:
            for _ in range(times):
                line, _ = server.accept()
                lines.append(line)
                line.sendall(answer)
        except OSError:
            return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()

    def end() -> None:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join(60)
        for line in lines:
            line.close()

    return server.getsockname()[1], end


WELCOME = b"\x20\x03\x00\x00\x00"
STATUS = b"\x00\x15fieldkit/north/status"
"""The topic as it begins a word on it."""


def test_a_word_that_is_too_long_is_not_sent(
    broker: Mosquitto, ear: Ear, field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = heard_lengths(monkeypatch)
    field(broker.port)
    until(lambda: lengths, "its own birth")
    ear.publish("fieldkit/north/status", "x" * 100_000, retain=True)
    ear.publish("fieldkit/north/status", "last word")
    until(lambda: len("last word") in lengths, "the word after it")
    assert max(lengths) < MAX_PACKET_BYTES


def heard_lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How long the words are that fields hear from now on."""
    lengths: list[int] = []
    hear = session.Session._heard

    def noted(self: session.Session, client: Any, data: object, message: Any) -> None:
        lengths.append(len(message.payload))
        hear(self, client, data, message)

    monkeypatch.setattr(session.Session, "_heard", noted)
    return lengths


@pytest.mark.parametrize(
    "packet",
    [
        pytest.param(b"\x30\xff\xff\xff\x7f" + STATUS + bytes(20_000_000), id="256 MB"),
        pytest.param(b"\x34\x1d" + STATUS + b"\x00\x07\x00{}  ", id="to be kept until its release"),
    ],
)
def test_a_broker_that_sends_what_it_must_not_is_left(field: Field, packet: bytes) -> None:
    port, end = answering(WELCOME + packet)
    try:
        made = field(port)
        until(lambda: made.says, "a word of it")
        assert str(made.says) == f"The broker at 127.0.0.1:{port} sends messages that a kit does not accept."
    finally:
        made.close()
        end()


def test_a_flood_is_read_at_a_pace(field: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = heard_lengths(monkeypatch)
    lie = b'\x00{"online": false}'
    port, end = answering(WELCOME + (b"\x30" + bytes([len(STATUS + lie)]) + STATUS + lie) * 20_000)
    try:
        began = time.monotonic()
        made = field(port)
        until(lambda: len(lengths) > 5 * session.READS, "a part of it")
        periods = (time.monotonic() - began) / session.PACE_S + 1
        assert len(lengths) <= periods * session.READS
    finally:
        made.close()
        end()


def test_a_broker_by_tls_is_known_by_its_root(tmp_path: Path, field: Field) -> None:
    today = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    wanted = Wanted(("localhost",), ("127.0.0.1",))
    authority.make_own(tmp_path, authority.make_root(tmp_path, "venue", wanted, today), wanted, today)
    own, root = tmp_path / CERTIFICATE.name, str(tmp_path / "root.crt")
    broker = Mosquitto(tmp_path, tls=own)
    broker.start()
    try:
        by_root = field(broker.port, tls=True, root=root)
        by_root.show(1, board("x" * 60_000))
        stranger = field(broker.port, tls=True)
        lost = field(broker.port, tls=True, root=str(tmp_path / "gone.crt"))
        until(lambda: by_root.state == "ok", "the connection")
        until(lambda: stranger.says and lost.says, "what is wrong with the others")
        place = f"127.0.0.1:{broker.port}"
        assert str(stranger.says) == f"The certificate of the broker at {place} is not trusted here."
        assert str(lost.says) == f"{tmp_path / 'gone.crt'} contains no readable certificate."
    finally:
        broker.end()


def test_a_broker_without_tls_is_said_in_words(field: Field) -> None:
    port, end = answering(WELCOME)
    try:
        made = field(port, tls=True)
        until(lambda: made.says, "a word of it")
        assert str(made.says) == f"The server at 127.0.0.1:{port} does not speak TLS."
    finally:
        made.close()
        end()


NO_BROKER = "The server at 127.0.0.1:{port} is not an MQTT broker."


@pytest.mark.parametrize(
    ("answer", "state", "says"),
    [
        (b"", "waiting", "The broker at 127.0.0.1:{port} does not answer."),
        (b"HTTP/1.1 400 Bad Request\r\n" * 20, "waiting", NO_BROKER),
        (b"SSH-2.0-OpenSSH_9.2p1\r\n" * 20, "waiting", NO_BROKER),
        (bytes(range(256)), "waiting", NO_BROKER),
        (b"\x20\x02\x00\x01", "refused", "The broker does not speak MQTT 5."),
        (b"\x20\x03\x00\x89\x00", "refused", "The broker refuses this kit: Server busy."),
    ],
)
def test_what_is_no_broker_is_said_in_words(
    field: Field, monkeypatch: pytest.MonkeyPatch, answer: bytes, state: str, says: str
) -> None:
    monkeypatch.setattr(session, "ANSWER_S", 1.0)
    port, end = answering(answer)
    try:
        made = field(port)
        until(lambda: made.says, "a word of it")
        assert (made.state, str(made.says)) == (state, says.format(port=port))
    finally:
        made.close()
        end()


def test_nobody_at_the_port_is_said_in_words_and_tried_again(tmp_path: Path, field: Field) -> None:
    broker = Mosquitto(tmp_path)
    made = field(broker.port)
    until(lambda: made.says, "a word of it")
    assert (made.state, str(made.says)) == ("waiting", f"No broker runs at 127.0.0.1:{broker.port}.")
    made.show(3, board())
    broker.start()
    try:
        until(lambda: made.state == "ok", "the connection")
        until(lambda: "fieldkit/north/board" in kept(broker.port), "the view")
    finally:
        broker.end()


def test_without_a_host_nothing_happens_and_a_close_is_enough() -> None:
    made = Broker(Speaker(Mqtt(), "north", "boot-1", now_ms=now_ms))
    made.start()
    made.show(1, board())
    assert made.state == "off"
    made.close()
    made.close()
    made.show(2, board())


def test_what_is_no_board_is_refused() -> None:
    made = Broker(Speaker(Mqtt(), "north", "boot-1", now_ms=now_ms))
    with pytest.raises(Misread, match=r"clock\.total"):
        made.show(1, board(clock={"total": "long"}))
    with pytest.raises(Misread, match="rate"):
        made.show(1, board(clock={"rate": 0}))
    made.close()


def test_the_waits_between_two_tries_grow_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Closing(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waits.append(timeout or 0.0)
            if len(waits) == 9:
                self.set()
            return self.is_set()

    monkeypatch.setattr(mqtt.random, "uniform", lambda low, high: high)
    monkeypatch.setattr(Broker, "_connection", lambda self: None)
    made = Broker(Speaker(Mqtt(host="127.0.0.1"), "north", "boot-1", now_ms=now_ms))
    made._closing = Closing()
    made._run()
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30, 30]
