"""The simulated organiser of an event, at a real hub."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any, cast

import pytest

from fieldkit.clock import Clock
from fieldkit.demo import event
from fieldkit.demo.client import Caller, Client
from fieldkit.demo.event import EVENT, HubAt, Organiser, Referee, Wish
from fieldkit.demo.stage import Stage
from fieldkit.errors import FieldkitError
from fieldkit.hub import confirming, organising
from fieldkit.hub.access import Person
from fieldkit.hub.settings import EventTable, HubSettings
from tests.support.hubs import PIN, hub, plan, settings
from tests.web.conftest import RunningServer
from web.hub.site import create_site


def test_lots_are_drawn_for_a_final_that_waits_for_them(tmp_path: Path) -> None:
    given = HubSettings(EventTable(EVENT, "Demo"), fields=settings().fields)
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path, given) as made:
        plan(made)
        organising.change(made, organising.CallOff("3"), "Ann")
        for match in made.state.schedule.matches[:2]:
            places = [confirming.CorrectedSide(team, 4 - n, n) for n, team in enumerate(match.teams, 1)]
            confirming.correct(made, match.id, places, "paper", Person("p-ann", "organiser", "Ann"))
        organising.make_schedule(made, organising.Plan(stage="final", size=3, advance=1), "Ann")
        server = RunningServer(create_site(made, PIN, tmp_path))
        said: list[str] = []
        wish = Wish(tmp_path, 2, 6, 1, 1.0, server.port, "full_contact")
        Organiser(HubAt(server.port, PIN), wish, said.append).draw_lots()
        server.stop()
        assert [set(draw.order) for draw in made.state.draws] == [{"herons", "larks"}]
        assert said == ["Lots are drawn among Herons, Larks."]


class Kit:
    """A kit with one match to play, and its sent commands."""

    def __init__(self, *sent: str) -> None:
        self.sent = list(sent)

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        return 200, {"next": [{"id": "1", "set_up": bool(self.sent), "teams": []}]}

    def send(self, command: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.sent.append(command["type"])
        return 200, {}


def stage_at(kit: Kit, data: Path) -> Stage:
    return Stage(cast(Client, kit), cast(Any, None), Clock(), {}, 0, None, print, data)


def test_a_match_that_came_to_nothing_is_played_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that is busy may show a round too late for the patience of those who play."""
    kit, said, over = Kit(), list[str](), threading.Event()

    class Game:
        def play(self, stage: object) -> None:
            kit.sent.append("play")
            match kit.sent.count("play"):
                case 1:
                    raise FieldkitError("The kit did not show the round open within 22 s.")
                case 2:
                    raise ConnectionResetError
            over.set()

    monkeypatch.setattr(event, "LOOK_S", 0.001)
    monkeypatch.setattr(event, "simulated", lambda game: Game())
    referee = Referee("north", stage_at(kit, tmp_path), "full_contact", 1, said.append)
    referee.start()
    assert over.wait(60)
    referee.close()
    assert kit.sent == ["play", "abandon_match", "play", "abandon_match", "play"]
    assert "north: The kit did not show the round open within 22 s." in said


@pytest.mark.slow
@pytest.mark.parametrize(("program", "says"), [("", "does not start"), ("input()", "has ended")])
def test_an_event_ends_with_the_sentence_where_a_kit_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, says: str
) -> None:
    ended: list[Popen[bytes]] = []

    @contextmanager
    def dying(*_: object) -> Iterator[Popen[bytes]]:
        with Popen([sys.executable, "-c", program], stdin=-1) as process:
            ended.append(process)
            yield process

    def killed(data: Path, port: int, running: ExitStack) -> Stage:
        ended[-1].kill()
        return stage_at(Kit("all of it"), data)

    monkeypatch.setattr(event, "kit_process", dying)

    def answers(caller: Caller, path: str, real: Callable[[Caller, str], bool] = event._answers) -> bool:
        return ended[-1].poll() is None and bool(program) if path == "/api/health" else real(caller, path)

    monkeypatch.setattr(event, "_answers", answers)
    wish = Wish(tmp_path, 1, 6, 2, 20.0, event.free_port(), "full_contact")
    with pytest.raises(FieldkitError, match=f"The kit of field north {says}"):
        event.play(wish, killed, lambda line: None, lambda: None)
    assert len(ended) == (event.TRIES if not program else 1)
