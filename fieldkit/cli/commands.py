"""The command line: its entry and the commands of no other module. Each imports only what it runs."""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from fieldkit.cli.event_commands import hub
from fieldkit.cli.opening import (
    FILE,
    HOOPS,
    SPEED,
    KitOptions,
    check_links,
    in_range,
    kit_folder,
    kit_options,
    note_settings,
    port_option,
)
from fieldkit.cli.processes import referee, run, scoreboard, spectators, uplink, virtual_hoops, whistle
from fieldkit.cli.record_commands import export, fair, matches, replay, report, verify
from fieldkit.cli.surroundings import end_output, make_usable
from fieldkit.clock import Clock
from fieldkit.demo import simulated_games
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games import hoop_ids
from fieldkit.games.loading import doubts, load_games
from fieldkit.pi import kind_of_pins
from fieldkit.service import console
from fieldkit.settings import Settings
from fieldkit.settings.folders import data_path, journal_path

ACTS = {"press": "KIND", "tag": "HEX", "unplug": None, "replug": None, "state": None}
"""Things one can do to a virtual hoop, and what they need."""


class _InOrder(click.Group):
    """Lists its commands as they stand here, those that run the kit first."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)


@click.group(cls=_InOrder, no_args_is_help=False)
def fieldkit() -> None:
    """Run a referee's kit for field games: whistle, clock, hoops, accounts, tablet and scoreboard."""


for _process in (run, whistle, referee, scoreboard, spectators, uplink):
    fieldkit.add_command(_process)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 when it did its job, 1 with one sentence on standard error when not, 2 for usage."""
    noted: dict[str, Path | None] = {}
    make_usable()
    try:
        arguments = list(sys.argv[1:] if argv is None else argv)
        with fieldkit.make_context("fieldkit", arguments, obj=noted) as context:
            code = fieldkit.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as mistake:
        mistake.show()
        return mistake.exit_code
    except SettingsError as mistakes:
        print(_with_file(str(mistakes), noted.get("settings")), file=sys.stderr)
        return 1
    except FieldkitError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        end_output()
        return 1
    except OSError as error:
        if error.filename is None:
            # A disk that is full takes no output.
            end_output()
        print(f"{error.filename or 'It could not be done'}: {error.strerror or error}", file=sys.stderr)
        return 1
    return code or 0


def _with_file(mistakes: str, file: Path | None) -> str:
    """Name the settings file in each line that begins with the table at fault."""
    lines = mistakes.split("\n")
    return "\n".join(f"{file}: {line}" if file and line.startswith("[") else line for line in lines)


@fieldkit.command(short_help="Show the referee's PIN.")
@kit_options
@click.option("--new", is_flag=True, help="Make a new one, which logs all tablets out.")
def pin(kit: KitOptions, new: bool) -> None:
    """Show the referee's PIN, for everybody who may read the data folder."""
    from web.pin import new_pin, read_pin

    settings, folder = kit.look()
    if new:
        new_pin(folder)
    print(read_pin(settings, folder))


@fieldkit.command(short_help="Log everybody out.")
@kit_options
def logout(kit: KitOptions) -> None:
    """Log everybody out: tablets, captains, crew and players. The PIN and printed seat cards stay good.

    A running kit does it at once. After a tablet was lost make a new PIN too, if somebody may have seen it.
    """
    from web.match_day import new_day

    _, folder = kit.look()
    new_day(folder)
    print("Everybody is logged out.")


@fieldkit.command(short_help="Encrypt the traffic between the referee's tablets and the kit (https).")
@kit_options
@port_option
@click.option("--off", is_flag=True, help="Speak http alone again.")
@click.option("--new", is_flag=True, help="Make a new root, which every tablet has to trust again.")
def tls(kit: KitOptions, port: int | None, off: bool, new: bool) -> None:
    """Encrypt the traffic between the referee's tablets and the kit (https), with the kit's own certificates.

    Each tablet trusts the kit's root once, by the address that is shown. A running kit changes at once.
    """
    from fieldkit.service.address import lan_address
    from web.match_day import new_day
    from web.tls import Certificates, fingerprint

    settings, folder = kit.look()
    certificates = Certificates(folder, settings.web.names)
    if off:
        was_on = certificates.switch_off()
        print("The kit speaks http alone." if was_on else "The kit speaks http alone already.")
        return
    was_on = certificates.is_on
    left_out = certificates.make(settings.kit.name, new)
    root = certificates.root()
    assert root is not None
    address = f"{lan_address(settings.web.host)}:{settings.web.port if port is None else port}"
    print(
        "The kit speaks https, beside http. Its root certificate has the SHA-256 fingerprint\n"
        f"  {fingerprint(root)}\n"
        f"Each of the referee's tablets opens  http://{address}/trust  once, and trusts it there;\n"
        f"then it logs in at                   https://{address}/referee"
    )
    if not was_on:
        new_day(folder)
        print("Everybody is logged out, since a log-in that came by http may have been copied.")
    for name in (*left_out.names, *left_out.addresses):
        print(f"The root does not vouch for {name}: fieldkit tls --new makes one that does.")
    if sys.stdout.isatty():
        print(console.code_for(f"http://{address}/trust"))


