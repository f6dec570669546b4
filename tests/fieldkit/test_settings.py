"""The settings file: everything has a default, and every mistake is named."""

import errno
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fieldkit.games
from fieldkit.cli.opening import only_journal
from fieldkit.errors import SettingsError
from fieldkit.games.loading import MORE_GAMES, load_games, settings_tables, unknown_things
from fieldkit.messages import Role
from fieldkit.settings import FieldFile, Settings
from fieldkit.settings import reading as files
from fieldkit.settings.folders import check_folders, data_folder, data_path, journal_path
from tests.support.games import kit_games
from tests.support.toy_game import Toy, ToyHoops


def load(path: Path | None) -> Settings:
    return files.load(path, settings_tables())


def parse(raw: dict[str, Any]) -> Settings:
    return files.parse(raw, "kit.toml", settings_tables())


UHF = "[[links]]\nport = '/dev/x'\nprotocol = 'r200'\nhoop = 'h1'\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "kit.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_empty_file_runs(tmp_path: Path) -> None:
    assert load(write(tmp_path, "")) == load(None) == Settings()
    assert load(None).web.port == 8080
    assert load(None).whistle.gpio == 17
    assert load(None).whistle.loopback is None


def test_the_whole_example_is_read(tmp_path: Path) -> None:
    text = """
    [kit]
    name = "Meadow"
    pins = "mock"
    [web]
    host = "127.0.0.1"
    port = 0
    pin = "246810"
    [journal]
    copy_to = "/media/stick"
    [whistle]
    gpio = 5
    trace = "edges"
    [scoreboard]
    theme = "dusk"
    size = "1280x720"
    [[links]]
    port = "/dev/ttyUSB0"
    protocol = "rdm6300"
    hoop = "h1"
    [[links]]
    port = "socket://10.0.0.2:7000"
    protocol = "hk1"
    [tags]
    "62E3086CED" = { ball = "wood" }
    [rules]
    round_seconds = 3
    """
    settings = load(write(tmp_path, text))
    assert (settings.kit.name, settings.web.pin, settings.whistle.gpio) == ("Meadow", "246810", 5)
    assert [link.repeat_ms for link in settings.links] == [1500, 1500]
    assert settings.tags["62E3086CED"] == {"ball": "wood"}
    assert settings.games == {"rules": {"round_seconds": 3}}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[kitt]", ["[kitt]", "unknown", "whistle"]),
        ("[whistle]\nvolume = 3", ["[whistle] volume", "unknown", "gpio"]),
        ("[web]\nport = 'eighty'", ["[web] port", "int"]),
        ("[web]\nport = 70000", ["[web] port", "65535"]),
        ("[kit]\npins = 'none'", ["[kit] pins: 'none'", "allowed are gpio, mock, auto"]),
        ("[scoreboard]\ntheme = 'night'", ["[scoreboard] theme", "allowed are sun, dusk"]),
        ("[scoreboard]\nlanguage = 'en-x'", ["[scoreboard] language", "allowed are en"]),
        ("[scoreboard]\nsize = '64x9'", ["[scoreboard] size", "auto and <width>x<height> in pixels"]),
        ("[web]\nlisteners = 0", ["[web] listeners", "1"]),
        ("[web]\nlisteners_each = 5000", ["[web] listeners_each", "4000"]),
        ("[wifi]\nname = 'A'\npassword = 'short'", ["[wifi] password", "8 to 63"]),
        ("[voice]\ncommand = 'espeak-ng'", ["[voice] command", "array"]),
        ("[voice]\ncommand = ['espeak-ng', 3]", ["[voice] command", "str"]),
        ("[voice]\ncommand = ['espeak-ng']", ["[voice] command", "{text} is missing"]),
        ("[web]\npin = '12'", ["[web] pin", "4 to 32 letters and digits"]),
        ("[web]\npin = 123456", ["[web] pin: 123456", "letters and digits in quotes"]),
        ("[whistle]\ngpio = 28", ["[whistle] gpio", "27"]),
        ("[whistle]\ngpio = 23", ["GPIO 23", "lamps round"]),
        ("[whistle]\nloopback = 17", ["[whistle gpio]: GPIO 17 is taken by whistle loopback"]),
        ("[whistle]\nloopback = 28", ["[whistle] loopback"]),
        (
            "[buttons]\noff = 14\n[[links]]\nport = '/dev/serial0'\nprotocol = 'hk1'",
            ["GPIO 14 is taken by links on the header (TX)"],
        ),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'rdm6300'", ["[links] 1 hoop", "missing"]),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'hk1'\nhoop = 'h1'", ["[links] 1 hoop", "not allowed"]),
        (
            "[[links]]\nport = '/dev/x'\nprotocol = 'lora'",
            ["[links] 1 protocol: 'lora'", "rdm6300, id12, hk1"],
        ),
        (
            "[[links]]\nport = '/dev/x'\nprotocol = 'id12'\nhoop = 'Hoop 1'",
            ["[links] 1 hoop: 'Hoop 1'", "1 to 16 small letters, digits and dashes"],
        ),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'hk1'\n" * 2, ["/dev/x is used twice"]),
        (UHF, ["[links] 1 region, power_dbm: missing", "EU, US, CN, CN800, KR", "0 to 30"]),
        (UHF + "power_dbm = 20", ["[links] 1 region: missing"]),
        (UHF + "region = 'EU'", ["[links] 1 power_dbm: missing"]),
        (UHF + "region = 'DE'\npower_dbm = 20", ["[links] 1 region: 'DE'", "EU, US, CN, CN800, KR"]),
        (UHF + "region = 'EU'\npower_dbm = 30.01", ["[links] 1 power_dbm: 30.01", "0 to 30"]),
        (UHF + "region = 'EU'\npower_dbm = -1", ["[links] 1 power_dbm: -1", "0 to 30"]),
        (UHF + "region = 'EU'\npower_dbm = nan", ["[links] 1 power_dbm: nan", "0 to 30"]),
        (
            "[[links]]\nport = '/dev/x'\nprotocol = 'pn532'\nhoop = 'h1'\nregion = 'EU'",
            ["[links] 1 region: not allowed; only a UHF reader (r200, yrm100)"],
        ),
        (
            "[[links]]\nport = '/dev/x'\nprotocol = 'hk1'\npower_dbm = 20",
            ["[links] 1 power_dbm: not allowed; only a UHF reader (r200, yrm100)"],
        ),
        (
            UHF + "region = 'EU'\npower_dbm = 20\nshared = true",
            ["[links] 1 shared: not allowed; only nodes (hk1) share a line"],
        ),
        ("[tags]\n'62E3' = { ball = 'wood', marker = 'red' }", ["62E3", "exactly one"]),
        ("[tags]\n'62E3' = { bowl = 'wood' }", ['[tags] "62E3"', "'bowl'", "ball, marker, player"]),
        ("[tags]\n'62E3' = { ball = 3 }", ['[tags] "62E3" "ball"', "`int`"]),
        ("[field]\nfiles = 'x'", ["[field] files: unknown", "allowed are file"]),
        ("[tags]\n'xyz' = { ball = 'wood' }", ["xyz", "hex"]),
        ("[web", ["is not TOML"]),
        ("x = " + "[" * 5000, ["is not TOML"]),
        ('[kit]\nname = "\\u202e1"', ["[kit] name: '\\u202e1'", "a text in one line"]),
        ("[kit]\nname = '  '", ["[kit] name: is blank"]),
        *(
            (f"{table}\n{key} = {text}", [f"{table} {key}: ", "a text in one line, without invisible"])
            for table, key, text in (
                ("[web]", "pin", '"1234\\n"'),
                ("[web]", "host", '"a\\u202eb"'),
                ("[scoreboard]", "size", '"800x600\\n"'),
                ("[wifi]", "password", '"12345678\\n"'),
                ("[kit]", "data", '"/tmp/a\\u0000b"'),
                ("[journal]", "path", '"/tmp/a\\u0000b"'),
                ("[journal]", "copy_to", '"/tmp/a\\u0000b"'),
                ("[whistle]", "trace", '"/tmp/a\\u0000b"'),
                ("[field]", "file", '"/tmp/a\\u0000b"'),
            )
        ),
        ('[voice]\ncommand = ["a\\u0000", "{text}"]', ["[voice] command 1: 'a\\x00'"]),
        ('[rules]\n"\\u001b[2J" = 1', ["[rules]: '\\x1b[2J'", "a text in one line"]),
        ("[web]\nhost = '" + "a" * 300 + "'", ["[web] host", "253"]),
        ("[web]\nport = " + "9" * 5000, ["is not TOML: ", "too many digits"]),
        ("x = " + "[" * 17 + "]" * 17, ["is not TOML: lists and tables", "16"]),
        (".".join(["x"] * 300_000) + " = 1", ["is not TOML: lists and tables", "16"]),
        ("x = { " + ".".join(['"x"'] * 17) + " = 1 }", ["is not TOML: lists and tables", "16"]),
        ("[kit]\ndata = '~nobody-here/x'", ["[kit] data: ", "no such home folder: ~nobody-here/x"]),
        ("[journal]\npath = '~nobody-here/x'", ["[journal] path: ", "no such home folder: ~nobody-here/x"]),
        ("[field]\nfile = '~nobody-here/x'", ["[field] file: ", "no such home folder: ~nobody-here/x"]),
        ("#" * (1024 * 1024 + 1), ["is larger than 1024 KB"]),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, names: list[str]) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert [name for name in names if name not in str(caught.value)] == []
    assert "regex" not in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 600


