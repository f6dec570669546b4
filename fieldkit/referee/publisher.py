"""The publisher of the whole view, whenever it has changed, and of the health of the parts."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fieldkit.games import Game, hoop_ids
from fieldkit.messages import Battery, Cue, HoopStatus
from fieldkit.phrases import ENGLISH, N_, Language
from fieldkit.referee.alarms import Alarm, Alarms
from fieldkit.referee.disk import Disk
from fieldkit.referee.doubt import DoubtView
from fieldkit.referee.inputs import bugs_logged
from fieldkit.referee.match import Match, over, stamp
from fieldkit.referee.ports import Ports
from fieldkit.referee.sounding import StandIns, sound_frame
from fieldkit.referee.uplink import UplinkView
from fieldkit.referee.view import Views
from fieldkit.referee.watches import Guesses, NodeMixUps, Scoreboards, UnassignedNodes, WallClock
from fieldkit.settings import Settings

TABLET_S = 15.0
"""A tablet counts as present for this many seconds after its last heartbeat."""
_REVS_PER_START = 1_000_000


class Publisher:
    """Makes the views and hands them to the feed; once the record is read ``rev`` never goes back."""

    def __init__(
        self,
        ports: Ports,
        settings: Settings,
        games: Mapping[str, Game],
        rate: float,
        translate: Language = ENGLISH,
    ) -> None:
        self.alarms = Alarms()
        self.disk = Disk()
        self.stand_ins = StandIns()
        self.guesses = Guesses()
        self._ports, self._name, self._translate = ports, settings.kit.name, translate
        self._uplink = UplinkView(settings, ports.feed.uplink, translate)
        self._views = Views(games, rate, translate)
        self._field = set(hoop_ids(games))
        self._wall = WallClock()
        self._scoreboards = Scoreboards()
        self._strays, self._mix_ups = UnassignedNodes(), NodeMixUps()
        self._rev = 0
        self._in_doubt = False
        self._is_read = False
        self._shown: Mapping[str, Any] = {}
        self._match: Match | None = None
        self._began = time.monotonic()
        self._beats: dict[str, float] = {}

    def count_from(self, starts: int) -> None:
        """Let the views count from this start of the journal."""
        self._rev = max(self._rev, starts * _REVS_PER_START)
        self._is_read = True

    def publish(self, match: Match | None, cues: Sequence[Cue] = (), doubt: DoubtView | None = None) -> bool:
        """Show the whole view if it has changed; return True while an alarm stands or in ``doubt``."""
        self._wall.watch(self.alarms)
        self._scoreboards.watch(self.alarms, self._ports.feed.screens)
        self.guesses.watch(self.alarms)
        links, trouble = self._ports.hoops(), self._ports.line_trouble()
        self._strays.watch(self.alarms, links, trouble.crowded)
        self._mix_ups.watch(self.alarms, trouble)
        battery = self._ports.battery()
        self.alarms.battery(battery)
        left_out = next(iter(self._ports.left_out()), None)
        cure = N_("Save it again on the kit's page, or correct the file.")
        self.alarms.set("saved", Alarm(N_("{why}"), cure, {"why": left_out}) if left_out else None)
        self.alarms.set("hub", self._uplink.alarm)
        self._speak(match, cues)
        hoops = self._hoops(match, links)
        listed = self.alarms.listed(hoops, self._translate, in_play=stamp(match).stage == "play")
        sound = partial(sound_frame, cues=cues, horn=self._ports.horn, stand_ins=self.stand_ins.listed())
        view, board = self._views.match_view(match, hoops, listed, self._kit(battery), sound, doubt)
        if address := self._ports.spectators():
            view["spectators"] = board["spectators"] = address
        event = self._uplink.event
        view |= event
        board |= event
        if self._ports.wifi and view["stage"] in ("setup", "ready"):
            view["wifi"] = board["wifi"] = self._ports.wifi
        self._ports.feed.uplink.alarms = len(listed)
        # A decision shows in one number; the rest needs a comparison of the whole view.
        if view["seq"] != self._shown.get("seq") or view != self._shown:
            self._shown, self._match = view, match
            self._rev += 1
            self._ports.feed.publish(self._rev, board | {"rev": self._rev}, view | {"rev": self._rev})
        self._in_doubt = doubt is not None
        return bool(listed) or self._in_doubt

    def _speak(self, match: Match | None, cues: Sequence[Cue]) -> None:
        """Say the game's lines. Without the journal it is unknown which were said before."""
        voice = self._ports.voice
        if not voice.speaks or not self._is_read:
            return
        with bugs_logged():
            lines = () if match is None else match.game.spoken(match.state, self._translate)
            voice.say("" if match is None else match.id, lines, cues)
        cure = N_("Announce it yourself. Check the loudspeaker and [voice] command in the settings.")
        wrong = voice.wrong
        alarm = Alarm(N_("The voice does not speak: {why}."), cure, {"why": wrong}) if wrong else None
        self.alarms.set("voice", alarm)

    def _hoops(self, match: Match | None, links: Mapping[str, HoopStatus]) -> Mapping[str, HoopStatus]:
        """Return the links of the field's hoops, none while a match of a game without hoops is on."""
        if match is not None and match.game.hoops is None and not over(match):
            return {}
        return {id: link for id, link in links.items() if not self._field or id in self._field}

    def read_at(self, place: str) -> None:
        """Note that something was read at a place; nobody counts it if that is no hoop of the field."""
        if self._field and place not in self._field:
            self._strays.note(place)

    def beat(self, who: str) -> None:
        """Note a tablet's heartbeat. From any thread."""
        now = time.monotonic()
        self._beats = {w: at for w, at in self._beats.items() if now - at < TABLET_S} | {who: now}

    def health(self) -> dict[str, Any]:
        """Return the state of the parts; ``ok`` when all are well. From any thread."""
        hoops = self._hoops(self._match, self._ports.hoops())
        links = {name: status.link for name, status in hoops.items()}
        signals = {name: status.rssi_dbm for name, status in hoops.items() if status.by_radio}
        disk, whistle = self.disk.now, "away" if "whistle" in self.alarms else "ok"
        stop = "down" if self.alarms.stop_stays_down else "ok"
        ok = disk != "failing" and not self._in_doubt and whistle == stop == "ok"
        ok = ok and "silent" not in links.values()
        uptime = round(time.monotonic() - self._began, 1)
        tablets = sum(time.monotonic() - at < TABLET_S for at in self._beats.values())
        screens = {"screens": self._ports.feed.screens, "tablets": tablets}
        battery = self._ports.battery()
        told = None if battery is None else {"state": battery.state, "volts": battery.volts}
        parts = {"whistle": whistle, "stop": stop, "journal": disk, "hoops": links, "signals": signals}
        whole = {"ok": ok} | parts | screens | {"battery": told}
        return whole | self._uplink.health() | {"uptime_s": uptime}

    def _kit(self, battery: Battery | None) -> dict[str, Any]:
        alarms = self.alarms
        volts = {} if battery is None or battery.volts is None else {"battery": battery.volts}
        whistle = "away" if "whistle" in alarms else "late" if "cue" in alarms else "ok"
        return {
            # Kits of one event may call themselves alike; what the hub calls their fields differs.
            "name": self._uplink.event.get("event_field", self._name),
            "whistle": whistle,
            "disk": self.disk.state,
            "screens": self._ports.feed.screens,
            "check": self._ports.observer.verdict,
            **volts,
            **self._uplink.kit(),
        }
