"""Records and views on their way to a hub: nothing lost, nothing twice, every refusal in words."""

import ssl
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.uplink.push import PUSH_BYTES
from fieldkit.uplink.sending import Pauses
from tests.fieldkit.uplink.conftest import QUICK, Field, until
from tests.support.fake_hub import Call, FakeHub
from web.tls import Certificates

Make = Callable[..., Field]


def test_what_is_on_the_record_reaches_the_hub_and_what_follows_too(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin("toy")
    field.play(5)
    field.start()
    until(lambda: field.has_all(hub))
    field.play(3)
    until(lambda: field.has_all(hub))
    assert hub.games == {"m1": "toy"}
    told = field.status.told
    assert (told.state, told.says, told.event, told.practice) == ("ok", "", "Spring Cup", False)
    assert told.last_contact_s is not None


@pytest.mark.slow
def test_a_push_holds_records_of_one_match_and_not_too_many(make: Make, hub: FakeHub) -> None:
    field = make(since="m1")
    field.begin()
    field.play(450)
    field.begin()
    field.play(3, size=100_000)
    field.start()
    until(lambda: field.has_all(hub))
    starts = [int(path.rsplit("/", 1)[1]) for path in hub.pushes()]
    assert starts == sorted(set(starts))
    assert starts[-4:] == [452, 453, 454, 455], "the second match, each of its large records alone"
    assert 4 <= len(starts) <= 9
    assert all(size <= PUSH_BYTES + 200 for size in hub.sizes[: len(starts) - 3])


def test_matches_before_the_first_meeting_stay_where_they_are(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(4)
    field.over()
    field.start()
    until(lambda: field.status.told.state == "ok" and field.status.told.of == 5)
    assert field.status.told.have == 5
    field.play()  # what is said of a match that is over stays with it
    field.begin()
    field.play(2)
    until(lambda: field.has_all(hub, first=7))
    field.end()
    field.begin()
    field.start()
    until(lambda: field.has_all(hub, first=7))


def test_the_match_that_is_on_belongs_to_the_event_from_its_beginning(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.over()
    field.begin()
    field.play(3)
    field.board = None
    field.start()
    until(lambda: field.status.told.state == "ok")
    assert not hub.records, "nobody knows yet whether it is on"
    field.shows("m2", "play")
    until(lambda: field.has_all(hub, first=2))


@pytest.mark.slow
def test_an_earlier_match_can_be_named_also_later(make: Make, hub: FakeHub) -> None:
    field = make()
    for _ in range(3):
        field.begin()
        field.play(2)
    field.start()
    until(lambda: field.has_all(hub, first=7))
    field.end()
    again = Field(field.data, hub, since="m2")
    again.seqs, again.board = field.seqs, field.board
    again.start()
    until(lambda: again.has_all(hub, first=4))
    again.close()
    field.start()
    field.play()
    until(lambda: field.has_all(hub, first=4))


def test_a_match_that_is_not_there_is_told_of_and_play_goes_on(make: Make, hub: FakeHub) -> None:
    field = make(since="m9")
    field.begin()
    field.start()
    until(lambda: field.has_all(hub))
    until(lambda: field.status.told.says)
    assert field.status.told.says == "[hub] since names m9, which is not on the record of this kit."


def test_a_lost_answer_is_repeated_and_nothing_is_there_twice(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(5)
    hub.lose_answers = 3
    field.start()
    until(lambda: field.has_all(hub) and not hub.lose_answers)


def test_a_hub_that_is_away_costs_nothing_and_is_found_again(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.start()
    until(lambda: field.has_all(hub))
    hub.stop()
    until(lambda: field.status.told.state == "waiting")
    assert field.status.told.says == f"The hub {hub.url} does not answer."
    field.play(20)
    until(lambda: field.status.told.of == 21)
    assert field.status.told.have == 1
    field.end()
    field.play(2)
    field.start()
    hub.start()
    until(lambda: field.has_all(hub))


def test_a_hub_that_hangs_up_at_any_word_gets_all_in_the_end(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(600)
    count = iter(range(1_000_000))
    hub.faults = [lambda call: next(count) % 3 == 1 and call.hang_up()]
    field.start()
    until(lambda: field.has_all(hub))


def test_a_hub_whose_disk_is_full_is_asked_again(make: Make, hub: FakeHub) -> None:
    def full(call: Call) -> bool:
        return "/records/" in call.path and call.refuse(503, "not_stored", "The hub's disk is full.")

    field = make()
    field.begin()
    hub.faults = [full]
    field.start()
    until(lambda: field.status.told.says == "The hub's disk is full.")
    assert field.status.told.state == "waiting"
    hub.faults = []
    until(lambda: field.has_all(hub))


def test_a_gap_is_filled_from_where_the_hub_says(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(9)
    field.start()
    until(lambda: field.has_all(hub))
    with hub.lock:  # an older copy of it was put back
        hub.records = {number: one for number, one in hub.records.items() if number <= 4}
    field.play()
    until(lambda: field.has_all(hub))


def test_a_hub_that_lost_everything_gets_it_again(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.over()
    field.begin()
    field.play(3)
    field.start()
    until(lambda: field.has_all(hub, first=2))
    with hub.lock:
        hub.records = {}
    until(lambda: field.has_all(hub, first=2))


def test_two_kits_under_one_key_are_told_of_at_once(make: Make, hub: FakeHub) -> None:
    one = make("a")
    one.begin()
    one.play(5)
    one.start()
    until(lambda: one.has_all(hub))
    other = make("b")
    other.begin()
    other.play(2)
    other.start()
    until(lambda: other.status.told.state == "refused")
    assert other.status.told.says == (
        "The hub has 6 records of this field, this kit only 3: another kit sends under its key, "
        "or this record is an older copy."
    )
    other.play(9)
    until(lambda: other.status.told.says == "The hub has another record 6 of this field.")
    before = dict(hub.records)
    one.play()
    until(lambda: one.has_all(hub))
    assert before.items() <= hub.records.items()
    assert hub.views[-1]["kit"]["name"] == "Kit 1"
    # The organisers take the other kit: all of its match, from the beginning. It must not be sending just
    # then, since an empty hub takes whatever comes first for a field's beginning.
    one.end()
    other.end()
    hub.records = {}
    other.start()
    until(lambda: other.has_all(hub))


def test_a_record_that_was_changed_goes_nowhere(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(5)
    field.start()
    until(lambda: field.has_all(hub))
    field.end()
    field.play(2)
    assert field.journal._db is not None
    field.journal._db.execute("UPDATE records SET by = 'somebody' WHERE id = 8")
    field.start()
    until(lambda: field.status.told.state == "refused")
    assert field.status.told.says == (
        "Record 8 of this kit does not hold: nothing goes to the hub until that is settled."
    )
    views = len(hub.views)
    until(lambda: len(hub.views) > views)
    assert max(hub.records) == 6
    field.journal._db.execute("UPDATE records SET by = 'tablet' WHERE id = 8")
    until(lambda: field.has_all(hub))


def test_a_whole_chain_that_was_written_again_is_refused(make: Make, hub: FakeHub) -> None:
    field = make("a")
    field.begin()
    field.play(5)
    field.start()
    until(lambda: field.has_all(hub))
    forged = make("b")
    forged.begin()
    forged.play(6)
    field.end()
    field.journal.close()
    for end in ("", "-wal", "-shm"):
        (field.data / f"journal.sqlite3{end}").unlink(missing_ok=True)
    (field.data / "journal.sqlite3").symlink_to(forged.path)
    field.start()
    until(lambda: field.status.told.says == "The hub has another record 6 of this field.")
    assert field.status.told.state == "refused"


def test_a_journal_that_is_replaced_while_it_is_sent_shows(make: Make, hub: FakeHub) -> None:
    field, other = make("a"), make("b")
    for each in (field, other):
        each.begin()
        each.play(5)
    field.start()
    until(lambda: field.has_all(hub))
    other.play(3)
    for each in (other, field):
        each.journal.close()
    other.path.replace(field.path)
    until(lambda: field.status.told.state == "refused")
    assert field.status.told.says == "The hub has another record 6 of this field."


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ({"key": "not-the-right-key"}, "The hub does not know this key."),
        ({"event": "autumn"}, "This hub has no event autumn."),
        ({"field": "south"}, "This event has no field south."),
    ],
)
def test_what_only_a_person_can_mend_is_refused_in_words(
    make: Make, hub: FakeHub, link: dict[str, str], says: str
) -> None:
    field = make(**link)
    field.begin()
    field.start()
    until(lambda: field.status.told.state == "refused")
    assert field.status.told.says == says
    assert not hub.records


@pytest.mark.parametrize("knows", [True, False])
def test_versions_that_do_not_fit_are_told_of(make: Make, hub: FakeHub, knows: bool) -> None:
    hub.protocol = 2
    if not knows:  # an old hub may not look at what the field says
        hello = {"protocol": 2, "hub": "0.1", "event": hub.event, "field": {"id": "north", "name": "N"}}
        hub.faults = [lambda call: call.answer(200, hello)]
    field = make()
    field.start()
    until(lambda: field.status.told.state == "refused")
    wanted = "Update the kit: this hub is newer." if knows else "The hub (version 0.1) and this kit (version "
    assert field.status.told.says.startswith(wanted)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://no-such-hub.invalid", "The hub's name cannot be found: http://no-such-hub.invalid."),
        ("http://127.0.0.1:99999", "http://127.0.0.1:99999 is no address of a hub."),
        ("http://127.0.0.1:1", "The hub http://127.0.0.1:1 does not answer."),
        ("https://127.0.0.1:{port}", "The hub https://127.0.0.1:{port} does not speak https."),
    ],
)
def test_a_wrong_address_waits_and_says_why(make: Make, hub: FakeHub, url: str, says: str) -> None:
    field = make(url=url.format(port=hub.port))
    field.begin()
    field.start()
    until(lambda: field.status.told.says)
    told = field.status.told
    assert (told.state, told.says) == ("waiting", says.format(port=hub.port))
    assert told.last_contact_s is None


def test_https_needs_a_certificate_that_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificates = Certificates(tmp_path)
    certificates.make("hub")
    root = certificates.root()
    assert root is not None
    hub = FakeHub(secure=certificates.context())
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    stranger, friend = Field(tmp_path / "a", hub), Field(tmp_path / "b", hub)
    stranger.start()
    until(lambda: stranger.status.told.says)
    assert stranger.status.told.says.startswith(f"The certificate of the hub {hub.url} is not trusted: ")
    stranger.close()
    (tmp_path / "root.pem").write_text(ssl.DER_cert_to_PEM_cert(root), encoding="ascii")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "root.pem"))
    friend.begin()
    friend.start()
    until(lambda: friend.has_all(hub))
    friend.close()
    hub.stop()


@pytest.mark.parametrize(
    "answer",
    [
        lambda call: call.answer(200, b"<h1>Welcome to our Wi-Fi</h1>"),
        lambda call: call.answer(302, b""),
        lambda call: call.answer(404, b"<h1>404</h1>"),
        lambda call: call.answer(200, {"protocol": "one"}),
        lambda call: call.answer(200, b"\xff\xfe"),
    ],
)
def test_something_else_at_the_address_is_no_hub(
    make: Make, hub: FakeHub, answer: Callable[[Call], bool]
) -> None:
    field = make()
    field.begin()
    hub.faults = [answer]
    field.start()
    until(lambda: field.status.told.says)
    assert field.status.told.says == f"The server at {hub.url} is not a hub."
    assert field.status.told.state == "waiting"
    hub.faults = []
    until(lambda: field.has_all(hub))


def test_an_answer_without_an_end_is_not_read_to_its_end(make: Make, hub: FakeHub) -> None:
    field = make()
    hub.faults = [lambda call: call.answer(200, b" " * 200_000)]
    field.start()
    until(lambda: field.status.told.says == "The hub's answer is longer than 64 KB.")


def test_a_hub_that_never_answers_is_hung_up_on(make: Make, hub: FakeHub) -> None:
    released, held = threading.Event(), threading.Event()

    def stall(call: Call) -> bool:
        held.set()
        released.wait(60)
        return call.hang_up()

    field = make()
    field.begin()
    hub.faults = [stall]
    field.start()
    assert held.wait(60)
    hub.faults = []
    field.line._asked_at = float("-inf")
    field.line.look()
    until(lambda: field.has_all(hub))
    released.set()


def test_the_referee_can_ask_to_begin_again_now(make: Make, hub: FakeHub) -> None:
    slow = Pauses(turn=0.005, look=0.01, beat=0.05, first=10_000, longest=10_000, refused=10_000)
    field = make()
    field.begin()
    hub.faults = [lambda call: call.refuse(401, "bad_key", "The key was revoked.")]
    field.start(slow)
    field.sender.asked(4)  # the referee's own count begins anywhere
    until(lambda: field.status.told.state == "refused")
    hub.faults = []
    field.sender.asked(5)
    until(lambda: field.has_all(hub))


def test_the_newest_view_alone_is_sent(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.start()
    until(lambda: hub.views and hub.views[-1]["of"] == 1)
    view = hub.views[-1]
    assert view["boot"].startswith("boot-")
    assert view["now"] == 5000
    assert view["board"]["rev"] == view["rev"]
    assert view["kit"]["alarms"] == 2
    hub.stop()
    until(lambda: field.status.told.state == "waiting")
    for _ in range(50):
        field.shows("m1", "play")
    before, newest = len(hub.views), field.board
    hub.start()
    until(lambda: len(hub.views) > before)
    assert newest is not None
    assert {view["rev"] for view in hub.views[before:]} == {newest.rev}
    # A journal that is new counts from the beginning: to the hub that is another start, and no older view.
    field.board = replace(newest, rev=1)
    field.sender.wake()
    until(lambda: hub.views[-1]["rev"] == 1)
    assert hub.views[-1]["boot"] not in {view["boot"] for view in hub.views[:-1] if view["rev"] > 1}
    # It comes also while nothing changes, so that the hub knows that the field is there.
    until(lambda: len(hub.views) > before + 3)


def test_a_kit_that_is_not_up_yet_says_that_it_is_there(make: Make, hub: FakeHub) -> None:
    field = make()
    field.board = None
    field.start()
    until(lambda: sum("hello" in call for call in hub.calls) > 3)
    assert not hub.views
    assert field.status.told.state == "ok"


def test_records_from_before_are_not_sent_one_by_one(make: Make, hub: FakeHub) -> None:
    field = make()
    field.begin()
    field.play(2_000)
    field.over()
    field.begin()
    field.start(QUICK)
    until(lambda: field.has_all(hub, first=2002))
    assert len(hub.pushes()) == 1
