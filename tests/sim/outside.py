"""All that is outside of a field's kit: hub, uplink, organiser, spectators, perhaps a twin."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from fieldkit.settings import Settings
from fieldkit.uplink.ahead import MatchAhead, SetUpHere, ahead
from tests.sim.event import Route, UplinkProcess
from tests.sim.event_laws import CopyLaw, ResultLaw, SendingLaw, ShownLaw, settled
from tests.sim.faults import Fault, Faults
from tests.sim.hub import EVENT, HubSite, Question, link_of
from tests.sim.kit import Kit
from tests.sim.lines import Air
from tests.sim.organiser import Organiser, check_archive, check_rebuilt
from tests.sim.spectators import BoardLaw, Phone, Spectators
from tests.sim.twin import TwinKit
from tests.sim.world import World

FIELD = "north"
TWIN = 0.2
"""The share of worlds in which another kit sends under the same key."""


def linked(settings: Settings) -> Settings:
    """Return the settings of a field that sends to the hub."""
    return replace(settings, hub=link_of(FIELD))


ARCHIVED = 0.2
"""The share of worlds at whose end an archive is made and read."""


class Outside:
    """The hub and all that reaches it, with the laws that hold there and the faults that happen there."""

    def __init__(self, world: World, folder: Path, kit: Kit, faults: Faults) -> None:
        self.world, self.kit, self._folder = world, kit, folder
        self._chance = world.chance("outside")
        self.site = HubSite(world, folder)
        self.routes = [Route(world, "route")]
        self.uplinks = [UplinkProcess(kit, self.site, folder / "uplink", self.routes[0])]
        self.spectators = Spectators(kit)
        self.airs = [Air(world, f"air of spectator {n}") for n in (1, 2)]
        self.phones = [Phone(self.spectators, air) for air in self.airs]
        self.copy, results = CopyLaw(self.site, {FIELD: kit}), ResultLaw(self.site)
        self.organiser = Organiser(self.site, results, (2.0, 10.0))
        self.has_twin = self._chance.random() < TWIN
        self.laws = [self.copy, ShownLaw(self.site), results, BoardLaw(kit, self.phones)]
        if not self.has_twin:
            self.laws.append(SendingLaw(self.uplinks))
        kit.companions = [self.uplinks[0].process, self.spectators.process]
        self._add_faults(faults)

    def begin(self) -> None:
        """Switch the hub on; the kit starts its own processes."""
        self.site.process.run()
        self.world.after(3, self._look)
        if self.has_twin:
            self.world.after(self._chance.uniform(5, 100), self._meet_twin)

    def calm(self) -> None:
        """Let nothing be wrong any more."""
        for route in self.routes:
            route.calm()
        for air in self.airs:
            air.calm()
        self.site.disk.cut_in_commit = None
        for process in (self.site.process, *self.kit.companions):
            process.dies_at = None

    def rest(self) -> None:
        """Decide nothing more at the hub."""
        self.organiser.is_resting = True

    def lacks(self) -> str | None:
        """Return what is not well in the end, or None; with a twin somebody must help."""
        if self.has_twin:
            return None
        behind = settled(self.uplinks) or self.lag()
        return behind or next((lag for phone in self.phones if (lag := phone.lag())), None)

    def finish(self) -> None:
        """Check what takes longer, at the end."""
        self.copy.finish()
        if self.site.process.alive:
            check_rebuilt(self.site)
            # Making an archive takes as long as a minute of play.
            if self._chance.random() < ARCHIVED:
                check_archive(self.site)

    def offers(self) -> Sequence[MatchAhead]:
        """Return the matches of the schedule that the field can set up next."""
        uplink = self.uplinks[0].uplink
        if uplink is None or uplink._sender is None:
            return ()
        return ahead(uplink._sender._event.held, SetUpHere(self.kit.journal_path).ids()).next

    def lag(self) -> str | None:
        """Return a sentence where hub and field differ: in what is shown, or in what may still be played."""
        hub, lag = self.site.hub, self.uplinks[0].shown_lag()
        if hub is None or lag is not None:
            return lag
        begun = [one.id for one in self.offers() if not one.set_up and one.id in hub.facts().fixed]
        return f"{FIELD} is offered match {begun[0]}, which has begun elsewhere" if begun else None

    def _look(self) -> None:
        self.world.after(3, self._look)
        for phone in self.phones:
            phone.check_feed()

    def _meet_twin(self) -> None:
        path = self.kit.journal_path
        copied = path if path.exists() and self._chance.random() < 0.7 else None
        twin = TwinKit(self.world, "twin", self._folder / "twin", linked(Settings()), copied)
        self.copy.add_twin(FIELD, twin)
        twin.process.run()
        self.routes.append(Route(self.world, "route of the twin"))
        uplink = UplinkProcess(twin, self.site, self._folder / "uplink-of-twin", self.routes[-1])
        uplink.process.run()

    # Faults

    def _add_faults(self, faults: Faults) -> None:
        site, chance = self.site, self._chance
        uplink, spectators = self.kit.companions
        faults.supervise(site.process)
        for process in self.kit.companions:
            faults.supervise(process, self.kit)
        faults.kinds |= {
            "hub killed": lambda: self._hurt(site.process.die),
            "hub dies in a call": lambda: self._hurt(lambda: site.process.doom(chance.randint(1, 12))),
            "hub loses power": lambda: self._hurt(site.lose_power),
            "hub loses power in a commit": lambda: self._hurt(site.lose_power_in_commit),
            "hub's files taken away": self._rob,
            "hub's disk full": lambda: faults.spoil(site.disk, "full"),
            "uplink killed": uplink.die,
            "uplink dies in a call": lambda: uplink.doom(chance.randint(1, 20)),
            "spectators killed": spectators.die,
            "road to the hub disturbed": self._disturb,
            "road to the hub cut": self._cut,
            "spectators far away": self._far,
            "asked to send again": self._again,
            "somebody guesses a key": self._guess,
        }

    def _hurt(self, fault: Fault) -> None:
        """Let the hub die, unless its files have just been taken away: no crash on top of that, please."""
        if not self.site.is_robbed:
            fault()

    def _rob(self) -> None:
        if self.site.hub is not None and not self.site.is_robbed:
            self.site.rob(self._chance.choice((1, 2)))

    def _disturb(self) -> None:
        for route in self.routes:
            for name in ("lost", "unheard", "doubled", "late"):
                setattr(route, name, self._chance.choice((0.0, 0.1, 0.5)))

    def _cut(self) -> None:
        route = self._chance.choice(self.routes)
        route.is_cut = not route.is_cut

    def _far(self) -> None:
        air = self._chance.choice(self.airs)
        air.is_cut, air.loss = self._chance.random() < 0.3, self._chance.choice((0.0, 0.1, 0.5))

    def _guess(self) -> None:
        """Try keys of the field from where the kit is, too: behind one router all have one address."""
        for _ in range(self._chance.randint(1, 40)):
            key = {"Authorization": f"Bearer {self._chance.getrandbits(64)}"}
            Route.again(self.site, Question("GET", f"/v1/events/{EVENT}/fields/{FIELD}/hello", b"", key))

    def _again(self) -> None:
        if self.kit.feed is not None:
            self.kit.feed.uplink.ask_again()
