"""The scoreboard as a process of its own, and its window's keys, against a real feed."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from fieldkit import pi
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.settings import Scoreboard, Settings
from hardware.scoreboard import run, screen
from tests.hardware.scoreboard.test_pictures import SHARE, others
from tests.support.machine import patience
from tests.support.scoreboard_feed import serving
from tests.support.scoreboard_pictures import FOLDER
from tests.support.scoreboard_views import NOW, SCENES, SIZES, board, draw

pytestmark = pytest.mark.slow

SMALL = Settings(scoreboard=Scoreboard(size="800x480"))


def screenless() -> dict[str, str]:
    """Return the environment of a machine without any screen."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return {name: value for name, value in os.environ.items() if name not in screens}


@contextlib.contextmanager
def scoreboard(url: str, snapshot: str = "") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-W", "error", "-m", "fieldkit", "scoreboard", "--url", url]
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as settings:
        settings.write('[scoreboard]\nsize = "1280x720"')
        settings.flush()
        command += ["--settings", settings.name, *(["--snapshot", snapshot] if snapshot else [])]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, env=screenless(), stdout=pipe, stderr=pipe, text=True)
        with process:
            try:
                yield process
            finally:
                process.kill()


@pytest.mark.process
def test_a_snapshot_is_the_picture_on_the_screen(tmp_path: Path) -> None:
    held = board(
        "round",
        clock={"state": "held", "remaining": 5_300, "total": 8_000},
        spectators="http://10.42.0.1:8080",
    )
    path = tmp_path / "board.png"
    with serving(held) as server, scoreboard(server.url, str(path)) as process:
        out, err = process.communicate(timeout=20)
        assert process.returncode == 0, err
    assert out == ""
    assert err == ""
    drawn = pygame.image.load(str(path))
    assert others(drawn, pygame.image.load(str(FOLDER / "scoreboard_round.png"))) < SHARE


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_snapshot_has_the_size_of_the_settings(size: tuple[int, int], tmp_path: Path) -> None:
    settings, path = Settings(scoreboard=Scoreboard(size=f"{size[0]}x{size[1]}")), tmp_path / "board.png"
    with serving(SCENES["stopped"]) as server:
        assert run(settings, server.url, path, Clock()) == 0
        pygame.font.init()
        expected = draw(SCENES["stopped"] | {"spectators": server.url}, size).surface
    taken = pygame.image.load(str(path))
    assert taken.get_size() == size
    assert pygame.image.tobytes(taken, "RGB") == pygame.image.tobytes(expected, "RGB")