@fieldkit.command(short_help="Check the kit before a match.")
@kit_options
@port_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
@click.option("--sheet", is_flag=True, help="Print a test sheet with measures, and put it on the record.")
def doctor(kit: KitOptions, port: int | None, as_json: bool, sheet: bool) -> int:
    """Check the kit before a match: a line for each part, and what to do where it is not well.

    With --sheet it measures for ten seconds too, and prints one page: versions, clocks, 100 edges of the
    whistle without a sound, its loop-back wire with one short blast, hoops, the head of the journal.
    """
    if sheet and as_json:
        raise click.UsageError("A sheet is plain text: give --sheet or --json.")
    from fieldkit.checkup import doctor as checks
    from fieldkit.checkup.probes import run_program
    from hardware import probing
    from hardware.battery.watch import battery_meter
    from web.port import listen

    laid = kit.layers()
    settings, data = laid.settings, data_path(laid.settings, kit.data)
    number = settings.web.port if port is None else port
    look = [sys.executable, "-c", "from hardware import probing; print(probing.video_driver())"]
    probes = checks.Probes(
        pins=kind_of_pins(settings.kit.pins),
        drive=lambda: probing.drive_pins(settings),
        opens=probing.open_port,
        listen=lambda: listen(settings.web.host, number).close(),
        screen=lambda: (run_program(look) or "").strip(),
        run=run_program,
        battery=lambda: battery_meter(settings, data).read(),
    )
    games = load_games(settings)
    findings = checks.examine(settings, data, number, hoop_ids(games), probes)
    findings += [checks.doubt(named) for named in doubts(settings, games)]
    findings += [checks.not_used(why) for why in laid.left_out]
    if sheet:
        from fieldkit.cli.sheet import put_on_record

        findings = put_on_record(settings, data, number, findings)
    else:
        print(checks.as_json(findings) if as_json else "\n".join(map(str, findings)))
    return 1 if any(finding.grade == "fail" for finding in findings) else 0


@fieldkit.command(short_help="Make the kit a set of services of this machine (systemd).")
@click.option(
    "--settings",
    type=FILE,
    metavar="FILE",
    callback=note_settings,
    help="Settings to take over.  [default: those there]",
)
@click.option("--dry-run", is_flag=True, help="Only show the steps; needs no root.")
@click.option("--hotspot", metavar="NAME", help="Open a Wi-Fi of the kit's own, with this name.")
@click.option("--country", metavar="DE", help="The country whose radio rules the hotspot keeps.")
@click.option(
    "--hub", is_flag=True, help="Install the hub of an event, not the kit; with nginx if that is there."
)
@click.option("--name", metavar="HOST", help="The hub's name on the internet: it is served by https.")
@click.option("--http", is_flag=True, help="Serve the hub by plain http, also under a name.")
@click.option(
    "--undo", is_flag=True, help="Undo everything, with --hub only the hub; settings and data stay."
)
@click.option("--root", type=FILE, metavar="DIR", help="Install into a tree of files, start nothing.")
@click.option("--program", metavar="FILE", help="What the services start.  [default: this fieldkit]")
def install(**options: Any) -> None:
    """Make the kit, or with --hub an event's hub, services of this machine (systemd), or take that back."""
    from fieldkit.install import command

    command.run(command.InstallOptions(**options))


@fieldkit.command(short_help="Set a Pi up from the files on its card, as root.")
@click.option("--boot", default="/boot/firmware", metavar="DIR", help="The FAT part.", show_default=True)
@click.option("--root", type=FILE, default=Path("/"), metavar="DIR", help="The machine's tree of files.")
@click.option("--refused", default="", metavar="N", help="A version that was not healthy, so this one runs.")
def card(boot: str, root: Path, refused: str) -> int:
    """Set a Pi up from fieldkit.txt on its card, without starting anything, and write the label.

    The exit code is 3 where the machine must start again.
    """
    from fieldkit.cli.card import set_up

    return set_up(boot, root, refused)


@fieldkit.command(short_help="Act on a virtual hoop of a running kit.")
@kit_options
@click.argument("name", metavar="HOOP")
@click.argument("act", type=click.Choice(list(ACTS)))
@click.argument("value", required=False, metavar="[KIND|HEX]")
def hoop(kit: KitOptions, name: str, act: str, value: str | None) -> None:
    """Act on a virtual hoop of a running kit: HOOP is its id, h1 for example.

    A press needs the KIND of a ball, a tag its id in HEX; the others need nothing more.
    """
    from fieldkit.demo.kit import act_at
    from fieldkit.demo.stage import button_of
    from hardware.fakes.virtual_field import control

    settings, folder = kit.look()
    wanted = ACTS[act]
    if (value is None) != (wanted is None):
        raise FieldkitError(f"fieldkit hoop {name} {act} needs {wanted or 'nothing more'}.")
    shown = value
    if value is not None and act == "press":
        value = button_of(settings, value)
        shown = settings.button_kinds.get(value, value)
    print(act_at(lambda line: control(folder / HOOPS, line), name, act, value, shown))


