"""What holds for every game of the kit, whatever its rules: one random match of each tells it.

A new game takes part by itself: it brings an adapter with its simulated people (`tests.support.any_match`).
"""

from collections.abc import Iterator

import msgspec
import pytest

from fieldkit.cli.commands import main
from fieldkit.games.fair import chance_of
from fieldkit.games.loading import known_games, packages
from fieldkit.journal.reading import all_records, reading
from fieldkit.journal.record import Codec, Strike
from fieldkit.messages import Chance
from fieldkit.phrases import ENGLISH
from fieldkit.referee.match import Match, evolved, refolded
from fieldkit.referee.view import Views
from tests.support.any_match import FRAME, AnyMatch, secrets_in, with_other_secrets

pytestmark = pytest.mark.slow

GAMES = sorted(packages())
BOARD_BYTES = 4608
"""A thousand screens take the public board at every change; what was undone has the longest lines."""
VIEW_BYTES = 16_384
"""A few tablets take the referee's view."""
LEAST_UNDONE = 5


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyMatch]:
    """Yield a match of a game played to its end, with other dice if lucky ones left too little to see."""
    match = _played(request.param, tmp_path_factory, 11)
    for seed in range(12, 16):
        if len(match.told.undone) <= LEAST_UNDONE:
            match.close()
            match = _played(request.param, tmp_path_factory, seed)
    yield match
    match.close()


def _played(game: str, folders: pytest.TempPathFactory, seed: int) -> AnyMatch:
    match = AnyMatch(game, folders.mktemp(game) / "journal.sqlite3", seed)
    match.play()
    return match


@pytest.fixture(scope="module", params=GAMES)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyMatch]:
    """Yield a match of a game that still goes on."""
    match = AnyMatch(request.param, tmp_path_factory.mktemp(request.param) / "journal.sqlite3", 12)
    match.play(60)
    assert match.at.view["stage"] not in ("setup", "over")
    yield match
    match.close()


def plain(text: str | bytes) -> object:
    """Return a JSON text as values: 8 and 8.0 are the same number."""
    return msgspec.json.decode(text)


def secrets_in_events(match: Match) -> list[object]:
    """Return what nobody may see of what happened before the end."""
    found = [value for entry in match.past() for event in entry.events for value in secrets_in(event)]
    return [value for value in found if value is not None]


def secrets_of(match: Match) -> list[object]:
    """Return the same, what nobody may see of the commands, and what chance is drawn from."""
    stream = match.game.fortune(match.state)
    given = [getattr(entry.given, "command", None) for entry in match.past()]
    asked = [value for command in given for value in secrets_in(command)]
    known = [] if stream is None else [stream.secret]
    return [*known, *secrets_in_events(match), *(value for value in asked if value is not None)]


def test_every_known_game_is_played_here() -> None:
    assert set(known_games()) >= set(GAMES)
    assert len(GAMES) >= 2


def test_random_play_comes_to_its_end(played: AnyMatch) -> None:
    assert played.at.view["stage"] == "over"
    assert played.game.report.result(played.at.match.state, ENGLISH) is not None
    assert len(played.told.answers) > 40


def test_the_journal_alone_gives_the_same_match(played: AnyMatch) -> None:
    before, board = played.at.view, played.at.board
    played.at.restart()
    after = played.at.view
    changing = FRAME - {"seq", "recent"}
    assert {name: after[name] for name in after.keys() - changing} == {
        name: before[name] for name in before.keys() - changing
    }
    assert {name: played.at.board[name] for name in board.keys() - changing} == {
        name: board[name] for name in board.keys() - changing
    }


def test_what_is_on_the_record_is_read_as_it_was_written(played: AnyMatch) -> None:
    codec = Codec(played.game)
    with reading(played.at.path) as db:
        rows = [record.row for record in all_records(db)]
    for row in rows:
        events, given = codec.events(row.events), codec.given(row.given)
        assert plain(msgspec.json.encode(codec.plain_events(events))) == plain(row.events)
        assert plain(codec.input_text(given)) == plain(row.given)


