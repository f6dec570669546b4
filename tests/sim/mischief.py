"""What people do beside the match: take back, ask, mistype, repeat, and send what is not theirs to send."""

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.games import Game
from fieldkit.journal.record import Strike
from fieldkit.messages import CAPTAIN, CREW, SCREEN, SEAT
from tests.sim.pages import Command, Page, Tap, View
from tests.sim.world import Violation
from tests.support.any_match import FRAME, AnyMatch

ENDS = ("end_match", "abandon", "end_hall")
"""The beginnings of commands that end a match."""
SPOILED: tuple[Command, ...] = (
    {"id": ""},
    {"id": "x" * 65},
    {"id": 7},
    {"type": None},
    {"round": "one"},
    {"not_after": "soon"},
    {"dry_run": 1},
    {"no_such_field": True},
)
"""What turns a command into one that cannot be decoded."""
REMEMBERED = 60


class Nonsense(AnyMatch):
    """Commands with fields made at random, as the tests of all games ask them."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.game, self._noise = game, chance
        self._now: dict[str, Any] = {}

    def command(self, view: View) -> Command:
        """Return a command of any kind for what is on the screen."""
        self._now = dict(view)
        sides = [side["id"] for side in view["sides"]]
        name = self._noise.choice([*self.game.commands, "strike", "nothing_of_the_kind"])
        return {"type": name} | self._made_up(self.game.commands.get(name, Strike), sides)

    def _own(self) -> View:
        return {name: value for name, value in self._now.items() if name not in FRAME}


class Mischief:
    """Does one such thing at a time, from one of the pages, looking at what that page shows.

    ``stand`` tells where the match stands: as long as it is the same, nothing was decided.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        tablets: list[Page],
        phones: list[Page],
        chance: Random,
        stand: Callable[[], tuple[str, int] | None],
    ) -> None:
        self._tablets, self._phones, self._chance, self._stand = tablets, phones, chance, stand
        self._nonsense = {name: Nonsense(game, chance) for name, game in games.items()}
        self._known: deque[Tap] = deque(maxlen=REMEMBERED)

    def note(self, tap: Tap) -> None:
        """Remember a command that was sent."""
        self._known.append(tap)

    def does(self, view: View, player: Any) -> None:
        """Do something beside the match; ``player`` may know things of its game."""
        deeds = (
            self._take_back,
            self._take_back,
            self._talk_nonsense,
            self._ask_first,
            self._repeat_an_id,
            self._overstep,
            self._misspell,
            self._come_late,
            self._call_words,
        )
        if hasattr(player, "aside") and self._chance.random() < 0.5:
            self._do_beside(view, player)
        else:
            self._chance.choice(deeds)(view)

    def _tablet(self) -> Page | None:
        """Return a tablet that is on."""
        return next((each for each in self._mixed(self._tablets) if each.process.alive), None)

    def _phone(self) -> Page | None:
        return next((each for each in self._mixed(self._phones) if each.process.alive), self._tablet())

    def _mixed(self, pages: list[Page]) -> list[Page]:
        return self._chance.sample(pages, len(pages))

    def _page_of(self, by: str) -> Page | None:
        return self._tablet() if by == "tablet" else self._phone()

    def _send(self, page: Page | None, command: Command, by: str, **how: Any) -> None:
        if page is None:
            return

        def send() -> None:
            if tap := page.send(command, by=by, **how):
                self.note(tap)

        page.world.inside(page.process, send)

    def _raw(self, page: Page | None, command: Command, by: str = "tablet") -> None:
        if page is not None:
            whole = {"id": page.new_id()} | command
            page.world.inside(page.process, lambda: page.raw(whole, by))

    # The deeds

    def _do_beside(self, view: View, player: Any) -> None:
        by, command = player.aside(view)
        self._send(self._page_of(by), command, by)

    def _take_back(self, view: View) -> None:
        """Take one of the last decisions back, and with it what rests on it if the kit says so."""
        lines = [line for line in view["recent"] if line["can_strike"]]
        page = self._tablet()
        if not lines or page is None:
            return
        stood = self._stand()
        line = lines[0] if self._chance.random() < 0.4 else self._chance.choice(lines)
        strike: Command = {"type": "strike", "seq": line["seq"], "reason": "a slip"}

        def answered(tap: Tap) -> None:
            if tap.answer is None or tap.answer.status != 409 or self._chance.random() < 0.3:
                return
            if breaks := tap.answer.body["error"].get("breaks"):
                more = {"also": [each["seq"] for each in breaks]}
                page.send(strike | more, done=lambda tap: self._goes(tap, stood))

        if self._chance.random() < 0.25:
            page.world.inside(page.process, lambda: page.ask(strike))
        elif self._chance.random() < 0.2 and line.get("team"):
            own = {name: value for name, value in strike.items() if name != "also"}
            self._send(self._phone(), own, f"{SEAT}{line['team']}")
        else:
            self._send(page, strike, "tablet", done=answered)

    def _goes(self, tap: Tap, stood: object) -> None:
        """Hold that a strike goes once all that was named goes with it."""
        self.note(tap)
        code = tap.answer.body.get("error", {}).get("code") if tap.answer else None
        if code == "would_break" and stood is not None and self._stand() == stood:
            raise Violation(f"{tap.command} names all that would break, and more would: {tap.answer}")

    def _talk_nonsense(self, view: View) -> None:
        """Send a command with fields made at random, mostly as a question."""
        game = view["game"]
        if game is None:
            return
        command = self._nonsense[game].command(view)
        is_end = command["type"].startswith(ENDS) and self._chance.random() > 0.02
        if is_end or self._chance.random() < 0.5:
            command["dry_run"] = True
        self._raw(self._tablet(), command)

    def _ask_first(self, view: View) -> None:
        """Ask what a command would do and then send it: as long as nothing else happens it does that."""
        page, stood = self._tablet(), self._stand()
        if page is None or view["game"] is None or view["clock"]["state"] == "running":
            return
        command = self._nonsense[view["game"]].command(view)
        if command["type"] == "strike":
            # Asked, it is told what else would break; sent, it is refused for that.
            return

        def asked(tap: Tap) -> None:
            answer, is_end = tap.answer, command["type"].startswith(ENDS)
            # A strike is told what would break, which it then has to name.
            if answer is not None and self._stand() == stood and not is_end and not answer.body.get("breaks"):
                said = answer.status
                page.raw(command | {"id": page.new_id()}, done=lambda tap: self._is_so(tap, said, stood))

        page.world.inside(page.process, lambda: page.ask(command, done=asked))

    def _is_so(self, tap: Tap, said: int, stood: tuple[str, int] | None) -> None:
        """Hold a decision to what was said of it, unless another came between."""
        answer, stands = tap.answer, self._stand()
        if answer is None or stood is None or stands is None or answer.status == said or answer.status >= 500:
            return
        if stands[0] == stood[0] and stands[1] - stood[1] == (answer.status == 200):
            raise Violation(f"{tap.command} would be answered {said}, it was said, and was {answer}")

    def _repeat_an_id(self, view: View) -> None:
        """Send something else under an id that was used before: it must get the first answer."""
        answered = [tap.id for tap in self._known if tap.answer is not None]
        if answered and view["game"]:
            command = self._nonsense[view["game"]].command(view)
            if not command["type"].startswith(ENDS):
                self._raw(self._tablet(), command | {"id": self._chance.choice(answered)})

    def _overstep(self, view: View) -> None:
        """Send what is on the screen as somebody who may not."""
        sides = [side["id"] for side in view["sides"]] or ["red"]
        who = [CREW, SCREEN, f"{SEAT}nobody", f"{CAPTAIN}nobody"]
        who += [f"{role}{side}" for side in sides for role in (SEAT, CAPTAIN)]
        kinds = [kind for kind in view["can"] if not kind.startswith(ENDS)] or ["strike"]
        self._raw(self._phone(), {"type": self._chance.choice(kinds)}, self._chance.choice(who))

    def _misspell(self, view: View) -> None:
        """Send something that is no command."""
        self._raw(self._tablet(), {"type": "strike", "seq": 1, "reason": "x"} | self._chance.choice(SPOILED))

    def _come_late(self, view: View) -> None:
        """Send something that nobody wants any more, or that is meant for another round."""
        kinds = [kind for kind in view["can"] if not kind.startswith(ENDS)]
        page = self._tablet()
        if not kinds or page is None:
            return
        late: Command = {"not_after": int(page.clock.now()) - self._chance.choice((1, 300, 5000))}
        if self._chance.random() < 0.5:
            late = {"round": view["round"] - 1}
        self._raw(page, {"type": self._chance.choice(kinds)} | late)

    def _call_words(self, view: View) -> None:
        """Call words for the dice."""
        words = self._chance.choice(("Sonne", "Mond", "drei kleine Siedler", " ", "x" * 101))
        sides = [f"{SEAT}{side['id']}" for side in view["sides"]]
        by = self._chance.choice(["tablet", *sides])
        self._send(self._page_of(by), {"type": "call_words", "words": words}, by)
