"""``fieldkit install --hub`` into a tree with systemd's own programs: with nginx and without, twice, back."""

import os
import re
import shlex
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.hub.settings import load_hub
from fieldkit.install import hub, nginx
from fieldkit.install.hotspot import NAMES, SOCKET
from fieldkit.install.hub import plan, plan_back
from fieldkit.install.machine import Machine, run_here
from fieldkit.install.nginx import NginxSite
from fieldkit.install.steps import carry_out, take_back
from tests.support.command_lines import parsed
from tests.systemd.test_install import PROGRAM, files, install, refusal, texts

NOTES = Path(__file__).parents[2] / "systemd" / "README.md"
SETTINGS = "etc/fieldkit/hub.toml"
CONF = "etc/nginx/nginx.conf"
SITE = nginx.SITE[1:]
LINK = nginx.LINK[1:]
NAMED = ("--name", "hub.example.net")
DEBIANS = "user www-data;\nevents {\n\tworker_connections 768;\n\t# multi_accept on;\n}\nhttp {\n}\n"
KEPT = {"etc/.pwd.lock", "etc/passwd", "etc/group", "etc/shadow", "etc/gshadow", SETTINGS}
"""What undoing leaves: the user and the settings."""

pytestmark = pytest.mark.needs("units", "root")


@pytest.fixture
def server(tmp_path: Path) -> Path:
    """Return the files of a rented server that matter here: no Pi, and no nginx."""
    root = tmp_path / "tree"
    program = root / PROGRAM[1:]
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    return root


@pytest.fixture
def tree(server: Path) -> Path:
    """Return the same with nginx, as Debian installs it."""
    for name, text in {"usr/sbin/nginx": "", CONF: DEBIANS, "etc/nginx/sites-available/default": ""}.items():
        (server / name).parent.mkdir(parents=True, exist_ok=True)
        (server / name).write_text(text, encoding="utf-8")
    (server / "etc/nginx/sites-enabled").mkdir()
    (server / "etc/nginx/sites-enabled/default").symlink_to("/etc/nginx/sites-available/default")
    return server