def test_a_file_may_begin_with_the_mark_that_windows_writes(tmp_path: Path) -> None:
    assert load(write(tmp_path, "\ufeff[web]\nport = 81")).web.port == 81


def test_a_settings_file_without_an_end_is_one_sentence() -> None:
    with pytest.raises(SettingsError, match=r"^/dev/zero: is larger than 1024 KB$"):
        load(Path("/dev/zero"))


def test_all_mistakes_are_named_at_once() -> None:
    raw = {"kit": {"pins": "none"}, "web": {"port": -1, "colour": "red"}, "sound": {}}
    with pytest.raises(SettingsError) as caught:
        parse(raw)
    assert len(str(caught.value).splitlines()) == 4


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"round_seconds": 61}, ["round_seconds"]),
        ({"rounds": 3}, ["rounds"]),
        ({"kinds": ["wood", "gold"]}, ["kinds"]),
        ({"gifts": "yes"}, ["gifts"]),
    ],
)
def test_rules_that_no_game_can_use_are_refused(rules: dict[str, object], names: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        load_games(parse({"rules": rules}))
    assert [name for name in names if name not in str(caught.value)] == []


KINDS = "wood, wheat, brick, ore, sheep"
COLOURS = "red, blue, green, yellow"


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (
            {"tags": {"AA": {"ball": "gold"}}},
            f"""[tags] "AA" ball: 'gold' is not allowed; allowed are {KINDS}""",
        ),
        (
            {"tags": {"AA": {"marker": "pink"}}},
            f"""[tags] "AA" marker: 'pink' is not allowed; allowed are {COLOURS}""",
        ),
        (
            {"button_kinds": {"1": "gold"}},
            f"""[button_kinds] "1": 'gold' is not allowed; allowed are {KINDS}""",
        ),
        *(
            (
                {"tags": {"AA": {"player": player}}},
                f"""[tags] "AA" player: {player!r} is not allowed; allowed are <colour>/<1 to 99>, """
                f"the colour being {COLOURS}",
            )
            for player in ("red", "red/", "red/0", "red/100", "red/03", "red/²", "pink/3", "red/3/4")
        ),
    ],
)
def test_what_no_game_knows_is_refused(table: dict[str, object], line: str) -> None:
    with pytest.raises(SettingsError) as caught:
        load_games(parse(table))
    assert str(caught.value) == line


