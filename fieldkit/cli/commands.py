"""What the commands do, and the one file that wires fieldkit, hardware and web.

Each command imports only what it runs: the whistle's process must hold neither a web server nor a screen.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fieldkit.cli.arguments import ACTS, parser
from fieldkit.clock import NS, Clock
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games.loading import load_games, settings_tables
from fieldkit.service import console
from fieldkit.service.address import lan_address
from fieldkit.service.supervisor import OneOf, Part, Supervisor, end_with
from fieldkit.settings import (
    Link,
    Settings,
    check_folders,
    data_folder,
    data_path,
    journal_path,
    load,
)
from fieldkit.tags.spare_nodes import SpareFile
from fieldkit.tags.tag_file import with_learned

if TYPE_CHECKING:
    from fieldkit.demo.kit import VirtualHoops
    from fieldkit.kit_page.desk import KitPage
    from fieldkit.referee.referee import Referee
    from fieldkit.tags.tag_book import TagBook
    from fieldkit.whistle.link import WhistleLink
    from hardware.hoops.links import HoopLinks

HOOPS = "hoops"
"""Where in the data folder the virtual hoops have their ports."""
LONGEST_ROUND = 120.0
"""How long (s) a whistle may take to finish the round of a kit that was killed."""
RESTART = 4.0
"""How long (s) the processes of a kit that was killed may take to be gone."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it did its job, 1 with one sentence on standard error when not, 2 for usage."""
    given = parser().parse_args(argv)
    try:
        code = COMMANDS[given.command](given)
        sys.stdout.flush()
    except SettingsError as error:
        print(_with_file(str(error), vars(given).get("settings")), file=sys.stderr)
        return 1
    except FieldkitError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; flushing the rest at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return code


def _with_file(mistakes: str, file: Path | None) -> str:
    """Name the settings file in each line that begins with the table at fault."""
    lines = mistakes.split("\n")
    return "\n".join(f"{file}: {line}" if file and line.startswith("[") else line for line in lines)


def _whistle(given: Namespace) -> int:
    from hardware.whistle import process as whistle

    patience = 0.0
    if given.kept_by:
        # Without its kit it still finishes the round; the next kit's whistle waits for that.
        end_with(given.kept_by, signal.SIGHUP)
        patience = LONGEST_ROUND
    settings, data = _open(given)
    with _alone(data, "whistle", patience):
        if given.silence:
            return whistle.silence(settings, data)
        return whistle.run(settings, data, Clock(given.rate))


def _referee(given: Namespace) -> int:
    from fieldkit.journal.database import Journal
    from fieldkit.referee.feed import Feed
    from fieldkit.referee.referee import Referee
    from fieldkit.service.systemd import Watchdog, tell
    from fieldkit.tags.tag_book import TagBook
    from fieldkit.whistle.link import WhistleLink
    from fieldkit.whistle.protocol import socket_path
    from hardware.hoops.links import HoopLinks
    from web.app import create_app
    from web.port import listen
    from web.server import serve

    if given.kept_by:
        end_with(given.kept_by, signal.SIGKILL)
    own, data = _open(given)
    settings = with_learned(own, data)
    games, clock = load_games(settings), Clock(given.rate)
    port = settings.web.port if given.port is None else given.port
    links = _virtual_links(data, games) if given.virtual_hoops else settings.links
    with _alone(data, "referee"), ExitStack() as open_things:
        sock = open_things.enter_context(listen(settings.web.host, port))
        bound = sock.getsockname()[1]
        whistle = WhistleLink(socket_path(data), clock, lambda word: referee.heard(word))
        hoops = HoopLinks(links, clock, lambda reading: referee.read(reading), lambda s: referee.status(s))
        tags = TagBook(settings)
        kit_page = _kit_page(own, data, games, clock, tags, whistle, hoops, bound, lambda: referee)
        referee = Referee(
            Journal(journal_path(settings, data)),
            games,
            settings,
            clock,
            whistle,
            Feed(),
            hoops.statuses,
            screens=lambda: site.feed.screens,
            spectators=lambda: f"http://{lan_address(settings.web.host)}:{bound}/",
            turned=Watchdog().look,
            round_runs=hoops.round_runs,
            tags=tags,
            observer=kit_page,
        )
        site = create_app(referee, settings, data, games, clock, kit_page)
        # The referee hears the whistle before it folds the journal, and takes balls only afterwards.
        for each in (kit_page, whistle, referee, hoops):
            open_things.callback(each.close)
            each.start()
        serve(site, settings.web.host, port, sock, on_ready=lambda port: tell("READY=1"))
    return 0