def test_what_is_undone_and_done_again_is_the_same(played: AnyMatch) -> None:
    """Where nobody can check the chance of a game, a card that is bought again may be another one."""
    can_check = played.game.fortune(played.at.match.state) is not None
    assert len(played.told.undone) > LEAST_UNDONE
    for before, after, struck, again in played.told.undone:
        assert struck == before
        assert again == after or not can_check
    assert sum(again == after for _, after, _, again in played.told.undone) > LEAST_UNDONE


def test_every_refusal_has_a_code_a_sentence_and_a_rule_that_is_known(played: AnyMatch) -> None:
    assert len({answer.body["error"]["code"] for _, answer in played.told.refused}) > 5
    for command, answer in played.told.refused:
        error = answer.body["error"]
        assert answer.status in (400, 403, 409), (command, answer)
        assert error["code"].replace("_", "").isalpha(), (command, answer)
        assert error["message"], (command, answer)
        assert "{" not in error["message"].replace("{}", ""), (command, answer)
        assert error["rule"] is None or error["rule"] in played.game.rules, (command, answer)


def test_no_answer_rehearsal_or_view_tells_a_secret(played: AnyMatch) -> None:
    """Before the end; a secret that is a text of some length would be found wherever it stood."""
    match = played.at.match
    texts = {str(value) for value in secrets_of(match) if len(str(value)) > 7}
    told = [
        msgspec.json.encode(answer.body) for answer in (*played.told.answers[:-1], *played.told.rehearsed)
    ]
    told += [*played.told.views[:-1], *played.told.boards[:-1]]
    assert [text for text in texts for line in told if text.encode() in line] == []


def test_with_another_secret_everybody_sees_the_same(running: AnyMatch) -> None:
    """Replace what a viewer may not see: their view is the same, byte for byte."""
    match = running.at.match
    changed = [
        msgspec.structs.replace(entry, events=with_other_secrets(entry.events)) for entry in match.past()
    ]
    other = refolded(msgspec.structs.replace(match, entries=changed))
    hidden, replaced = (set(secrets_in_events(each)) for each in (match, other))
    assert not hidden & replaced
    views = Views(running.at.games, 1.0)
    one, two = (views.match_view(each, {}, [], {}) for each in (match, other))
    assert msgspec.json.encode(one[0]) == msgspec.json.encode(two[0])
    assert msgspec.json.encode(one[1]) == msgspec.json.encode(two[1])


class _Counted:
    """Chance that counts how often it was asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance, self.drawn = chance, 0

    def __call__(self, sides: int) -> int:
        self.drawn += 1
        return self._chance(sides)


def test_who_learns_the_secret_can_check_every_draw(played: AnyMatch) -> None:
    """The stream alone gives what happened again, and no number of it is drawn twice."""
    game, state = played.game, None
    for entry in played.at.match.past():
        if entry.seq in played.at.match.struck:
            continue
        stream = None if state is None else game.fortune(state)
        after = evolved(game, state, entry.events)
        if stream is not None and not isinstance(getattr(entry.given, "command", None), Strike):
            counted = _Counted(chance_of(stream))
            assert game.decide(state, entry.given, counted) == entry.events
            assert game.fortune(after) == msgspec.structs.replace(stream, used=stream.used + counted.drawn)
        state = after


def test_an_export_of_a_running_match_tells_no_secret(
    running: AnyMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {str(value) for value in secrets_of(running.at.match) if len(str(value)) > 7}
    assert texts
    for form in ("json", "csv"):
        data = str(running.at.path.parent)
        assert main(["export", running.at.match.id, "--format", form, "--data", data]) == 0
        said = capsys.readouterr().out
        assert [text for text in texts if text in said] == []


def test_views_stay_small(played: AnyMatch) -> None:
    assert max(map(len, played.told.boards)) <= BOARD_BYTES
    # The last view also offers to set another match up.
    assert max(map(len, played.told.views[:-1])) <= VIEW_BYTES