def test_all_that_no_game_knows_is_named_at_once() -> None:
    tags = {"AA": {"ball": "gold"}, "AB": {"ball": "ore"}, "AC": {"player": "red/99"}}
    with pytest.raises(SettingsError) as caught:
        load_games(parse({"tags": tags, "button_kinds": {"1": "tin"}}))
    assert [line.split(":")[0] for line in str(caught.value).splitlines()] == [
        '[tags] "AA" ball',
        '[button_kinds] "1"',
    ]


def test_a_reader_at_a_hoop_that_no_field_has_is_refused() -> None:
    link = {"port": "/dev/ttyUSB0", "protocol": "rdm6300"}
    load_games(parse({"links": [{**link, "hoop": "h1"}]}))
    with pytest.raises(
        SettingsError, match=r"^\[links\] 1 hoop: h77 is not on the field; allowed are h1, h2,"
    ):
        load_games(parse({"links": [{**link, "hoop": "h77"}]}))


def test_a_field_that_holds_signs_nobody_sees_is_refused(tmp_path: Path) -> None:
    meadow = tmp_path / "meadow.toml"
    for text, said in (('hoops = "\\u001b[2J"', r"\[hoops\]: '\\x1b"), ("x = " + "[" * 5000, "is not TOML")):
        meadow.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError, match=rf"^\[field\] file: {re.escape(str(meadow))}: {said}"):
            load_games(parse({"field": {"file": str(meadow)}}))