def _kit_page(
    settings: Settings,
    data: Path,
    games: Mapping[str, Any],
    clock: Clock,
    tags: TagBook,
    whistle: WhistleLink,
    hoops: HoopLinks,
    port: int,
    referee: Callable[[], Referee],
) -> KitPage:
    """The desk of the kit page; ``settings`` are the file's own, ``referee`` is asked for once all runs."""
    from fieldkit.checkup.probes import run_program
    from fieldkit.checkup.self_check import look_inside
    from fieldkit.kit_page.desk import KitPage
    from fieldkit.language.catalogue import load_language
    from hardware.whistle.pins import kind_of

    return KitPage(
        settings,
        data,
        games,
        clock,
        tags,
        load_language(settings.web.language),
        whistle,
        hoops,
        look=lambda: look_inside(
            settings, data, port, _hoop_ids(games), kind_of(settings), referee().health(), run_program
        ),
        checked=lambda checked: referee().checked(checked),
    )


def _scoreboard(given: Namespace) -> int:
    from hardware import scoreboard

    if given.kept_by:
        end_with(given.kept_by, signal.SIGKILL)
    settings = load(given.settings, settings_tables())
    port = settings.web.port if given.port is None else given.port
    url = given.url or f"http://{console.reach(settings.web.host)}:{port}"
    return scoreboard.run(settings, url, given.snapshot, Clock(given.rate))


def _run(given: Namespace) -> int:
    from hardware.fakes.virtual_field import VirtualField
    from hardware.whistle import process as whistle
    from web.pin import read_pin
    from web.port import listen

    if given.kept_by:
        end_with(given.kept_by, signal.SIGTERM)
    settings, data = _open(given)
    settings = with_learned(settings, data)
    games = load_games(settings)
    SpareFile(data, _hoop_ids(games)).takes()
    check_folders(settings)
    whistle.check(settings, data)
    if given.simulate and settings.links:
        raise FieldkitError(
            "Simulated teams need virtual hoops, and the settings name [[links]] to real ones."
        )
    with ExitStack() as running:
        running.enter_context(_alone(data, "kit"))
        with _alone(data, "referee", RESTART):
            pass
        with listen(settings.web.host, settings.web.port if given.port is None else given.port) as sock:
            port = sock.getsockname()[1]
        pin = read_pin(settings, data)
        if not settings.links:
            field = VirtualField(data / HOOPS, dict.fromkeys(_hoop_ids(games), "hk1"))
            running.callback(field.close)
            field.start()
        supervisor = Supervisor(_parts(given, data, port, not settings.links), console.say)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: supervisor.end())
        console.warn(settings, data / HOOPS)
        greeting = console.Greeting(settings, port, pin)
        running.callback(greeting.close)
        greeting.start()
        if given.simulate:
            running.enter_context(_simulated_teams(port, pin, data, settings, games, Clock(given.rate)))
        supervisor.run()
    return 0


def _parts(given: Namespace, data: Path, port: int, virtual: bool) -> list[Part]:
    """The three processes, each with what it needs of the arguments of ``run``."""
    shared = ["--data", str(data), "--rate", str(given.rate), "--kept-by", str(os.getpid())]
    if given.settings:
        shared += ["--settings", str(given.settings)]
    web = ["--port", str(port)]
    arguments = {
        "whistle": shared,
        "referee": [*shared, *web, *(["--virtual-hoops"] if virtual else [])],
        "scoreboard": [*shared, *web],
    }
    return [Part(name, (sys.executable, "-m", "fieldkit", name, *rest)) for name, rest in arguments.items()]


def _pin(given: Namespace) -> int:
    from web.pin import new_pin, read_pin

    settings, data = _look_into(given)
    if given.new:
        new_pin(data)
    print(read_pin(settings, data))
    return 0


def _doctor(given: Namespace) -> int:
    from fieldkit.checkup import doctor
    from fieldkit.checkup.probes import run_program
    from hardware import probing
    from hardware.whistle import pins
    from web.port import listen

    settings = load(given.settings, settings_tables())
    port = settings.web.port if given.port is None else given.port
    look = [sys.executable, "-c", "from hardware import probing; print(probing.video_driver())"]
    probes = doctor.Probes(
        pins=pins.kind_of(settings),
        drive=lambda: probing.drive_pins(settings),
        opens=probing.open_port,
        listen=lambda: listen(settings.web.host, port).close(),
        screen=lambda: (run_program(look) or "").strip(),
        run=run_program,
    )
    field = _hoop_ids(load_games(settings))
    findings = doctor.examine(settings, data_path(settings, given.data), port, field, probes)
    print(doctor.as_json(findings) if given.json else "\n".join(map(str, findings)))
    return 1 if doctor.worst(findings) == "fail" else 0


def _install(given: Namespace) -> int:
    from fieldkit.install import command

    return command.run(given)