@pytest.mark.parametrize("more", [(), NAMED, ("--http",)])
def test_it_says_each_step_does_it_and_takes_all_back(
    more: Sequence[str], tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = texts(tree)
    assert install(tree, "--hub", *more, "--dry-run") == 0
    planned = [line for line in capsys.readouterr().out.splitlines() if re.match(r"\d+\. |   ", line)]
    assert texts(tree) == before
    assert planned[1::2] == ["   would be done"] * (len(planned) // 2)
    assert len(planned) >= 14

    assert install(tree, "--hub", *more) == 0
    said = capsys.readouterr().out
    assert [line for line in said.splitlines() if re.match(r"\d+\. ", line)] == planned[::2]
    assert said.count("   done") == len(planned) // 2
    assert "apt-get" not in said
    command = re.findall(r"sudo -u fieldkit-hub \S+ (.+)", said)
    assert [parsed(shlex.split(line)) for line in command] == ["hub"]

    assert install(tree, "--hub", "--undo", "--dry-run") == 0
    would = capsys.readouterr().out
    assert install(tree, "--hub", "--undo") == 0
    assert capsys.readouterr().out == would.replace("would be undone", "undone")
    after = texts(tree)
    kept = KEPT | ({nginx.CERTIFICATE[1:], nginx.KEY[1:]} if more == NAMED else set())
    assert {name: text for name, text in after.items() if name not in kept} == before
    assert {"etc/passwd", SETTINGS} <= after.keys() - before.keys() <= kept
    assert (tree / "var/lib/fieldkit-hub").is_dir()
    assert install(tree, "--hub", "--undo") == 0
    assert capsys.readouterr().out == "There is nothing to undo.\n"


@pytest.mark.parametrize("more", [(), NAMED, ("--http", *NAMED)])
def test_a_second_time_changes_nothing(
    more: Sequence[str], tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(tree, "--hub", *more) == 0
    before, first = files(tree), capsys.readouterr().out
    # Without a name the site stays what it is.
    for again, fewer in ((more, 0), ((), more == NAMED)):
        assert install(tree, "--hub", *again) == 0
        said = capsys.readouterr().out
        assert files(tree) == before
        assert said.count("   already done\n") == first.count("   done") - fewer
        assert "   done" not in said


def test_the_hub_is_a_service_that_starts_with_the_machine(tree: Path) -> None:
    program = tree / "srv/kit/bin/fieldkit"
    program.parent.mkdir(parents=True)
    shutil.copy(tree / PROGRAM[1:], program)
    assert install(tree, "--hub", "--program", "/srv/kit/bin/fieldkit") == 0
    units = tree / "etc/systemd/system"
    assert [file.name for file in units.glob("*.*") if file.is_file()] == ["fieldkit-hub.service"]
    unit = (units / "fieldkit-hub.service").read_text(encoding="utf-8")
    assert "\nExecStart=/srv/kit/bin/fieldkit hub --settings /etc/fieldkit/hub.toml " in unit
    enabled = run_here(["systemctl", f"--root={tree}", "is-enabled", "fieldkit-hub.service"])
    assert enabled[1].strip() == "enabled"


def test_its_user_and_its_folders_are_made_and_its_settings_run(tree: Path) -> None:
    assert install(tree, "--hub", *NAMED) == 0
    groups = (tree / "etc/group").read_text(encoding="utf-8")
    number = re.search(r"^fieldkit-hub:[^:]*:(\d+):", groups, re.MULTILINE)
    assert number is not None
    settings, data = (tree / SETTINGS).stat(), (tree / "var/lib/fieldkit-hub").stat()
    assert (stat.S_IMODE(settings.st_mode), settings.st_uid, settings.st_gid) == (0o640, 0, int(number[1]))
    assert (stat.S_IMODE(data.st_mode), data.st_gid) == (0o700, int(number[1]))
    read = load_hub(tree / SETTINGS).hub
    assert (read.host, read.url, read.public) == ("127.0.0.1", "https://hub.example.net", nginx.PUBLIC)
    hub.check(load_hub(tree / SETTINGS), tree / SETTINGS, behind=True)


def test_the_certificate_is_made_once_and_a_real_one_stays(tree: Path) -> None:
    certificate, key = (tree / name[1:] for name in (nginx.CERTIFICATE, nginx.KEY))
    assert install(tree, "--hub", *NAMED) == 0
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    first = certificate.read_bytes()
    assert install(tree, "--hub", "--name", "other.example.net") == 0
    assert certificate.read_bytes() == first
    for file, real in ((certificate, "fullchain.pem"), (key, "privkey.pem")):
        file.unlink()
        file.symlink_to(f"/etc/letsencrypt/live/hub.example.net/{real}")
    assert install(tree, "--hub", *NAMED) == 0
    assert install(tree, "--hub", "--undo") == 0
    assert os.readlink(certificate) == "/etc/letsencrypt/live/hub.example.net/fullchain.pem"


def test_a_site_is_a_person_s_to_change_until_another_is_wished_for(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(tree, "--hub", *NAMED) == 0
    site = tree / SITE
    assert os.readlink(tree / LINK) == nginx.SITE
    mine = site.read_text(encoding="utf-8") + "# mine\n"
    site.write_text(mine, encoding="utf-8")
    assert install(tree, "--hub") == 0
    assert site.read_text(encoding="utf-8") == mine
    capsys.readouterr()
    assert install(tree, "--hub", "--http", "--name", "hub.lan") == 0
    assert 'Set url = "http://hub.lan" below [hub]' in capsys.readouterr().out
    changed = site.read_text(encoding="utf-8")
    assert "server_name hub.lan;" in changed
    assert "ssl" not in changed
    # The settings are a person's too; Debian's own site stays beside ours.
    assert load_hub(tree / SETTINGS).hub.url == "https://hub.example.net"
    assert (tree / "etc/nginx/sites-enabled/default").is_symlink()


def test_nginx_finds_the_hub_where_its_settings_say(tree: Path, tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    given.write_text(f'[hub]\nport = 8123\npublic = "{nginx.PUBLIC}"\n', encoding="utf-8")
    assert install(tree, "--hub", "--settings", str(given)) == 0
    shared = (tree / nginx.SHARED[1:]).read_text(encoding="utf-8")
    assert re.findall(r"^    server (\S+);", shared, re.MULTILINE) == ["127.0.0.1:8123"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("worker_connections 768;", "worker_connections 16384; # before fieldkit: 768"),
        ("worker_connections  1024 ;", "worker_connections 16384; # before fieldkit: 1024"),
        ("worker_connections 20000;", "worker_connections 20000;"),
        ("use epoll;", "use epoll;"),
    ],
)
def test_nginx_takes_a_crowd_and_is_left_as_it_was(before: str, after: str, tree: Path) -> None:
    text = DEBIANS.replace("worker_connections 768;", before)
    (tree / CONF).write_text(text, encoding="utf-8")
    for _ in range(2):
        assert install(tree, "--hub") == 0
        assert (tree / CONF).read_text(encoding="utf-8") == text.replace(before, after)
    # What is changed beside it meanwhile stays.
    with (tree / CONF).open("a", encoding="utf-8") as file:
        file.write("# mine\n")
    assert install(tree, "--hub", "--undo") == 0
    was = before.replace("  1024 ;", " 1024;")
    assert (tree / CONF).read_text(encoding="utf-8") == text.replace(before, was) + "# mine\n"


def test_without_nginx_the_hub_stands_alone_and_its_package_is_named(
    server: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(server, "--hub") == 0
    assert "apt-get install nginx-light, then run this again" in capsys.readouterr().out
    assert not (server / "etc/nginx").exists()
    assert load_hub(server / SETTINGS).hub.host == "0.0.0.0"
    before = files(server)
    for more in (NAMED, ("--http",)):
        assert install(server, "--hub", *more) == 1
        assert "apt-get install nginx-light" in refusal(capsys)
    assert files(server) == before
    # Once it is there, with the settings of before.
    (server / "usr/sbin").mkdir(parents=True)
    (server / "usr/sbin/nginx").touch()
    (server / "etc/nginx").mkdir()
    (server / CONF).write_text(DEBIANS, encoding="utf-8")
    assert install(server, "--hub") == 0
    assert (server / LINK).is_symlink()


def test_a_kit_and_a_hub_on_one_machine_go_one_by_one(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = texts(tree)
    assert install(tree) == 0
    kit = texts(tree)
    assert install(tree, "--hub") == 0
    assert install(tree, "--hub", "--undo") == 0
    users = {f"etc/{name}{old}" for name in ("passwd", "group", "shadow", "gshadow") for old in ("", "-")}
    after = texts(tree)
    changed = {name for name in kit.keys() | after.keys() if kit.get(name) != after.get(name)}
    assert changed <= users | {SETTINGS, "var/lib/fieldkit-install/ledger.json"}
    # Both at once.
    assert install(tree, "--hub") == 0
    assert install(tree, "--undo") == 0
    left = texts(tree).keys() - before.keys()
    assert left <= KEPT | users | {"etc/fieldkit/kit.toml", "var/lib/fieldkit/uplink"}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ("[hub]\nport = 0\n", "[hub] port: the service may not take 0; allowed is 1024 to 65535"),
        ("[hub]\nport = 80\n", "[hub] port: the service may not take 80"),
        ('[hub]\nhost = "10.1.2.3"\n', "[hub] host: nginx does not find it at 10.1.2.3"),
        ("", f"[hub] public: nginx reads the public files in {nginx.PUBLIC}"),
        ('[hub]\npublic = "/srv/www"\n', "[hub] public: the service may not write /srv/www"),
        (
            '[hub]\ndatabase = "sqlite:////srv/hub.sqlite3"\n',
            "[hub] database: the service may not write /srv",
        ),
        ("[hub]\nlisteners = 0\n", "[hub] listeners"),
        ("[", "TOML"),
    ],
)
def test_wrong_settings_change_nothing(
    settings: str, says: str, tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "mine.toml"
    given.write_text(settings, encoding="utf-8")
    before = files(tree)
    assert install(tree, "--hub", "--settings", str(given)) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{given}: ")
    assert says in said
    assert files(tree) == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--name", "hub.example.net"], "need --hub"),
        (["--http"], "need --hub"),
        (["--hub", "--hotspot", "Field 1", "--country", "DE"], "without --hub"),
        (["--hub", "--country", "DE"], "without --hub"),
        (["--hub", "--name", "Hub.example.net"], "lower case"),
        (["--hub", "--name", "hub.example.net; }"], "lower case"),
        (["--hub", "--name", ""], "lower case"),
        (["--hub", "--program", "/opt/nothing"], "does not exist"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], says: str, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(tree)
    assert install(tree, *arguments) == 1
    assert says in refusal(capsys)
    assert files(tree) == before


class Systemd:
    """A running server below a folder: files by the real programs, what only a running one has pretended."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs = False
        self.complaint = ""
        self.calls: list[str] = []

    def __call__(self, command: Sequence[str]) -> tuple[int, str, str]:
        """Do as the program would, and remember it."""
        self.calls.append(" ".join(command))
        program, *rest = command
        match program, rest[:1]:
            case "nginx", _:
                return bool(self.complaint), "", self.complaint
            case "systemctl", ["daemon-reload" | "reload-or-restart"]:
                return 0, "", ""
            case "systemctl", ["is-active"]:
                return (0 if self.runs else 3), "", ""
            case "systemctl", ["enable" | "disable"]:
                assert "--now" in rest
                self.runs = rest[0] == "enable"
                rest.remove("--now")
        return run_here([program, f"--root={self.root}", *rest])


@pytest.mark.parametrize("there", [False, True])
def test_what_a_kit_does_without_is_brought_into_the_program_s_environment(there: bool, tree: Path) -> None:
    python = PROGRAM.replace("bin/fieldkit", "bin/python")
    (tree / python[1:]).touch()
    asked: list[str] = []

    class WithPip(Systemd):
        def __call__(self, command: Sequence[str]) -> tuple[int, str, str]:
            if command[0] != python:
                return super().__call__(command)
            asked.append(" ".join(command[1:]))
            return (0 if there else command[1] == "-c"), "", ""

    carry_out(plan(Machine(tree, live=True, programs=WithPip(tree)), PROGRAM), lambda _: None)
    imports, installs = (
        "-c import alembic, psycopg, scipy, sqlalchemy",
        "-m pip install --quiet fieldkit[hub]",
    )
    assert asked == ([imports] if there else [imports, installs])


def test_on_a_running_machine_all_is_told_at_once(tree: Path) -> None:
    system = Systemd(tree)
    machine = Machine(tree, live=True, programs=system)
    site, said = NginxSite("hub.example.net", https=True), list[str]()
    carry_out(plan(machine, PROGRAM, site=site), said.append)
    assert system.runs
    assert system.calls[-2:] == ["nginx -t -q", "systemctl reload-or-restart nginx.service"]
    order = [
        system.calls.index(line)
        for line in (
            "systemd-sysusers fieldkit-hub.conf",
            "systemd-tmpfiles --create fieldkit-hub.conf",
            "systemctl daemon-reload",
            "systemctl enable --now fieldkit-hub.service",
        )
    ]
    assert order == sorted(order)
    system.calls.clear()
    said.clear()
    carry_out(plan(machine, PROGRAM, site=site), said.append)
    assert said[1::2] == ["   already done"] * (len(said) // 2)
    assert set(system.calls) == {"systemctl is-active fieldkit-hub.service"}
    # A hub that was stopped is started again.
    system.runs = False
    carry_out(plan(machine, PROGRAM, site=site), said.append)
    assert system.runs
    system.calls.clear()
    take_back(plan_back(machine), machine, said.append)
    assert not system.runs
    assert system.calls[0] == "systemctl reload-or-restart nginx.service"
    assert "systemctl disable --now fieldkit-hub.service" in system.calls


def test_a_site_that_nginx_does_not_take_is_left_out_again(tree: Path) -> None:
    system = Systemd(tree)
    system.complaint = "nginx: [emerg] duplicate listen options for 0.0.0.0:80\nnginx: test failed\n"
    before = {name: text for name, text in texts(tree).items() if name.startswith("etc/nginx/sites")}
    machine = Machine(tree, live=True, programs=system)
    with pytest.raises(FieldkitError, match=r"so it was left out: nginx: \[emerg\] duplicate"):
        carry_out(plan(machine, PROGRAM), lambda line: None)
    assert "systemctl reload-or-restart nginx.service" not in system.calls
    assert {name: text for name, text in texts(tree).items() if name.startswith("etc/nginx/sites")} == before
    for name in (nginx.SHARED, nginx.ANSWERS, nginx.OPEN_FILES):
        assert not (tree / name[1:]).exists()
    system.complaint = ""
    carry_out(plan(machine, PROGRAM), lambda line: None)
    assert (tree / LINK).is_symlink()


def test_the_notes_tell_what_is_changed(tree: Path) -> None:
    notes = NOTES.read_text(encoding="utf-8").split("\n## A hub\n")[1]
    before = texts(tree)
    assert install(tree, "--hub", *NAMED) == 0
    rows = re.findall(r"^\|.*\| (.*) \|$", notes, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`/(.+?)`", row)}
    made = {name for name, text in texts(tree).items() if before.get(name) != text}
    made -= KEPT - {SETTINGS}
    assert made - named == {
        "etc/systemd/system/multi-user.target.wants/fieldkit-hub.service",
        "var/lib/fieldkit-install/ledger.json",
    }
    assert named - made == {"var/lib/fieldkit-hub"}
    line = re.search(r"^    sudo -u fieldkit-hub \S+ (.*)$", notes, re.MULTILINE)
    assert line is not None
    assert parsed(shlex.split(line[1])) == "hub"


@pytest.mark.needs("network")
def test_nginx_has_port_80_for_itself_and_the_kit_s_wifi_does_without(tree: Path) -> None:
    """Each that is installed later leaves it to nginx, which would not start beside another."""
    wifi, program = ("--hotspot", "Field 1", "--country", "DE"), tree / "usr/sbin/nginx"
    port_80 = {NAMES[1:], f"etc/systemd/system/{SOCKET}"}
    assert install(tree, *wifi) == 0
    assert not port_80 & texts(tree).keys()
    program.unlink()
    assert install(tree, *wifi) == 0
    assert port_80 <= texts(tree).keys()
    program.touch()
    assert install(tree, "--hub") == 0
    assert not port_80 & texts(tree).keys()


def test_the_notes_tell_the_bounds() -> None:
    """Every number of connections, requests and seconds stands in the notes as nginx has it."""
    notes = NOTES.read_text(encoding="utf-8").split("\n## nginx in front of a hub\n")[1].replace("\n", " ")
    shared, answers = (
        (NOTES.parent / name).read_text(encoding="utf-8")
        for name in ("fieldkit-hub-nginx.conf", "fieldkit-hub-answers.nginx")
    )
    feeds = {name: f"{int(most):,}" for name, most in re.findall(r"limit_conn (\w+) (\d+);", answers)}
    rates = {name: f"{int(most):,}" for name, most in re.findall(r"zone=(\w+):10m rate=(\d+)r/[sm];", shared)}
    later = re.findall(r" (\d+);", shared.split("$fieldkit_feed_later_s {")[1].split("}")[0])
    for words in (
        f"has {feeds['fieldkit_feeds']} places, {feeds['fieldkit_feeds_each']} of them for one address",
        f"`Retry-After`, {later[0]} to {later[-1]} s by lot",
        f"{rates['fieldkit_documents']} documents a second",
        f"{rates['fieldkit_reads']} pages, files and",
        f"{rates['fieldkit_changes']} changes a second",
    ):
        assert words in re.sub(" +", " ", notes)
    assert rates["fieldkit_logins"] == "30"
    assert "one log-in every two seconds, ten at once" in re.sub(" +", " ", notes)
    assert "zone=fieldkit_logins burst=10 " in answers
