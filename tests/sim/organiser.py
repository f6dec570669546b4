"""The organisers of an event, who do something at the desk now and then, through the hub's own door."""

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from fieldkit.hub.archive import export, import_
from fieldkit.hub.archive_lines import ArchiveHead
from fieldkit.hub.derive import Facts, correction_id, scheduled_of
from fieldkit.hub.hub import Hub
from fieldkit.hub.store import Store
from tests.sim.event_laws import ResultLaw
from tests.sim.hub import EVENT, PIN, Answer, HubSite, Question, games
from tests.sim.world import Violation

TEAMS = ("Foxes", "Herons", "Otters", "Badgers", "Larks", "Moles", "Newts", "Owls", "Stoats")
PEOPLE = ("Ann", "Ben")
DRAWN = 4
"""The most times that they do something else where there is nothing to do."""
REPEATED = 0.2
"""The chance that a call is sent again before the next one."""


class Organiser:
    """Two people with PINs of their own; each act is drawn, and what the hub refuses is left alone."""

    def __init__(self, site: HubSite, results: ResultLaw, pause_s: tuple[float, float] = (5.0, 60.0)) -> None:
        self._site, self._results, self._pause_s = site, results, pause_s
        self._chance = site.world.chance("organiser")
        self._again = site.world.chance("organiser's repeats")
        self._made: deque[Question] = deque(maxlen=5)
        """The calls that were answered last."""
        self._count = 0
        self._pins: dict[str, str] = {}
        self.is_resting = False
        """True while they do nothing."""
        self._acts: tuple[tuple[int, Callable[[Hub], None]], ...] = (
            (4, self._schedule), (2, self._change), (8, self._attach), (10, self._confirm),
            (1, self._take_back), (3, self._correct), (5, self._reconsider), (2, self._check_in),
            (2, self._screen), (1, self._look),
        )  # fmt: skip
        self._later()

    def _later(self) -> None:
        hub = self._site.hub
        # All is planned before anybody plays.
        is_ready = hub is not None and hub.state.schedule.matches
        self._site.world.after(self._chance.uniform(*self._pause_s) / (1 if is_ready else 20), self._act)

    def _act(self) -> None:
        self._later()
        hub = self._site.hub
        if hub is None or self.is_resting:
            return
        if self._made and self._again.random() < REPEATED:
            self._repeat()
        if self._site.hub is not hub:
            return
        if len(self._pins) < len(PEOPLE):
            self._admit()
        elif not hub.state.teams.teams:
            self._call("PUT", "/teams", {"teams": [{"id": name.lower(), "name": name} for name in TEAMS]})
        else:
            weights, acts = zip(*self._acts, strict=True)
            calls = self._count
            for act in self._chance.choices(acts, weights, k=DRAWN):
                if self._count == calls and self._site.hub is hub:
                    act(hub)

    def _call(
        self, method: str, path: str, body: object = None, who: str = "", call: str = ""
    ) -> Answer | None:
        """Return the hub's answer; None where it died of the question."""
        head = {"Authorization": f"Bearer {self._pins.get(who, PIN)}", "Content-Type": "application/json"}
        self._count += 1
        head |= {} if method == "GET" else {"Idempotency-Key": call or f"call-number-{self._count:08}"}
        said = b"" if body is None else msgspec.json.encode(body)
        question = Question(method, f"/v1/events/{EVENT}{path}", said, head)
        try:
            answer = self._site.ask(question, "10.0.0.9")
        except ConnectionError:
            return None
        if answer.status in (401, 403, 404, 429):
            raise Violation(f"{method} {path} is answered {answer.status}: {answer.body!r}")
        if method != "GET" and answer.status == 200:
            self._made.append(question)
        return answer

    def _repeat(self) -> None:
        """Send a call again that was answered, as a page whose answer got lost: it decides nothing more."""
        hub, question = self._site.hub, self._again.choice(self._made)
        assert hub is not None
        n = hub.state.n
        with suppress(ConnectionError):
            self._site.ask(question, "10.0.0.9")
        if hub.state.n != n:
            raise Violation(f"{question.method} {question.target} was sent again, and has decided again")

    def _admit(self) -> None:
        """Get a PIN; sent again after a crash, the same call gives the same one."""
        name = PEOPLE[len(self._pins)]
        told = {"role": "organiser", "name": name}
        answer = self._call(
            "POST", "/access", told, call=f"{name.lower()}-is-let-in-{self._site.world.seed:08}"
        )
        if answer is not None and answer.status == 200:
            self._pins[name] = answer.json["pin"]

    def _who(self) -> str:
        return self._chance.choice(PEOPLE)

    # What they do

    def _schedule(self, hub: Hub) -> None:
        if not hub.state.schedule.matches:
            plan = {"rounds": 2, "size": self._chance.choice((3, 4)), "start": "10:00", "slot_minutes": 30}
            self._call("POST", "/schedule", plan, self._who())

    def _change(self, hub: Hub) -> None:
        chance, matches = self._chance, hub.state.schedule.matches
        if not matches:
            return
        match, team = chance.choice(matches), chance.choice(hub.state.teams.teams)
        change: Mapping[str, object] = chance.choice(
            (
                {"do": "move", "match": match.id, "slot": chance.randint(0, 9), "field": match.field},
                {"do": "call_off", "match": match.id},
                {"do": "call_on", "match": match.id},
                {"do": "catch_up"},
                {"do": "no_show", "team": team.id},
                {"do": "back", "team": team.id},
            )
        )
        self._call("PATCH", "/schedule", change, self._who())

    def _attach(self, hub: Hub) -> None:
        """Say of a match that a field has played which one of the schedule it was."""
        now = hub.facts()
        loose = [one for one in now.outcomes if one.summary.over and not scheduled_of(now.state, one)]
        planned = [each for each in now.schedule.matches if each.id not in now.fixed and not each.called_off]
        pairs = [
            (one, each)
            for one in loose
            for each in planned
            if each.field == one.field and len(each.teams) == len(one.summary.sides)
        ]
        if not pairs:
            return
        one, match = self._chance.choice(pairs)
        teams = {side["id"]: team for side, team in zip(one.summary.sides, match.teams, strict=True)}
        told = {"scheduled": match.id, "teams": teams, "record": one.generation}
        self._call("POST", f"/matches/{one.field}/{one.match}/attach", told, self._who())

    def _confirm(self, hub: Hub) -> None:
        results = hub.facts().results
        waiting = [id for id, one in results.items() if one.versions and not one.confirmed]
        if not waiting:
            return
        id = self._chance.choice(waiting)
        version = correction_id(hub.state, id) or self._chance.choice(results[id].versions).id
        answer = self._call("POST", f"/results/{id}/confirm", {"version": version}, self._who())
        if answer is not None and answer.status == 200 and answer.json["confirmed"]:
            self._results.confirmed[id] = hub.facts().results[id]

    def _take_back(self, hub: Hub) -> None:
        self._change_result("confirm", {"version": ""})

    def _correct(self, hub: Hub) -> None:
        known = self._results.confirmed
        if known:
            id = self._chance.choice(sorted(known))
            scores = [{"team": one.team, "score": 3, "place": 1} for one in known[id].scores]
            self._change_result("correct", {"scores": scores, "reason": "counted again"}, id)

    def _reconsider(self, hub: Hub) -> None:
        """Say of a match that was corrected that no field has played it, or take the correction back."""
        id = self._chance.choice(sorted(hub.state.corrections) or [""])
        versions = hub.facts().results[id].versions if id else ()
        if versions and self._chance.random() < 0.5:
            one = self._chance.choice(versions)
            self._call("POST", f"/matches/{one.field}/{one.match}/attach", {"scheduled": ""}, self._who())
        elif id:
            self._change_result("correct", {"scores": [], "reason": "as it was"}, id)

    def _change_result(self, how: str, told: Mapping[str, object], id: str = "") -> None:
        """Change a result; if the hub dies of it nobody knows what counts."""
        known = self._results.confirmed
        id = id or self._chance.choice(sorted(known) or [""])
        if not id:
            return
        was = known.pop(id, None)
        answer = self._call("POST", f"/results/{id}/{how}", told, self._who())
        if answer is not None and answer.status != 200 and was is not None:
            known[id] = was

    def _check_in(self, hub: Hub) -> None:
        team = self._chance.choice(hub.state.teams.teams).id
        self._call("POST", "/checkin", {"team": team, "here": self._chance.random() < 0.7}, self._who())

    def _screen(self, hub: Hub) -> None:
        id = f"screen-{self._chance.randint(1, 3)}"
        answer = self._call("POST", "/screens", {"id": id, "name": id})
        if answer is not None:
            self._call("PUT", f"/screens/{id}", {"show": "standings"}, self._who())

    def _look(self, hub: Hub) -> None:
        answer = self._call("GET", "/desk", None, self._who())
        if answer is not None and answer.status != 200:
            raise Violation(f"the desk is answered {answer.status}: {answer.body!r}")


