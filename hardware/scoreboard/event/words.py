"""The words of the scenes of a hub: matches, teams that are not known yet, delays, times of day."""

from __future__ import annotations

import time

from fieldkit.event.documents import PLACE, SECOND, WINNER
from fieldkit.phrases import N_, Language, Message, Term
from hardware.scoreboard.event.board import Field, Match

_NOT_KNOWN = {
    WINNER: N_("Winner of {id}"),
    SECOND: N_("Second of {id}"),
    PLACE: N_("Place {id} in the standings"),
}


def match_name(match: Match) -> object:
    """Return what people call a match: its own title, or its number."""
    return match.title or Message("Match {id}", {"id": match.id})


def team_names(match: Match, translate: Language) -> list[str]:
    """Its teams, in the order of their start hoops; those of a final may not be known yet."""
    return [translate(_team(name)) for name in match.names]


def _team(name: str) -> object:
    for begins, says in _NOT_KNOWN.items():
        if name.startswith(begins):
            return Message(says, {"id": name.removeprefix(begins)})
    return name


def lag(minutes: int) -> object:
    """Return how late or early a field is."""
    if minutes > 0:
        return Message("{n} min late", {"n": minutes})
    return Message("{n} min early", {"n": -minutes}) if minutes else Term("on time")


def next_at(field: Field, match: Match) -> list[object]:
    """Return when a field's next match is and which, and how late that will be where it is not on time."""
    told = Message("Next at {time}: {match}", {"time": match.starts, "match": match_name(match)})
    return [told, lag(field.lag)] if field.lag else [told]


def time_of_day(ms: float) -> str:
    """Return a moment of the hub's time of day (ms) in the zone of this machine, "" for nonsense."""
    try:
        return time.strftime("%H:%M", time.localtime(ms / 1000))
    except (OverflowError, ValueError, OSError):
        return ""


def paged(title: object, page: int, pages: int) -> object:
    """Return the title of a scene that may take more than one page; ``page`` counts from 0."""
    if pages < 2:
        return title
    return Message("{title} · {page} of {pages}", {"title": title, "page": page + 1, "pages": pages})