def _hoop(given: Namespace) -> int:
    from fieldkit.demo.kit import button_of
    from hardware.fakes.virtual_field import control

    settings, data = _look_into(given)
    wanted = ACTS[given.act]
    if (given.value is None) != (wanted is None):
        raise FieldkitError(f"fieldkit hoop {given.hoop} {given.act} needs {wanted or 'nothing more'}.")
    value = button_of(settings, given.value) if given.act == "press" else given.value
    state = control(data / HOOPS, " ".join(word for word in (given.hoop, given.act, value) if word))
    for name, each in state.items():
        print(f"{name}: {each}")
    return 0


def _tags(given: Namespace) -> int:
    from fieldkit.tags import lesson as learning
    from hardware.hoops.links import HoopLinks

    settings, data = _open(given)
    learning.run(settings, data, given.players, HoopLinks)
    return 0


def _demo(given: Namespace) -> int:
    from fieldkit.demo.client import Client
    from fieldkit.demo.kit import kit_process
    from fieldkit.demo.players import Match, lateness, report
    from web.pin import read_pin

    with tempfile.TemporaryDirectory(prefix="fieldkit-demo-") as passing:
        data = data_folder(Settings(), given.data or passing)
        pin = read_pin(Settings(), data)
        with socket.create_server(("127.0.0.1", given.port or 0)) as probe:
            port = probe.getsockname()[1]
        clock = Clock(given.speed)
        with kit_process(data, port, given.speed) as process, Client("127.0.0.1", port, pin) as client:
            games = load_games(Settings())
            field = _virtual_hoops(data, Settings(), games)
            match = Match(client, field, clock, given.seed, console.say)
            start = clock.now()
            view = match.play(given.teams, _start_hoops(games))
            seconds = (clock.now() - start) / NS
            for line in report(view, match.figures, seconds, lateness(journal_path(Settings(), data))):
                console.say(line)
            if not given.until_over:
                console.say("The kit stays on with the result until Ctrl-C.")
                process.wait()
    return 0


@contextmanager
def _simulated_teams(
    port: int, pin: str, data: Path, settings: Settings, games: Mapping[str, Any], clock: Clock
) -> Iterator[None]:
    """Simulated teams that play the rounds of a human referee, while the block runs."""
    from fieldkit.demo.client import Client
    from fieldkit.demo.kit import simulated_teams

    hoops = _virtual_hoops(data, settings, games)
    with (
        Client(console.reach(settings.web.host), port, pin) as client,
        simulated_teams(client, hoops, clock),
    ):
        yield


def _virtual_hoops(data: Path, settings: Settings, games: Mapping[str, Any]) -> VirtualHoops:
    from fieldkit.demo.kit import VirtualHoops
    from hardware.fakes.virtual_field import control

    return VirtualHoops(lambda line: control(data / HOOPS, line), settings, _hoop_ids(games))


def _hoop_ids(games: Mapping[str, Any]) -> list[str]:
    """The hoops of all games' fields."""
    return list(dict.fromkeys(hoop["id"] for game in games.values() for hoop in game.setup_view()["hoops"]))


def _start_hoops(games: Mapping[str, Any]) -> list[str]:
    return [hoop["id"] for hoop in games["full_contact"].setup_view()["hoops"] if hoop["start"]]


def _virtual_links(data: Path, games: Mapping[str, Any]) -> tuple[Link, ...]:
    return tuple(Link(port=str(data / HOOPS / hoop), protocol="hk1") for hoop in _hoop_ids(games))


def _open(given: Namespace) -> tuple[Settings, Path]:
    settings = load(given.settings, settings_tables())
    return settings, data_folder(settings, given.data)


def _look_into(given: Namespace) -> tuple[Settings, Path]:
    """As `_open`, but of a kit that has run: nothing is made."""
    settings = load(given.settings, settings_tables())
    return settings, _of_a_kit(data_path(settings, given.data))


def _of_a_kit(data: Path) -> Path:
    if not data.is_dir():
        raise FieldkitError(f"No kit has run with the data folder {data}.")
    return data


def _alone(data: Path, name: str, patience: float = 0.0) -> OneOf:
    refusal = f"Another {name} already runs on the data folder {data}; end it, or give another with --data."
    return OneOf(data / f"{name}.lock", refusal, patience)


def _records(given: Namespace) -> int:
    from fieldkit.records import commands as records_cli

    settings = load(given.settings, settings_tables())
    data = data_path(settings, given.data)
    journal = journal_path(settings, data if settings.journal.path else _of_a_kit(data))
    return records_cli.run(given, settings, journal)


COMMANDS: Mapping[str, Callable[[Namespace], int]] = {
    "run": _run,
    "whistle": _whistle,
    "referee": _referee,
    "scoreboard": _scoreboard,
    "pin": _pin,
    "doctor": _doctor,
    "install": _install,
    "hoop": _hoop,
    "tags": _tags,
    "demo": _demo,
    "matches": _records,
    "replay": _records,
    "export": _records,
    "report": _records,
    "verify": _records,
}
"""Each command's name and what it does."""
