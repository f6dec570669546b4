"""Whole halls at the real referee: 1,100 players and 62 turns to a winner that the rules alone name."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fieldkit.games.big_game.demo import ROWS, boards_for
from fieldkit.games.big_game.demo.choices import claims, judged, moves, new_hall, player_list
from fieldkit.games.big_game.game import BigGame
from tests.support.refereed import Refereed

PLAYERS, TURNS = 1100, 62
BOARD_BYTES = 2048
PAIRS = set(itertools.product(range(1, 7), repeat=2))
Form = Mapping[str, Any]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Refereed]:
    """Yield a referee before a hall is set up."""
    referee = Refereed(tmp_path / "journal.sqlite3")
    yield referee
    referee.close()


def best_of(forms: Mapping[str, Form], order: Sequence[str]) -> str:
    """Who wins, counted from BG-12's words: by points; then a tenth for each card in hand; then one resource
    after the other; then the ``order`` of registration.
    """
    left = list(forms)
    counts: list[Callable[[Form], int]] = [
        lambda form: (
            form["settlements"]
            + form["cities"] * 2
            + form["bonuses"] * 2
            + form["vp_cards"]
            + (2 if form["route"] else 0)
            + (2 if form["army"] else 0)
        ),
        lambda form: form["grain"] + form["ore"] + form["brick"] + form["lumber"] + form["wool"],
        lambda form: form["grain"],
        lambda form: form["ore"],
        lambda form: form["brick"],
        lambda form: form["lumber"],
        lambda form: form["wool"],
    ]
    for count in counts:
        most = max(map(count, (forms[seat] for seat in left)))
        left = [seat for seat in left if count(forms[seat]) == most]
    return min(left, key=order.index)


def sent(hall: Refereed, command: Mapping[str, Any], by: str = "tablet") -> None:
    """Send a command as it goes over the wire; it has to be accepted."""
    hall.do(command["type"], by, **{name: value for name, value in command.items() if name != "type"})


class Told:
    """A hall that is conducted at the referee, with a book of what was seen."""

    def __init__(self, hall: Refereed, seed: int, first_claim: int) -> None:
        self.hall, self.first = hall, first_claim
        self.rng = Random(seed)
        self.order: list[str] = []
        self.turns: list[tuple[int, str, bool]] = []
        """Number and group of each turn that began, and whether its clock ran at once."""
        self.largest = 0

    def registered(self, people: int, phones: int) -> None:
        """Register people by lists first, the last ones from their own seats in any order."""
        boards = boards_for(people)
        sent(self.hall, new_hall(boards))
        seats = [f"{1 + n // 2}-{('sun', 'moon')[n % 2]}" for n in range(people)]
        listed = people - phones
        for first in range(0, listed, ROWS):
            text = player_list(min(ROWS, listed - first), self.rng)
            self.hall.do("import_players", csv=text)
        own = self.rng.sample(seats[listed:], phones)
        for n, seat in enumerate(own):
            self.hall.do("register", f"seat/{seat}", name=f"Phone {n}")
        self.order = seats[:listed] + own

    def conduct(self) -> None:
        """Turn after turn, until somebody has won."""
        while (view := self.hall.view)["phase"] != "over":
            assert view["number"] <= TURNS
            if view["phase"] == "turn":
                self._turn(view)
                continue
            command = judged(view, self.first, self.rng)
            assert command is not None
            sent(self.hall, command)
            if command["type"] == "next_turn":
                now = self.hall.view
                self.turns.append((now["number"], now["turn"]["group"], now["phase"] == "turn"))

    def _turn(self, view: dict[str, Any]) -> None:
        """Act while the clock runs; then the turn ends by itself, and nothing but time ends it."""
        number, group = view["number"], view["turn"]["group"]
        acting = [seat for seat in self.order if seat.endswith(group)]
        again = sum(number == each for each, _, _ in self.turns) > 1
        planned = claims(number, self.first, view["target"], acting, self.rng)
        planned += moves(number, again, self.order, self.rng)
        for move in sorted(planned, key=lambda move: move.at):
            if command := move.made(self.hall.view):
                own = move.seat if command["type"] in BigGame.seated else None
                sent(self.hall, command, f"seat/{own}" if own else "tablet")
            if self.hall.view["phase"] == "held":
                self.hall.do("go_on")
            self.largest = max(self.largest, len(self.hall.board_bytes))
        clock = self.hall.view["clock"]
        if self.hall.view["phase"] == "turn":
            left = (clock["ends_at"] - self.hall.clock.moment // 1_000_000) / 1000
            self.hall.wait(left - 0.5)
            assert self.hall.view["phase"] == "turn"
            self.hall.wait(0.5)
            assert self.hall.view["phase"] in ("ended", "judging")


@pytest.mark.slow
def test_a_hall_of_1100_players_and_62_turns(hall: Refereed) -> None:
    """BG-1, BG-3, BG-4, BG-5, BG-12: groups alternate, one clock a turn, 31 cards of 36, the right winner."""
    told = Told(hall, seed=1, first_claim=TURNS - 1)
    told.registered(PLAYERS, phones=100)
    assert hall.view["seats"] == {"seats": 1104, "players": 1100, "empty": 4, "away": 0, "removed": 0}
    told.conduct()

    begun = [event for event in hall.events if event["type"] == "TurnBegan"]
    taken = [event for event in hall.events if event["type"] == "RollTakenBack"]
    assert len(begun) == TURNS + len(taken) == TURNS + 1
    numbers = [number for number, _, _ in told.turns]
    assert sorted(numbers) == sorted([*range(1, TURNS + 1), taken[0]["turn"]])
    assert all(group == ("moon", "sun")[number % 2] for number, group, _ in told.turns)

    stood = {event["turn"]: tuple(event["dice"]) for event in begun}
    assert all(tuple(event["dice"]) == stood[event["turn"]] for event in begun)
    rolls = [stood[number] for number in range(1, TURNS + 1)]
    for dealt in (rolls[:31], rolls[31:]):
        assert len(set(dealt)) == 31
        assert set(dealt) <= PAIRS

    for number, _, ran in told.turns:
        assert ran == (sum(stood[number]) != 7)
    assert {event["seconds"] for event in begun if event["turn"] < 16} == {40}
    assert {event["seconds"] for event in begun if event["turn"] >= 16} == {55}
    ended = [event["turn"] for event in hall.events if event["type"] == "TurnEnded"]
    assert ended == list(range(1, TURNS + 1))
    late_sevens = sum(sum(dice) == 7 and turn >= 16 for turn, dice in stood.items())
    assert sum(event["type"] == "RobbersRolled" for event in hall.events) == late_sevens > 0

    made = {claim["id"]: claim for claim in looked_up(hall, "claims")["claims"]}
    assert Counter(claim["standing"] for claim in made.values()) == {
        "withdrawn": 1,
        "rejected": 1,
        "confirmed": 3,
    }
    valid = {claim["seat"]: claim["form"] for claim in made.values() if claim["standing"] == "confirmed"}
    equal = Counter(tuple(sorted(form.items())) for form in valid.values())
    assert max(equal.values()) == 2, "nobody was tied"
    assert hall.view["winner"]["seat"] == best_of(valid, told.order)
    assert told.largest < BOARD_BYTES
    assert looked_up(hall, "log")["total"] == TURNS


def looked_up(hall: Refereed, what: str) -> dict[str, Any]:
    """Return what the referee finds in the hall's books."""
    return hall.match.game.ask(hall.match.state, "tablet", {"what": what})