@fieldkit.command(short_help="Press a simulated button of a running kit.")
@kit_options
@click.argument("name", metavar="start|stop", type=click.Choice(["start", "stop"]))
def button(kit: KitOptions, name: str) -> None:
    """Press the start or the stop button of a running kit with simulated pins."""
    from fieldkit.checkup.probes import holder

    settings, folder = kit.look()
    if kind_of_pins(settings.kit.pins) != "mock":
        raise FieldkitError("This kit has real buttons: press those.")
    process = holder(folder / "whistle.lock")
    if process is None:
        raise FieldkitError(f"No kit runs with the data folder {folder}.")
    os.kill(process, signal.SIGUSR1 if name == "start" else signal.SIGUSR2)
    print(f"The {name} button was pressed.")


@fieldkit.group(short_help="Learn the tags of balls, markers and players.", no_args_is_help=False)
def tags() -> None:
    """Enrol the tags of balls, markers and players."""


@tags.command(short_help="Ask for one tag after the other.")
@kit_options
@click.option(
    "--players", type=in_range(int, 0, 99), default=6, show_default=True, metavar="N", help="Bands a team."
)
def learn(kit: KitOptions, players: int) -> None:
    """Ask for one tag after the other, to be held to any reader of the settings; stop the kit first."""
    from fieldkit.tags import lesson
    from hardware.hoops.links import HoopLinks

    settings, folder = kit.open()
    lesson.run(settings, folder, players, HoopLinks)


@fieldkit.command(short_help="Check a settings file, or explain all settings.")
@kit_options
@click.option("--explain", is_flag=True, help="Every table and key: what it is, its default, what it may be.")
def settings(kit: KitOptions, explain: bool) -> int:
    """Check a settings file and what the kit's page has saved without starting anything, or explain all."""
    if explain:
        from fieldkit.cli.settings_page import page

        print(page(), end="")
        return 0
    laid = kit.layers()
    games = load_games(laid.settings)
    check_links(laid.settings)
    for named in doubts(laid.settings, games):
        print(named)
    for why in laid.left_out:
        print(why, file=sys.stderr)
    print(f"{kit.file}: can be used." if kit.file else "No file was named: all defaults can be used.")
    return 1 if laid.left_out else 0


@fieldkit.command(short_help="Let simulated people play a match.")
@port_option
@click.option(
    "--game",
    type=click.Choice(list(simulated_games())),
    help="What is played.  [default: the game of the field]",
)
@click.option("--speed", type=SPEED, default=1.0, show_default=True, metavar="X", help="Times real time.")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N", help="Another number, another match."
)
@click.option("--teams", type=in_range(int, 1, 3000), metavar="N", help="How many play.  [default: all]")
@click.option("--until-over", is_flag=True, help="End when the match has a winner.")
@click.option("--data", metavar="DIR", help="Keep the match's record in this folder.  [default: temporary]")
def demo(
    port: int | None,
    game: str | None,
    speed: float,
    seed: int,
    teams: int | None,
    until_over: bool,
    data: str | None,
) -> None:
    """Let simulated people play a match at a kit of their own, a referee among them where there is one."""
    import socket
    import tempfile

    from fieldkit.demo.client import Client
    from fieldkit.demo.kit import kit_process
    from fieldkit.demo.stage import Stage, simulated
    from web.pin import read_pin

    with tempfile.TemporaryDirectory(prefix="fieldkit-demo-") as temporary:
        folder = kit_folder(Settings(), data or temporary)
        pin = read_pin(Settings(), folder)
        with socket.create_server(("127.0.0.1", port or 0)) as probe:
            number = probe.getsockname()[1]
        games, clock, journal = load_games(Settings()), Clock(speed), journal_path(Settings(), folder)
        played = game or next(name for name in games if name in simulated_games())
        field, setup = virtual_hoops(folder, Settings(), games), games[played].setup_view()
        with kit_process(folder, number, speed) as process, Client("127.0.0.1", number, pin) as client:
            stage = Stage(client, field, clock, setup, seed, teams, console.say, journal, game=games[played])
            simulated(played).play(stage)
            if data is not None:
                console.say(_kept(journal, data))
            if not until_over:
                results = f"http://127.0.0.1:{number}/matches"
                console.say(f"The kit stays on with the result until Ctrl-C: {results}")
                process.wait()


def _kept(journal: Path, data: str) -> str:
    import shlex

    from fieldkit.journal.reading import played, reading

    with reading(journal) as db:
        newest = played(db)[-1].id
    written = f"fieldkit report {newest} --data {shlex.quote(data)} --out {newest}.html"
    return f"The record is kept. Its report: {written}"


fieldkit.add_command(hub)
for _reader in (matches, replay, export, report, fair, verify):
    fieldkit.add_command(_reader)