@pytest.mark.alone
@pytest.mark.process
def test_a_still_screen_costs_next_to_nothing() -> None:
    """Under 5 % of a core while the clock stands, beats and repeated views coming in."""
    still = board("break", clock={"state": "held", "remaining": 30_000, "total": 60_000})
    with serving(still) as server, scoreboard(server.url) as process:
        assert server.connected.acquire(timeout=10)
        for _ in range(20):
            server.say("beat", {"now": NOW})
            server.ending.wait(0.05)
        before, start = cpu_seconds(process.pid), time.monotonic()
        for number in range(8):
            server.say("beat", {"now": NOW + number})
            server.say("board", still | {"rev": 100 + number})
            server.ending.wait(0.25)
        share = (cpu_seconds(process.pid) - before) / (time.monotonic() - start)
    assert share < 0.05


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.process
def test_without_a_kit_the_snapshot_shows_the_scene_that_waits(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    with serving(board()) as server:
        url = server.url
    with scoreboard(url, str(path)) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "Traceback" not in err
    assert f"no view from {url} within 5 s" in err
    assert pygame.image.load(str(path)).get_size() == (1280, 720)


@pytest.mark.alone
@pytest.mark.process
def test_sigterm_ends_it_within_a_second_while_the_clock_runs() -> None:
    running = board(clock={"state": "running", "ends_at": NOW + 60_000, "total": 60_000})
    with serving(running) as server, scoreboard(server.url) as process:
        assert process.stderr is not None
        lines = [process.stderr.readline(), process.stderr.readline()]
        assert server.connected.acquire(timeout=5)
        start = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(5 * patience()) == 0
        assert time.monotonic() - start < patience()
        assert "Traceback" not in process.stderr.read()
    assert "SDL" in lines[0]
    assert "driver dummy" in lines[0]
    assert re.fullmatch(r"\d\d:\d\d:\d\d WARNING scoreboard: no display: drawing off-screen\n", lines[1])


@pytest.fixture
def _dummy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def _screenless(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)


def post_when_drawn(monkeypatch: pytest.MonkeyPatch, *events: pygame.event.Event) -> None:
    """Post the events as soon as the screen shows something."""
    whole = screen.Stage.whole

    def drawn(stage: screen.Stage, *given: object) -> object:
        for event in events:
            pygame.event.post(event)
        return whole(stage, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(screen.Stage, "whole", drawn)


@pytest.mark.usefixtures("_dummy")
@pytest.mark.parametrize(
    "event",
    [
        pygame.event.Event(pygame.QUIT),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q),
    ],
    ids=["close", "escape", "q"],
)
def test_a_key_or_the_windows_close_ends_it(
    event: pygame.event.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    ignored = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a)
    post_when_drawn(monkeypatch, ignored, event)
    with serving(SCENES["break"]) as server:
        assert run(SMALL, server.url, None, Clock()) == 0
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.usefixtures("_dummy")
def test_the_window_shows_each_new_view_and_then_that_the_link_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is flipped to the screen, in order: waiting, two views, the banner."""
    with serving(SCENES["round"], "refuse") as server:
        whole, shots = screen.Stage.whole, []

        def watched(stage: screen.Stage, *given: object) -> object:
            canvas = whole(stage, *given)  # type: ignore[arg-type]
            shots.append((" ".join(box.what for box in canvas.boxes), given[3]))
            if "Waiting" in shots[-1][0]:
                server.mode = "good"
            elif "ROUND 7" in shots[-1][0]:
                server.say("board", SCENES["stopped"])
            elif "STOPPED" in shots[-1][0] and shots[-1][1]:
                server.mode = "refuse"
                server.cut()
            elif not shots[-1][1]:
                pygame.event.post(pygame.event.Event(pygame.QUIT))
            return canvas

        monkeypatch.setattr(screen.Stage, "whole", watched)
        assert run(SMALL, server.url, None, Clock()) == 0
    assert "Waiting for the kit" in shots[0][0]
    assert "ROUND 7" in shots[1][0]
    assert "No link to the kit" in shots[-1][0]
    assert "STOPPED" in shots[-1][0]


def test_an_impossible_address_is_one_sentence() -> None:
    said = r"^kit is not an address of a kit; one looks like http://10\.42\.0\.1:8080$"
    with pytest.raises(FieldkitError, match=said):
        run(SMALL, "kit", None, Clock())


def test_a_snapshot_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    said = r"x\.png cannot be written: No such file or directory$"
    with serving(board()) as server, pytest.raises(FieldkitError, match=said):
        run(SMALL, server.url, tmp_path / "nowhere" / "x.png", Clock())


@pytest.mark.parametrize(
    ("model", "told"), [(b"Raspberry Pi 4 Model B Rev 1.5\0", True), (b"Other\0", False), (None, False)]
)
def test_a_pi_without_kmsdrm_is_told_what_to_install(
    model: bytes | None,
    told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    if model is not None:
        (tmp_path / "model").write_bytes(model)
    monkeypatch.setattr(pi, "MODEL", tmp_path / "model")
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-such")
    post_when_drawn(monkeypatch, pygame.event.Event(pygame.QUIT))
    with serving(SCENES["round"]) as server:
        assert run(SMALL, server.url, None, Clock()) == 0
    err = caplog.text
    assert ("no KMSDRM driver or no screen" in err and "python3-pygame libegl1" in err) is told
    assert "no display: drawing off-screen" in err
    assert err.count("\n") == (3 if told else 2)


@pytest.mark.usefixtures("_screenless")
def test_a_screen_that_is_plugged_in_later_is_looked_for_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Once for each that comes: neither one that is there already nor one that goes starts anything."""
    for socket, status in (("card1-HDMI-A-1", "connected"), ("card1-HDMI-A-2", "disconnected")):
        (tmp_path / socket).mkdir()
        (tmp_path / socket / "status").write_text(f"{status}\n", encoding="utf-8")
    first, second = (each / "status" for each in sorted(tmp_path.iterdir()))
    monkeypatch.setattr(screen, "SOCKETS", tmp_path)
    monkeypatch.setattr(screen, "POLL_S", 0.0)
    caplog.set_level("INFO")
    has_come, looks = screen.MissingScreen.has_come, []

    def looked(awaited: screen.MissingScreen, at: float) -> bool:
        looks.append(at)
        match len(looks):
            case 2:
                first.write_text("disconnected\n", encoding="utf-8")
            case 4:
                second.write_text("connected\n", encoding="utf-8")
            case 7:
                pygame.event.post(pygame.event.Event(pygame.QUIT))
        return has_come(awaited, at)

    monkeypatch.setattr(screen.MissingScreen, "has_come", looked)
    with serving(SCENES["break"]) as server:
        assert run(SMALL, server.url, None, Clock()) == 0
    said = [record.getMessage() for record in caplog.records]
    assert said.count("a screen was plugged in") == 1
    assert said.count("no display: drawing off-screen") == 2
    assert len(looks) == 7


@pytest.mark.usefixtures("_dummy")
def test_a_screen_that_another_has_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(*given: object) -> None:
        raise pygame.error("Permission denied")

    monkeypatch.setattr(pygame.display, "set_mode", taken)
    said = r"^the screen cannot be had \(Permission denied\): a desktop has it, or another program$"
    with serving(SCENES["break"]) as server, pytest.raises(FieldkitError, match=said):
        run(SMALL, server.url, None, Clock())


@pytest.mark.usefixtures("_dummy")
@pytest.mark.parametrize(("limit", "waits"), [("20000000", [screen.UNSUITED_S]), ("", [])])
def test_a_screen_without_egl_names_the_packages_and_is_tried_seldom(
    limit: str, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*given: object) -> None:
        raise pygame.error("Can't load EGL/GL library on window creation.")

    waited: list[float] = []
    monkeypatch.setenv("WATCHDOG_USEC", limit)
    monkeypatch.setattr(pygame.display, "set_mode", lacking)
    said = f"EGL is missing; with internet: sudo apt-get install -y {pi.SCREEN_PACKAGES}$"
    with serving(SCENES["break"]) as server:
        monkeypatch.setattr(screen.time, "sleep", waited.append)
        with pytest.raises(FieldkitError, match=said):
            run(SMALL, server.url, None, Clock())
    # The feed's own threads sleep too.
    assert [pause for pause in waited if pause == screen.UNSUITED_S] == waits
