"""Laws of a kit that hold after every step: of its record, its whistle and its balls."""

import json
import logging
from collections import Counter
from collections.abc import Mapping
from typing import Any

from fieldkit.clock import MS, NS
from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.record import Record
from fieldkit.messages import Cue
from fieldkit.referee.feed import EncodedView
from fieldkit.referee.match import Match, loaded
from tests.sim.kit import Kit
from tests.sim.nodes import HoopPost
from tests.sim.whistle import Blown
from tests.sim.world import Violation

LIMIT_S: Mapping[str, float] = {"close": 3.0, "stop": 10.0}
"""The latest that a blast may begin after it was due (s); any other 1 s."""
ON_TIME_S = 0.05
SLACK_S = 0.2
"""Seconds that a whistle has from its start to sound what is overdue."""
EARLY_MS, LATE_MS = 60, 700
"""A sighting's moment may be this far (ms) from the touch that made it: bounces, a reader's pause."""
UNEXPECTED_S = 2.0
"""An opening blast that comes this late (s) startles everybody."""
PATIENCE_S = 3.0
"""Seconds after which nobody acts on a press of START any more."""
BEGINS = '"RoundStarted"', '"RoundResumed"'
RESTED_S = 300
"""Seconds between two looks at the whole record in a kit that lives long."""


class Log(logging.Handler):
    """The log of the product: an exception in it is a bug that was survived."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.bugs: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            said = logging.Formatter().formatException(record.exc_info)
            self.bugs.append(f"{record.getMessage()}\n{said}")

    def check(self) -> None:
        """Raise Violation for a bug that was logged."""
        if self.bugs:
            raise Violation(f"a bug was logged: {self.bugs[0]}")


class RecordLaw:
    """Shown is stored, in order, and the match is what its record gives."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._start, self._rev = (0, 0), -1
        self._looked_at = 0
        self._seen = ("", 0)
        kit.follow(self._shown)
        kit.answering.append(self._answered)

    def _answered(self, answer: Answer) -> None:
        seq = answer.body.get("seq") if answer.status == 200 else None
        if seq is not None and self._kit.referee is not None:
            match = self._kit.referee.match
            if match is not None and self._seen[0] == match.id and self._seen[1] < seq <= match.seq:
                raise Violation(f"decision {seq} is answered before it is shown")

    def _shown(self, view: EncodedView) -> None:
        kit = self._kit
        assert kit.referee is not None
        # A start that the disk did not take is not counted: the next one has the same numbers.
        start = kit.process.life, kit.referee._writer.starts
        if view.rev <= self._rev and (start[0] == self._start[0] or start[1] > self._start[1]):
            raise Violation(f"view {view.rev} came after view {self._rev}")
        self._start = start
        self._rev = view.rev
        match = kit.referee.match
        self._seen = (match.id, match.seq) if match is not None else ("", 0)
        if kit.is_up and match is not None and match.seq > self._stored_seq(match):
            raise Violation(f"decision {match.seq} of {match.id} is shown and not stored")

    def _stored_seq(self, match: Match) -> int:
        rows = reversed(self._kit.committed)
        return next((one.row.seq for one in rows if one.row.match == match.id and one.row.seq is not None), 0)

    def check(self) -> None:
        """Look at the whole from time to time, and after each start."""
        kit = self._kit
        if not kit.is_up:
            self._looked_at = 0
        elif not self._looked_at or kit.world.now - self._looked_at > RESTED_S * NS:
            self._looked_at = kit.world.now
            self.check_all()

    def check_all(self) -> None:
        """Raise Violation unless the match is what folding its record gives."""
        kit = self._kit
        if kit.referee is None or not kit.is_up:
            return
        if kit.referee._doubt is not None:
            raise Violation("the record is in doubt, and no file was touched")
        match = kit.referee.match
        if match is None:
            return
        records = [one for one in kit.committed if one.row.match == match.id]
        folded, wrong = loaded(match.id, match.game, records)
        if wrong:
            raise Violation(f"a record cannot be read: {wrong[0]}")
        for name in ("seq", "state", "struck", "recent", "told", "fair", "scheduled"):
            if getattr(folded, name) != getattr(match, name):
                raise Violation(f"{match.id}: the {name} of the match is not that of its record")


