"""The simulated organiser of an event, at a real hub."""

from __future__ import annotations

from pathlib import Path

from fieldkit.demo.event import EVENT, HubAt, Organiser, Wish
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
            places = [confirming.Corrected(team, 4 - n, n) for n, team in enumerate(match.teams, 1)]
            confirming.correct(made, match.id, places, "paper", Person("p-ann", "organiser", "Ann"))
        organising.make_schedule(made, organising.Plan(stage="final", size=3, advance=1), "Ann")
        server = RunningServer(create_site(made, PIN, tmp_path))
        said: list[str] = []
        wish = Wish(tmp_path, 2, 6, 1, 1.0, server.port, "full_contact")
        Organiser(HubAt(server.port, PIN), wish, said.append).draw_lots()
        server.stop()
        assert [set(draw.order) for draw in made.state.draws] == [{"herons", "larks"}]
        assert said == ["Lots are drawn among Herons, Larks."]
