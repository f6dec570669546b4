"""The options by which an event is played, and the matches that are played by others."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from fieldkit.hub.derive import Facts, OptionPlayed, Outcome, scheduled_of
from fieldkit.phrases import N_, Message

MAX_SAID = 8
"""The number of differences that are told at most."""


def _usual(shown: Facts) -> Mapping[str, Mapping[str, OptionPlayed]]:
    """Return, by game, the value of each option that most matches have; among equals that of the first."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    played: dict[tuple[str, str, str], OptionPlayed] = {}
    for _, one in _of_the_event(shown):
        for name, option in one.options.items():
            counts.setdefault(one.game, {}).setdefault(name, Counter())[option.text] += 1
            played[one.game, name, option.text] = option
    return {
        game: {name: played[game, name, each.most_common(1)[0][0]] for name, each in options.items()}
        for game, options in counts.items()
    }


def played_by(shown: Facts) -> dict[str, dict[str, Any]]:
    """Return the values of `_usual`, as a field compares its own choice with them."""
    return {
        game: {name: option.value for name, option in options.items()}
        for game, options in _usual(shown).items()
    }


def differences(shown: Facts) -> list[Message]:
    """Return a sentence for each match and option that is unlike the rest of the event, the newest first."""
    usual = _usual(shown)
    text = N_('Match {match} is unlike the event\'s others in "{option}": {value} instead of {usual}.')
    found = [
        Message(text, {"match": id, "option": option.title, "value": option.text, "usual": most.text})
        for id, one in _of_the_event(shown)
        for name, option in one.options.items()
        if option.text != (most := usual[one.game][name]).text
    ]
    return found[: -MAX_SAID - 1 : -1]


def _of_the_event(shown: Facts) -> Iterator[tuple[str, Outcome]]:
    """Yield the matches of the schedule that were set up, the first first, under their ids."""
    for one in sorted(shown.outcomes, key=lambda each: each.came):
        id = scheduled_of(shown.state, one)
        if id and not one.summary.practice:
            yield id, one