def _plain(cue_id: str) -> str:
    """Return the id of a cue as it was before it was put off."""
    return cue_id.replace("+", "")


class SoundLaw:
    """What was opened is closed; nothing sounds that was too late, or that nobody stored or pressed."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._heard = self._records = 0
        self._wanted: dict[str, int] = {}
        self._games: dict[str, Game] = {}
        """The game of each match that was played."""
        self._open: tuple[Blown, int] | None = None
        self._life_since = 0
        self._life = 0
        self._away_since: int | None = None
        self._steady_since = 0
        kit.follow(lambda view: self._note())
        kit.answering.append(self._answered)

    def _answered(self, answer: Answer) -> None:
        """Hold that a STOP whose state nobody knows keeps no round from starting."""
        code = answer.body.get("error", {}).get("code")
        since, now = self._away_since, self._kit.world.now
        if code == "stop_held" and since is not None and now - since > NS:
            raise Violation("a start was refused for STOP, and the whistle has been away for a second")

    def _note(self) -> None:
        """Note the blasts that the stored match wants now."""
        match = self._kit.referee.match if self._kit.referee is not None else None
        if match is not None:
            self._games[match.id] = match.game
        if match is not None and match.game.whistle is not None:
            self._wanted |= {cue.id: cue.due for cue in match.game.whistle.cues(match.state)}

    def check(self) -> None:
        """Raise Violation for a blast that should not have been, or one that is missing."""
        whistle = self._kit.whistle
        if whistle.process.life != self._life or not whistle.process.alive:
            self._life, self._life_since = whistle.process.life, whistle.world.now
        if whistle.cut_short is not None:
            self._must_repeat(whistle.cut_short)
        while self._heard < len(whistle.blown):
            self._look_at(whistle.blown[self._heard])
            self._heard += 1
        if self._open is not None:
            self._must_close(self._open)
        for one in self._kit.committed[self._records :]:
            if any(map(one.row.events.__contains__, BEGINS)):
                self._may_begin(one)
        self._records = len(self._kit.committed)
        if not self._is_steady():
            self._steady_since = whistle.world.now
        is_away = self._kit.is_up and self._kit.link.away
        self._away_since = (self._away_since or whistle.world.now) if is_away else None

    def _is_steady(self) -> bool:
        """Return whether nothing holds up what the referee orders and the whistle sounds."""
        kit, now = self._kit, self._kit.world.now
        processes = (kit.process, kit.whistle.process)
        if not kit.is_up or kit.link.away or any(each.stands_until > now for each in processes):
            return False
        return not (kit.disk.slow_s or kit.disk.full or kit.disk.refuses)

    def _may_begin(self, one: Record) -> None:
        """Raise Violation for a round that nobody started, or that STOP, which is down, cannot end."""
        kit, held = self._kit, self._kit.whistle.held_since
        if one.row.boot != kit.machine.boot:
            return
        at = one.row.mono_ns + kit.machine.booted
        if one.row.by == "button" and at - kit.pressed_at > PATIENCE_S * NS:
            raise Violation(f"record {one.id} begins a round by START, and nobody has pressed it")
        if held is not None and max(held, self._steady_since) < at - NS:
            raise Violation(f"record {one.id} begins a round, and STOP has been down for a second")

    def _must_repeat(self, cue: Cue) -> None:
        """Raise Violation if the blast in which a whistle was killed did not sound once more."""
        whistle, now = self._kit.whistle, self._kit.world.now
        since = max(self._life_since, whistle.process.stood_at)
        stale = since - (cue.due + self._kit.machine.booted) > 9 * NS
        waiting = whistle.whistler._sheet.waiting.values() if whistle.process.alive else ()
        is_overtaken = any(other.blast == "close" and other.due > cue.due for other in waiting)
        if cue.due + self._kit.machine.booted > now or stale or is_overtaken:
            # The power went, it was too long ago, or the next round has been planned.
            whistle.cut_short = None
        elif whistle.process.alive and whistle.process.stands_until <= now and now - since > SLACK_S * NS:
            raise Violation(f"{cue.id} was cut short and did not sound again")

    def _look_at(self, blown: Blown) -> None:
        late = (blown.at - blown.due) / NS
        if late > LIMIT_S.get(blown.blast, 1.0) + 0.001:
            raise Violation(f"{blown.id} sounded {late:.3f} s too late")
        self._is_known(blown)
        if blown.blast == "open":
            self._is_expected(blown)
            if late > ON_TIME_S and self._steady_since < blown.due - 2 * NS:
                raise Violation(f"{blown.id} sounded {late:.3f} s late, and nothing was held up")
            self._open = blown, self._closing(blown)
        elif blown.blast in ("close", "stop"):
            began = self._open[0].at if self._open else 0
            whistle = self._kit.whistle
            steady = self._life_since < began and whistle.process.stood_at < blown.due - NS
            if self._open and blown.blast == "close" and steady and late > ON_TIME_S:
                raise Violation(f"{blown.id} sounded {late:.3f} s late, and nothing held the whistle up")
            self._open = None

    def _is_known(self, blown: Blown) -> None:
        kind = blown.id.split("/")[0]
        if kind == "bare":
            if blown.blast == "open" and blown.at - self._kit.pressed_at > 2 * NS:
                raise Violation(f"{blown.id} opened a round that nobody had started")
            held = self._kit.whistle.held_since
            if blown.blast == "open" and held is not None and blown.at - held > NS:
                raise Violation(f"{blown.id} opened a round, and STOP has been down for a second")
        elif kind not in ("stop", "press"):
            self._note()
            # An opening that was put off sounds first and is stored then.
            known = {_plain(blown.id), _plain(blown.id.removesuffix("/stop"))}
            wanted = any(_plain(id) in known for id in self._wanted)
            if not wanted and known.isdisjoint(map(_plain, self._recorded())):
                raise Violation(f"{blown.id} sounded, and no stored match has ever wanted it")

    def _recorded(self) -> set[str]:
        """Return the blasts that the newest match wants by its record: its referee may have died since."""
        kit = self._kit
        name = kit.committed[-1].row.match if kit.committed else ""
        game = self._games.get(name)
        if game is None:
            return set()
        match, _ = loaded(name, game, [one for one in kit.committed if one.row.match == name])
        return {cue.id for cue in game.whistle.cues(match.state)} if game.whistle else set()

    def _is_expected(self, blown: Blown) -> None:
        """Raise Violation for an opening so long after its start that nobody expects it any more."""
        begins = *BEGINS, '"RoundMoved"'
        rows = [one.row for one in self._kit.committed[-40:] if any(map(one.row.events.__contains__, begins))]
        if not rows or rows[-1].boot != self._kit.machine.boot or blown.id.startswith("bare"):
            return
        for event in json.loads(rows[-1].events):
            if event["type"] in ("RoundStarted", "RoundResumed", "RoundMoved"):
                late = (blown.at - self._kit.machine.booted - event["opens"]) / NS
                if late > UNEXPECTED_S:
                    raise Violation(f"{blown.id} opened {late:.2f} s after anybody expected it")

    def _closing(self, blown: Blown) -> int:
        """Return when the round that this blast opens ends at the latest (ns of the world)."""
        close = blown.id.removesuffix("open") + "close"
        due = self._wanted.get(close)
        if due is not None:
            return due + self._kit.machine.booted
        return blown.at + int(self._longest_s() * NS)

    def _longest_s(self) -> float:
        match = self._kit.referee.match if self._kit.referee is not None else None
        whistle = match.game.whistle if match is not None else None
        return whistle.round_seconds(match.state) if whistle and match else 8.0

    def _must_close(self, opened: tuple[Blown, int]) -> None:
        blown, due = opened
        kit, now = self._kit, self._kit.world.now
        if kit.machine.booted > blown.at:
            # The power went in the round: nobody's whistle can know of it.
            self._open = None
            return
        whistle = kit.whistle
        ready = max(due, self._life_since, whistle.process.stood_at) + int(SLACK_S * NS)
        if whistle.process.alive and whistle.process.stands_until <= now and now > ready:
            if self._life_since > due + 10 * NS:
                self._open = None
                return
            raise Violation(f"the round that {blown.id} opened was not closed")


class BallLaw:
    """A ball that was acknowledged is on the record, and none counts twice."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._records = 0
        self._counted: Counter[str] = Counter()

    def check(self) -> None:
        """Raise Violation where more was counted than was brought."""
        kit = self._kit
        new = kit.committed[self._records :]
        self._records = len(kit.committed)
        for one in new:
            if one.row.by == "hoop":
                self._happened(json.loads(one.row.given), one.row.boot)
            if '"DepositCounted"' in one.row.events and one.row.by == "hoop":
                for event in json.loads(one.row.events):
                    if event["type"] == "DepositCounted":
                        self._count(event["hoop"])

    def _happened(self, seen: dict[str, Any], boot: str) -> None:
        """Raise Violation if nobody brought anything at the moment of a sighting."""
        kit = self._kit
        if boot != kit.machine.boot:
            return
        at = seen["at"] + kit.machine.booted
        apart = [at - brought for hoop, brought in kit.presses if hoop == seen["hoop"]]
        # A process that stands still reads late what has waited on its lines.
        is_exact = seen.get("exact", True) and kit.process.stood_at < at - LATE_MS * MS
        if is_exact and not any(-EARLY_MS * MS <= each <= LATE_MS * MS for each in apart):
            nearest = min(apart, key=abs, default=0) / NS
            raise Violation(f"a ball of {seen['hoop']} is on record {nearest:.2f} s from when it was brought")

    def _count(self, hoop: str) -> None:
        self._counted[hoop] += 1
        if self._counted[hoop] > self._kit.brought[hoop]:
            raise Violation(f"{hoop} has counted {self._counted[hoop]} balls of {self._kit.brought[hoop]}")

    def check_all(self) -> None:
        """Raise Violation if a post was told that its ball is taken, and the record does not know it."""
        if not self._kit.is_up:
            return
        known = {(hoop, boot[:4], seq) for hoop, boot, seq in self._kit.frames_on_record()}
        for name, post in self._kit.posts.items():
            for boot, seq in post.acknowledged:
                if (name, boot, seq) not in known:
                    raise Violation(f"ball {boot}/{seq} of {name} was acknowledged and is not on the record")
            for boot, seq in post.owed:
                if (name, boot, seq) not in known and not post.life.store.dropped:
                    raise Violation(f"ball {boot}/{seq} of {name} was in its flash and never came")


def unsettled(kit: Kit) -> str | None:
    """Return what is not well again in a kit after all faults have ended, or None."""
    if not kit.is_up or kit.referee is None or kit.feed is None:
        return "the referee is not up"
    if kit.link.away:
        return "the whistle is away"
    for post in kit.posts.values():
        if lacks := _of_post(post):
            return lacks
    view = json.loads(kit.feed.latest.match)
    wrong = [
        alarm["text"]
        for alarm in view["alarms"]
        if not alarm["id"].startswith(("journal", "cue", "wall", "hub", "whistle-hung"))
    ]
    return f"an alarm stands: {wrong[0]}" if wrong else None


def _of_post(post: HoopPost) -> str | None:
    if not post.process.alive:
        return f"{post.name} is off"
    if post.stored():
        return f"{post.name} still has {len(post.stored())} balls that nobody took"
    return f"{post.name} finds the kit away" if post.life.is_away(post.ms) else None
