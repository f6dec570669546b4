"""Who may come in: keys and PINs that are shown once, kept as hashes, and revoked for good."""

from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError, Rejected, Unknown
from fieldkit.hub.access import Access, Person, known_pin, organiser_pin
from fieldkit.hub.settings import HubSettings, HubTable
from fieldkit.hub.store import Store


@pytest.fixture
def access(tmp_path: Path) -> Access:
    store = Store(f"sqlite:///{tmp_path / 'hub.sqlite3'}")
    store.open()
    return Access(store, "cup", "organisers-pin")


def test_the_organiser_comes_in_by_the_pin_of_the_hub(access: Access) -> None:
    assert access.made("organisers-pin") == Person("organiser", "organiser", "organiser")
    assert access.made("organisers-pi") is None


def test_a_person_has_a_pin_of_their_own_until_it_is_revoked(access: Access) -> None:
    id, pin = access.new_person("referee", "Ada", "north")
    assert access.made(pin) == access.still(id) == Person(id, "referee", "Ada", "north")
    access.revoke(id)
    assert access.made(pin) is access.still(id) is None
    # The name is free again.
    assert access.new_person("referee", "Ada")[0] != id


def test_a_session_goes_on_until_it_or_its_person_is_out(access: Access) -> None:
    access.load()
    id, pin = access.new_person("referee", "Ada", "north")
    ada = access.made(pin)
    assert ada is not None
    first, second, third = (access.begin(ada) for _ in range(3))
    assert len({first, second, third}) == 3
    access.end([first])
    other = Access(access._store, "cup", "another-pin")
    other.load()
    for each in (access, other):
        assert [each.in_session(one) for one in (first, second)] == [None, ada]
    assert access.cookie_key == other.cookie_key
    assert [key.role for key in access.listed()] == ["referee"]
    access.revoke(id)
    assert access.sessions() == []


def test_nobody_has_more_sessions_than_are_kept_and_none_for_ever(
    access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fieldkit.hub.access.MAX_SESSIONS", 2)
    access.load()
    person = Person("organiser", "organiser", "organiser")
    begun = [access.begin(person) for _ in range(3)]
    assert {one.id for one, _ in access.sessions()} == set(begun[1:])
    monkeypatch.setattr("fieldkit.hub.access.SESSION_DAYS", -1)
    assert access.sessions() == []


def test_a_pin_is_nowhere_in_the_database(access: Access, tmp_path: Path) -> None:
    _, pin = access.new_person("crew", "Ben")
    key = access.new_key("north")
    kept = b"".join(each.read_bytes() for each in tmp_path.glob("hub.sqlite3*"))
    assert b"Ben" in kept
    assert pin.encode() not in kept
    assert key.encode() not in kept


def test_a_name_says_who_it_is(access: Access) -> None:
    access.new_person("crew", "Ada")
    for name in ("ada", "ADA ", "Organiser"):
        with pytest.raises(Rejected, match="is in already"):
            access.new_person("crew", name)
    for name in ("", "x" * 41, "a\u202eb"):
        with pytest.raises(Rejected, match="needs a name"):
            access.new_person("crew", name)
    for role in ("field", "king"):
        with pytest.raises(Unknown, match="A role is organiser, referee, crew or reader"):
            access.new_person(role, "Carl")


def test_a_field_has_keys_of_its_own(access: Access) -> None:
    access.settle("north", "key-of-the-north")
    access.settle("north", "key-of-the-north")
    assert len(access.listed()) == 1
    assert access.is_key("key-of-the-north", "north")
    assert not access.is_key("key-of-the-north", "south")
    key = access.new_key("north")
    assert access.is_key(key, "north")
    assert access.made(key) is None
    assert access.is_key(key)


def test_a_key_that_the_settings_no_longer_name_is_good_no_longer(access: Access) -> None:
    shown = access.new_key("north")
    access.settle("north", "key-of-the-north")
    access.settle("north", "another-of-the-north")
    assert not access.is_key("key-of-the-north", "north")
    assert access.is_key("another-of-the-north", "north")
    assert access.is_key(shown, "north")


def test_a_revoked_key_stays_so_though_the_settings_name_it(access: Access) -> None:
    access.settle("north", "key-of-the-north")
    (key,) = access.listed()
    access.revoke(key.id)
    access.settle("north", "key-of-the-north")
    assert not access.is_key("key-of-the-north", "north")
    assert not access.is_key("key-of-the-north")
    with pytest.raises(Unknown, match="no key or person k-none"):
        access.revoke("k-none")


def test_the_pin_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    made = organiser_pin(HubSettings(), tmp_path)
    assert organiser_pin(HubSettings(), tmp_path) == made
    assert (tmp_path / "organiser.pin").stat().st_mode & 0o777 == 0o600
    assert known_pin(HubSettings(), tmp_path) == made
    assert known_pin(HubSettings(), tmp_path, new=True) == organiser_pin(HubSettings(), tmp_path) != made
    assert organiser_pin(HubSettings(hub=HubTable(pin="that-of-the-file")), tmp_path) == "that-of-the-file"
    (tmp_path / "organiser.pin").write_text("abc")
    with pytest.raises(FieldkitError, match="cannot be read: delete that file"):
        organiser_pin(HubSettings(), tmp_path)
