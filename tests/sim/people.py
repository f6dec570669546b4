"""People who play one game after another at their tablets and phones, at the pace of people."""

import importlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from fieldkit.clock import NS
from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.messages import SEAT
from fieldkit.uplink.ahead import MatchAhead
from tests.sim.mischief import ENDS, Mischief
from tests.sim.pages import Command, Kit, Ledger, Page, Tap, View
from tests.sim.world import Violation, World
from tests.support.any_match import player_of

LONGEST_S = 2400.0
"""A match that takes longer is ended."""
PATIENCE_S = 8.0
"""Somebody who has waited for an answer for so long taps elsewhere."""
SLOW_VIEW_S = 3.0
"""After an answer its view is waited for, this long at the most."""
LOOK_S = 0.3
LONGEST_WAIT_S = 20.0
ASIDE, ASIDE_IN_PLAY = 0.15, 0.02
"""The chance of doing something beside the match, between two acts."""
STOP, BUTTON, BY_HAND, FROM_SEAT, TWICE, ASK, TURN_TO_OTHER = 0.01, 0.3, 0.08, 0.3, 0.04, 0.05, 0.04
"""The chances: of a stop, and that it or a start is a button's; of a ball counted by hand; that a player acts
from the own seat, that both tablets send at once, that it is asked before, that the other tablet is taken."""
EXCUSED = frozenset({"too_late", "stop_held", "in_doubt", "stale", "clock_short"})
"""The refusals of what the screen had offered that are nobody's fault."""


class Field(Kit, Protocol):
    """A kit with hands at its hoops and its whistle."""

    games: Mapping[str, Game]
    referee: Any

    def press(self, hoop: str, kind: str) -> None:
        """Let a ball fall into a hoop."""

    def whistle_button(self, button: Any) -> None:
        """Press a button of the whistle."""