def a_form(rng: Random) -> dict[str, Any]:
    """Return a form near the target, one of few that differ little."""
    cards = {"grain": 1, "ore": rng.randint(1, 2), "brick": 1, "lumber": 1, "wool": rng.choice((1, 3))}
    form = {"settlements": 5, "cities": 9, "bonuses": 1, "vp_cards": rng.choice((0, 0, 0, 1)), **cards}
    return form | {"route": False, "army": False}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_of_several_claims_the_one_wins_that_the_rules_name(hall: Refereed, seed: int) -> None:
    """BG-12: forty claims in a turn, many of them equal, counted by stewards in any order."""
    rng = Random(seed)
    told = Told(hall, seed, first_claim=99)
    told.registered(240, phones=60)
    while hall.view["phase"] != "turn":
        sent(hall, judged(hall.view, 99, rng) or {})
    acting = [seat for seat in told.order if seat.endswith(hall.view["turn"]["group"])]
    forms = {seat: a_form(rng) for seat in rng.sample(acting, 40)}
    ids = {}
    for seat, form in forms.items():
        hall.do("claim", f"seat/{seat}", form=form)
        ids[seat] = hall.view["claims"][-1]["id"] if len(ids) < 20 else len(ids) + 1
    hall.wait(60)
    valid: dict[str, Form] = {}
    for seat in rng.sample(list(forms), 40):
        # The steward finds one card fewer here and there, or that nothing of it is true.
        counted = forms[seat] | {"grain": 0} if rng.random() < 0.3 else forms[seat]
        if rng.random() < 0.3:
            hall.do("judge_claim", claim=ids[seat], verdict="rejected", reason="Counted again")
        else:
            valid[seat] = counted
            hall.do("judge_claim", claim=ids[seat], verdict="confirmed", form=counted)
    hall.do("confirm_result")
    assert hall.view["winner"]["seat"] == best_of(valid, told.order)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_who_wins_a_hall_that_is_ended_for_time(hall: Refereed, seed: int) -> None:
    """BG-12: the main key alone, from the highest form down, finds who wins if every form is looked at."""
    rng = Random(seed)
    told = Told(hall, seed, first_claim=99)
    told.registered(240, phones=60)
    sent(hall, judged(hall.view, 99, rng) or {})
    hall.do("end_hall")
    forms = {seat: some_form(rng) for seat in told.order}
    truly = {seat: form | {"cities": form["cities"] - (rng.random() < 0.2)} for seat, form in forms.items()}
    for seat in rng.sample(told.order, 240):
        hall.do("claim", f"seat/{seat}", form=forms[seat])
    judgements = 0
    while (view := hall.view)["main"] == "judge_claim":
        claim = next(each for each in view["claims"] if each["id"] == view["judge"])
        hall.do("judge_claim", claim=claim["id"], verdict="confirmed", form=truly[claim["seat"]])
        judgements += 1
    assert view["main"] == "close_claims"
    hall.do("close_claims")
    assert hall.view["winner"]["seat"] == best_of(truly, told.order)
    assert judgements < 60


def some_form(rng: Random) -> dict[str, Any]:
    """Return a form of a hall that was ended early."""
    built = {"settlements": rng.randint(1, 5), "cities": rng.randint(2, 7), "grain": rng.randint(0, 9)}
    none = dict.fromkeys(("bonuses", "vp_cards", "ore", "brick", "lumber", "wool"), 0)
    return none | built | {"route": False, "army": False}


def test_a_hall_after_its_rehearsal_has_blasts_of_its_own(hall: Refereed) -> None:
    """BG-5: what a whistle has sounded once it never sounds again."""
    heard: list[set[str]] = []
    for rehearsal in (True, False):
        hall.do("open_hall", game="big_game", boards=3, options={"dice": "real"}, rehearsal=rehearsal)
        hall.do("next_turn", dice=[3, 5])
        whistle = hall.match.game.whistle
        assert whistle is not None
        heard.append({cue.id for cue in whistle.cues(hall.match.state)})
        hall.wait(3)
        hall.do("abandon_hall")
    assert [len(each) for each in heard] == [2, 2]
    assert not heard[0] & heard[1]