def check_rebuilt(site: HubSite) -> None:
    """Drop what follows from the records and decisions, and see that it is made again as it was.

    The hub has to run and to have followed all that it has; it is started again.
    """
    hub = site.hub
    assert hub is not None
    site.world.inside(site.process, hub.follow)
    before = _told(hub.facts())
    site.process.die()
    store = Store(f"sqlite:///{site.disk.path}/hub.sqlite3")
    store.open()
    store.drop_derived(EVENT)
    store.close()
    site.process.run()
    assert site.hub is not None
    if (after := _told(site.hub.facts())) != before:
        raise Violation(f"what was dropped is made otherwise:\n{before!r}\n{after!r}")


def _told(now: Facts) -> Any:
    return now.state, now.outcomes, now.results, now.standings, now.schedule, now.playing


def check_archive(site: HubSite) -> None:
    """See that the event's archive, taken over by another hub, makes the same archive again."""
    hub = site.hub
    assert hub is not None
    head = ArchiveHead(hub.event, hub.settings.hub.language)
    first, second, other = (site.data / name for name in ("one.zip", "two.zip", "other.sqlite3"))
    export(head, hub.store, games(), first, site.data)
    store = Store(f"sqlite:///{other}")
    store.open()
    try:
        import_(first, store)
        export(head, store, games(), second, site.data)
    finally:
        store.close()
    if first.read_bytes() != second.read_bytes():
        raise Violation("an archive that was taken over makes another archive")