class People:
    """Everybody around one field; `begin` and, at the end, `rest`.

    ``pace`` (s) is the time between two acts, ``mischief`` how much more often than usual something is done
    beside the match. The pages are of machines of their own, whose life and ``air`` others may
    trouble and mend.
    """

    def __init__(
        self,
        world: World,
        kit: Field,
        ledger: Ledger,
        pace: tuple[float, float] = (1.0, 4.0),
        games: tuple[str, ...] = (),
        mischief: float = 1.0,
    ) -> None:
        self.world, self.kit = world, kit
        self.tablets = [Page(world, kit, ledger, f"tablet-{n}") for n in (1, 2)]
        self.phones = [Page(world, kit, ledger, f"phone-{n}", "seat/red") for n in (1, 2)]
        self.finished: Counter[str] = Counter()
        """The matches that came to their end, by game."""
        self.offers: Callable[[], Sequence[MatchAhead]] = tuple
        """Returns the matches of a schedule that may be set up."""
        self.done: Counter[str] = Counter()
        """The acts, by what came of them."""
        self._pace, self._names, self._wild = pace, games or tuple(sorted(kit.games)), mischief
        self._chance = world.chance("people")
        self._luck = world.chance("players")
        others = world.chance("mischief")
        self._mischief = Mischief(kit.games, self.tablets, self.phones, others, self._stand)
        self._resting = False
        self._wait = 0.0
        self._hand = 0
        self._tap: Tap | None = None
        self._seen: tuple[Any, int] = (None, 0)
        self._setups: dict[str, View] = {}
        self._player: Any = None
        self._fresh: Any = None
        self._match: str | None = None
        self._began = 0
        self._planned: int | None = None
        self._accepted_at = world.now
        self._asked: tuple[Command, int, Any] | None = None
        """The last command that was asked about, the status of the answer, and where the match stood."""

    @property
    def idle_s(self) -> float:
        """The seconds since something that people wanted was last accepted."""
        return (self.world.now - self._accepted_at) / NS

    @property
    def pages(self) -> list[Page]:
        """All pages."""
        return [*self.tablets, *self.phones]

    def begin(self) -> None:
        """Open all pages and play."""
        self._resting = False
        for page in self.pages:
            if not page.process.alive:
                page.process.run()
        self.world.after(self._chance.uniform(*self._pace), self._act)

    def rest(self) -> None:
        """Do nothing more; what waits is still sent."""
        self._resting = True

    def settled(self) -> str | None:
        """Return what is not yet as it must be in the end, when no fault is left; None if all is."""
        for page in self.pages:
            if not page.process.alive:
                return f"{page.name} is not on"
            if page.waiting:
                return f"{page.name} still waits for {[tap.command for tap in page.waiting]}"
            if not page.is_up_to_date:
                return f"{page.name} does not show the newest view"
        return None

    # Acts

    def _act(self) -> None:
        if self._resting:
            return
        self._wait = LOOK_S
        page = self.tablets[self._hand]
        if not page.process.alive or page.away or self._chance.random() < TURN_TO_OTHER:
            self._hand = 1 - self._hand
            page = self.tablets[self._hand]
        if page.process.alive:
            self.world.inside(page.process, lambda: self._look(page))
        self.world.after(self._wait, self._act)

    def _look(self, page: Page) -> None:
        """Look at the screen and do what comes next."""
        view = page.view
        if view is None:
            return
        if view["doubt"]:
            self._wait = 3.0
            page.send({"type": "trust_record", "choose": "last_good"}, urgent=True)
        elif self._is_free(view):
            self._setups |= view.get("setup", {})
            self._wait = self._chance.uniform(*self._pace)
            if view["stage"] in ("setup", "over"):
                self._open_match(page, view)
            else:
                self._play(page, view)

    def _is_free(self, view: View) -> bool:
        """Return True unless an answer, or its view, is still waited for."""
        tap = self._tap
        if tap is None:
            return True
        waited = (self.world.now - tap.since) / NS
        if not tap.over and waited < PATIENCE_S:
            return False
        is_old = view["match"] == self._seen[0] and view["seq"] < (tap.seq or 0)
        if is_old and waited < PATIENCE_S + SLOW_VIEW_S:
            return False
        self._tap = None
        return True

    def _open_match(self, page: Page, view: View) -> None:
        if view["stage"] == "over" and self._match == view["match"] and self._player is not None:
            self.finished[view["game"]] += 1
            self._player = None
            self._wait = self._chance.uniform(2, 8)
            return
        game = self._chance.choice(self._names)
        if game not in view.get("setup", {}):
            return
        player = player_of(game)(self._luck, view["setup"][game])
        opening = player.opening()
        if hasattr(player, "varied") and self._luck.random() < 0.7:
            opening = player.varied(opening)
        self._fresh = player
        if game == "full_contact" and (offers := self.offers()):
            sides = [side["id"] for side in opening["teams"]]
            teams = [team.team for team in offers[0].teams]
            opening["scheduled"] = {"id": offers[0].id, "teams": dict(zip(sides, teams, strict=False))}
        self._send(page, view, opening)

    def _play(self, page: Page, view: View) -> None:
        if view["match"] != self._match:
            self._sit_down(view)
        player, is_urgent = self._player, view["urgent"]
        if player is None:
            return
        if (self.world.now - self._began) / NS > LONGEST_S:
            self._end(page, view)
            return
        if self._chance.random() < (ASIDE_IN_PLAY if is_urgent else ASIDE) * self._wild:
            self.world.after(0, lambda: self._mischief.does(view, player))
            # Only what happens alone can be held to what was just said about it.
            if not is_urgent and self._chance.random() < 0.5:
                return
        if is_urgent and self._chance.random() < STOP:
            self._stop(page, view)
            return
        if is_urgent and view["number"] != self._planned and hasattr(player, "begins"):
            self._planned = view["number"]
            player.begins(view)
        move = player.stopped(view) if view["phase"] == "stopped" else player.next(view)
        if isinstance(move, int | float):
            self._wait = min(float(move), LONGEST_WAIT_S)
        elif move is not None:
            self._do(page, view, move)
            if is_urgent and hasattr(player, "begins"):
                self._wait = self._chance.uniform(0.02, 0.1)

    def _sit_down(self, view: View) -> None:
        """Begin with a match that is on the screen for the first time."""
        game, self._match, self._began, self._planned = view["game"], view["match"], self.world.now, None
        fresh, self._fresh = self._fresh, None
        kind = player_of(game)
        if isinstance(fresh, kind):
            self._player = fresh
        elif game in self._setups:
            self._player = kind(self._luck, self._setups[game])

    def _end(self, page: Page, view: View) -> None:
        kinds = [kind for kind in self.kit.games[view["game"]].commands if kind.startswith(ENDS)]
        kind = self._chance.choice(kinds)
        reason = {"reason": "It is dark"} if self._chance.random() < 0.7 else {}
        self._send(page, view, {"type": kind} | reason)

    def _stop(self, page: Page, view: View) -> None:
        """Stop what runs, by the tablet or the whistle's own button."""
        whistle = self.kit.games[view["game"]].whistle
        if whistle is None:
            return
        self.done["stop"] += 1
        if self._chance.random() < BUTTON:
            self.world.after(0, lambda: self.kit.whistle_button("stop"))
        else:
            kind = next(iter(whistle.at_once))
            for _ in range(self._chance.choice((1, 1, 2, 3))):
                page.send({"type": kind}, urgent=True, done=self._mischief.note)

    def _do(self, page: Page, view: View, move: Command) -> None:
        """Do what somebody wants, in one of the ways in which it can be done."""
        kind, luck = move["type"], self._chance.random()
        if kind == "deposit" and luck > BY_HAND:
            hoop, ball = move["hoop"], move["kind"]
            self.world.after(0, lambda: self.kit.press(hoop, ball))
            return
        if kind == self._start_of(view["game"]):
            self._planned = view["number"] + 1
            if luck < BUTTON:
                self.world.after(0, lambda: self.kit.whistle_button("start"))
                return
        if luck < ASK:
            self._asked, stood = None, self._stand()
            page.ask(move, done=lambda tap: self._told(tap, move, stood))
        if luck < TWICE:
            other = self.tablets[1 - self.tablets.index(page)]
            delay = self._chance.uniform(0, 0.05)
            other.process.after(delay, lambda: other.send(move, done=self._mischief.note))
        by = self._seat_of(view, move)
        if by and self._chance.random() < FROM_SEAT:
            phone = self._chance.choice(self.phones)
            if phone.process.alive and not phone.away:
                own = {name: value for name, value in move.items() if name != "seat"}
                self.world.after(0, lambda: self._by_phone(phone, view, own, by))
                return
        self._send(page, view, move)

    def _start_of(self, game: str) -> str | None:
        """Return the command that the start button of the whistle stands for."""
        whistle, commands = self.kit.games[game].whistle, self.kit.games[game].commands
        start = whistle.buttons.get("start") if whistle else None
        return next((name for name, kind in commands.items() if type(start) is kind), None)

    def _seat_of(self, view: View, move: Command) -> str | None:
        """Return the seat from which a player may do it, if any."""
        if move["type"] not in self.kit.games[view["game"]].seated:
            return None
        seat = move.get("seat") or view.get("on_turn") or view.get("turn_of")
        return f"{SEAT}{seat}" if isinstance(seat, str) else None

    def _by_phone(self, phone: Page, view: View, move: Command, by: str) -> None:
        self.world.inside(phone.process, lambda: self._send(phone, view, move, by))

    def _send(self, page: Page, view: View, move: Command, by: str | None = None) -> None:
        prompts = getattr(_adapter(view["game"]), "PROMPT", ()) if view["game"] else ()
        prompt = move["type"] in prompts and self._chance.random() < 0.9
        player = self._player
        tap = page.send(move, prompt=prompt, done=lambda tap: self._answered(tap, move, player, view), by=by)
        if tap is None:
            self.done["not sent"] += 1
            return
        self._tap, self._seen = tap, (view["match"], view["seq"])
        self._mischief.note(tap)

    def _told(self, tap: Tap, move: Command, stood: object) -> None:
        """Note what a command would do, where the match still stands as when it was asked."""
        if tap.answer is not None and stood == self._stand():
            self._asked = move, tap.answer.status, stood

    def _answered(self, tap: Tap, move: Command, player: Any, view: View) -> None:
        answer = tap.answer
        self.done["unheard" if answer is None else str(answer.status)] += 1
        if answer is None:
            return
        if answer.status == 200:
            self._accepted_at = self.world.now
            return
        if self._has_run_out(view, answer) or player is None or player is not self._player:
            return
        said = answer.body["error"]
        if self._asked is not None and self._asked == (move, 200, self._stand()):
            raise Violation(f"{move} was refused though the kit had said that it would not be: {said}")
        try:
            player.refused(move)
        except AssertionError as wrong:
            if self._stand() == (view["match"], view["seq"]):
                raise Violation(f"{move} was refused though the screen had offered it: {said}") from wrong

    def _has_run_out(self, view: View, answer: Answer) -> bool:
        """Return True for a refusal that time alone may bring about."""
        return view["clock"]["state"] == "running" or answer.body["error"]["code"] in EXCUSED

    def _stand(self) -> tuple[str, int] | None:
        """Return where the referee's match stands now: as long as it is the same, nothing was decided."""
        match = None if self.kit.referee is None else self.kit.referee.match
        return None if match is None else (match.id, match.seq)


def _adapter(game: str) -> Any:
    return importlib.import_module(f"tests.fieldkit.games.{game}.adapter")
