"""`fieldkit scoreboard --hub` as a process of its own, against a hub that is really asked."""

import contextlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from fieldkit.errors import FieldkitError
from fieldkit.settings import Scoreboard, Settings
from hardware.scoreboard import event, screen
from hardware.scoreboard.event import ID_FILE, ScreenWish, screen_id
from hardware.scoreboard.stage import Picture
from tests.hardware import until
from tests.hardware.scoreboard.test_pictures import SHARE, others
from tests.hardware.scoreboard.test_process import screenless
from tests.support.hub_server import FakeHub, hub_of
from tests.support.hub_views import draw, heard, index, scene, schedule, standings

PATIENCE_S = 60.0
HELD = index(3)
for _field in HELD["fields"]:
    _field["frame"]["clock"] = {"state": "held", "remaining": 5_300, "total": 8_000, "tenths": True}


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    with hub_of(HELD, standings=standings(), schedule=schedule()) as running:
        yield running


@contextlib.contextmanager
def scoreboard(data: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    settings = data / "screen.toml"
    settings.write_text('[scoreboard]\nsize = "1280x720"\n', encoding="utf-8")
    command = [sys.executable, "-W", "error", "-m", "fieldkit", "scoreboard", "--settings", str(settings)]
    command += ["--data", str(data), *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=screenless(), stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("show", ["fields", "field:south", "standings", "schedule", "queue"])
def test_a_snapshot_is_the_picture_on_the_screen(hub: FakeHub, show: str, tmp_path: Path) -> None:
    path = tmp_path / "screen.png"
    with scoreboard(tmp_path, "--hub", hub.url, "--show", show, "--snapshot", str(path)) as process:
        out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    assert (out, err) == ("", "")
    pygame.font.init()
    expected = draw(scene(heard(HELD), show), (1280, 720)).surface
    taken = pygame.image.load(str(path))
    # The time of day is the hub's, where this machine stands.
    for picture in (expected, taken):
        picture.fill((0, 0, 0), pygame.Rect(1000, 0, 280, 110))
    assert others(taken, expected) < SHARE
    assert not hub.screens
    assert not (tmp_path / ID_FILE).exists()


@pytest.mark.process
@pytest.mark.slow
def test_a_screen_tells_the_hub_who_it_is_and_ends_when_told(hub: FakeHub, tmp_path: Path) -> None:
    with scoreboard(tmp_path, "--hub", hub.url, "--name", "TV left") as process:
        until(lambda: hub.screens or process.poll() is not None, PATIENCE_S)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    kept = (tmp_path / ID_FILE).read_text(encoding="ascii").strip()
    assert hub.screens[0] == {"id": kept, "name": "TV left"}


@pytest.mark.process
@pytest.mark.slow
def test_without_a_hub_the_snapshot_shows_the_scene_that_waits(tmp_path: Path) -> None:
    with hub_of(HELD) as gone:
        url = gone.url
    path = tmp_path / "screen.png"
    with scoreboard(tmp_path, "--hub", url, "--snapshot", str(path)) as process:
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert "Traceback" not in err
    assert f"no view from {url} within 5 s" in err
    assert pygame.image.load(str(path)).get_size() == (1280, 720)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hub", "http://127.0.0.1:1", "--url", "http://127.0.0.1:1"], "Give either --hub or --url"),
        (["--name", "TV left"], "--name and --show are for a screen that follows a hub"),
        (["--show", "queue"], "--name and --show are for a screen that follows a hub"),
        (
            ["--hub", "http://127.0.0.1:1", "--show", "chess"],
            "A screen cannot show chess; it can show rotation, ",
        ),
        (["--hub", "hub"], "hub is not an address of a hub; one looks like http://10.42.0.1:8090"),
    ],
)
@pytest.mark.process
def test_options_that_make_no_sense_are_one_sentence(options: list[str], said: str, tmp_path: Path) -> None:
    with scoreboard(tmp_path, *options) as process:
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1
    assert said in err
    assert "Traceback" not in err


def test_a_screen_keeps_its_id(tmp_path: Path) -> None:
    first = screen_id(tmp_path)
    assert screen_id(tmp_path) == first
    for wrong in (b"\xff what is that?", b"", b"nonsense"):
        (tmp_path / ID_FILE).write_bytes(wrong)
        made = screen_id(tmp_path)
        assert made != first
        assert screen_id(tmp_path) == made
    with pytest.raises(FieldkitError, match=r"screen\.id cannot be kept: .*No such file"):
        screen_id(tmp_path / "nowhere")


@pytest.mark.slow
def test_the_window_waits_shows_what_comes_and_says_that_the_hub_is_away(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is drawn whole, in order; the end comes with the line that says so."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("hardware.scoreboard.event.follow.SILENCE_S", 0.0)
    whole, shots = screen.Stage.whole, list[str]()

    def watched(stage: screen.Stage, surface: pygame.Surface, picture: Picture, *given: object) -> object:
        canvas = whole(stage, surface, picture, *given)  # type: ignore[arg-type]
        shots.append(" ".join(box.what for box in canvas.boxes))
        if "All fields" in shots[-1] and "No link" not in shots[-1]:
            threading.Thread(target=hub.fall_silent).start()
        elif "No link to the hub since" in shots[-1]:
            pygame.event.post(pygame.event.Event(pygame.QUIT))
        return canvas

    monkeypatch.setattr(screen.Stage, "whole", watched)
    settings = Settings(scoreboard=Scoreboard(size="800x480"))
    assert event.run(settings, ScreenWish(hub.url, "TV left", "fields"), None, tmp_path) == 0
    assert "Waiting for the hub" in shots[0]
    assert "Spring Cup" in shots[-1]
    assert "5.3" not in shots[-1]