def test_a_value_that_one_of_several_games_knows_is_allowed() -> None:
    class MetalHoops(ToyHoops):
        def unknown(self, role: Role, value: str) -> str | None:
            return None if (role, value) == ("ball", "gold") else "gold"

    class Metals(Toy):
        hoops = MetalHoops()

    tags = {"AA": {"ball": "gold"}, "AB": {"ball": "ore"}, "AC": {"ball": "tin"}}
    settings = replace(parse({"tags": tags}), button_kinds={})
    games = {**kit_games(), "metals": Metals()}
    wrong = [f"""[tags] "AC" ball: 'tin' is not allowed; allowed are {KINDS}; or gold"""]
    assert unknown_things(settings, games) == wrong


def test_rules_become_the_defaults_of_a_match() -> None:
    games = load_games(parse({"rules": {"round_seconds": 3}}))
    assert games["full_contact"].setup_view()["options"]["round_seconds"] == 3


DICE = """
from fieldkit.errors import SettingsError
from tests.support.toy_game import Toy as _Toy


class Dice(_Toy):
    def __init__(self, numbers, field):
        self.made_of = (numbers, field)
        if set(numbers["options"]) - {"extra"}:
            raise SettingsError("[dice]: allowed is extra")
"""


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Add a second game without a file of its own, known while the test runs."""
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "__init__.py").touch()
    (tmp_path / "dice" / "game.py").write_text(DICE, encoding="utf-8")
    monkeypatch.setattr("fieldkit.games.__path__", list(fieldkit.games.__path__))
    monkeypatch.setenv(MORE_GAMES, str(tmp_path))


@pytest.mark.usefixtures("dice")
def test_every_game_has_a_table_of_its_own_and_sees_no_other() -> None:
    games = load_games(parse({"dice": {"extra": True}, "rules": {"round_seconds": 3}}))
    assert games["dice"].made_of == ({"options": {"extra": True}}, {})
    assert games["full_contact"].setup_view()["options"]["round_seconds"] == 3
    with pytest.raises(SettingsError, match=r"^\[dice\]: allowed is extra$"):
        load_games(parse({"dice": {"round_seconds": 3}}))


@pytest.mark.usefixtures("dice")
def test_a_game_that_names_no_field_table_has_none() -> None:
    tables = settings_tables()
    assert tables["field"] is FieldFile
    assert tables["dice"] is not FieldFile
    with pytest.raises(SettingsError, match=r"\[dice\]: Expected `object`, got `int`"):
        parse({"dice": 3})


def test_a_table_of_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"\[dice\]: unknown; allowed are .*scoreboard.*, rules, field\b"):
        parse({"dice": {}})


def test_looking_for_the_tables_imports_no_rules() -> None:
    code = (
        "import sys; from fieldkit.games.loading import settings_tables; settings_tables();"
        "print([name for name in sys.modules if name.startswith('fieldkit.games.full_contact.')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_a_missing_file_or_field_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml: cannot be read"):
        load(tmp_path / "nowhere.toml")
    with pytest.raises(SettingsError, match=r"meadow\.toml: cannot be read"):
        load_games(parse({"field": {"file": str(tmp_path / "meadow.toml")}}))


def test_a_field_that_no_game_can_use_is_named(tmp_path: Path) -> None:
    meadow = tmp_path / "meadow.toml"
    meadow.write_text("hoops = 3", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"^\[field\] file: \[\[hoops\]\] must be a list of tables$"):
        load_games(parse({"field": {"file": str(meadow)}}))


@pytest.mark.parametrize(
    ("journal", "said"),
    [
        ({"path": "none/x/j"}, "[journal] path: there is no folder none/x; allowed is one that is there"),
        (
            {"path": "/dev/null"},
            "[journal] path: /dev/null is a device or a pipe; allowed is a file in a folder that is there",
        ),
        (
            {"path": "/proc/version"},
            "[journal] path: no file can be made in /proc (No such file or directory); "
            "allowed is a folder that takes them",
        ),
        ({"path": "."}, "[journal] path: . is a folder; allowed is a file in a folder that is there"),
        (
            {"copy_to": "/dev/null"},
            "[journal] copy_to: /dev/null is a device or a pipe; "
            "allowed is a folder or a file of its own, best on another card",
        ),
    ],
)
def test_a_journal_that_has_no_place_is_refused(journal: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        check_folders(parse({"journal": journal}), Path("data"))
    assert str(caught.value) == said


def test_a_journal_that_has_a_place_is_not(tmp_path: Path) -> None:
    check_folders(Settings(), tmp_path)
    (tmp_path / "stick").mkdir()
    for copy_to in (tmp_path / "stick", tmp_path / "copy.sqlite3", Path("/none/stick/copy")):
        journal = {"path": str(tmp_path / "j"), "copy_to": str(copy_to)}
        check_folders(parse({"journal": journal}), tmp_path)


@pytest.mark.parametrize("key", ["path", "copy_to"])
def test_links_that_lead_round_in_a_circle_are_no_bug(tmp_path: Path, key: str) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    settings = parse({"journal": {key: str(loop)}})
    check_folders(settings, tmp_path)
    with only_journal(journal_path(settings, tmp_path)):
        pass


def test_a_second_copy_never_takes_the_journals_own_place(tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(tmp_path)
    own = (".", "journal.sqlite3", "linked", "linked/journal.sqlite3")
    for journal in [{"copy_to": str(tmp_path / name)} for name in own] + [
        {"path": str(tmp_path / "j"), "copy_to": str(tmp_path)}
    ]:
        with pytest.raises(SettingsError, match="would write over the journal itself"):
            check_folders(parse({"journal": journal}), tmp_path)


def test_looking_for_the_data_folder_makes_none(tmp_path: Path) -> None:
    assert data_path(Settings(), str(tmp_path / "d")) == tmp_path / "d"
    assert not (tmp_path / "d").exists()


def test_the_data_folder_is_made_for_the_owner_alone(tmp_path: Path) -> None:
    folder = data_folder(Settings(), str(tmp_path / "a" / "b"))
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert journal_path(Settings(), folder) == folder / "journal.sqlite3"
    assert data_folder(parse({"kit": {"data": str(tmp_path / "c")}}), None) == tmp_path / "c"


def test_a_home_that_is_nobodys_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="nobody here has that home"):
        data_path(Settings(), "~nobody-here/x")


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_takes_nothing_does_not_keep_a_kit_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def full(**_: object) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    check_folders(parse({"journal": {"path": str(tmp_path / "j")}}), tmp_path)


def test_a_data_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be made"):
        data_folder(Settings(), str(tmp_path / "file" / "data"))
