"""Blasts that are tried at the whistle's process: felt through the wire back, and giving way to every cue."""

import pytest

from fieldkit.clock import MS
from fieldkit.messages import Cue, CueReport, LoopbackResult
from fieldkit.whistle.protocol import BlastTest, Sound
from tests.process.test_whistle_process import ROUND, TOLERANCE, Reaches, Starts, alternating
from tests.process.whistle_process import offsets_ms

pytestmark = pytest.mark.process


@pytest.mark.alone
def test_a_tried_blast_is_felt_and_gives_way_to_a_round(start: Starts, reach: Reaches) -> None:
    whistle = start("whistle.loopback = 25\n")
    hand = reach(whistle)
    assert hand.link.order(BlastTest("warn"))
    assert hand.wait_for(LoopbackResult) == LoopbackResult("warn", True)
    edges = whistle.wait_for(6)
    assert offsets_ms(edges, edges[0][0]) == pytest.approx([0, 200, 400, 600, 800, 1000], abs=TOLERANCE)
    assert hand.link.order(BlastTest("open"))
    whistle.wait_for(7)
    opening, closing = hand.plan_round("r1")
    assert hand.link.order(BlastTest("stop"))
    assert [hand.report(cue.id).outcome for cue in (opening, closing)] == ["sounded", "sounded"]
    edges = whistle.wait_for(8 + 6)
    assert alternating(edges)
    assert offsets_ms(edges[8:], opening.due) == pytest.approx(ROUND, abs=TOLERANCE)
    assert len([word for word in hand.words if isinstance(word, LoopbackResult)]) == 1
    assert [word.id for word in hand.words if isinstance(word, CueReport)] == [opening.id, closing.id]


@pytest.mark.alone
def test_a_stop_in_a_tried_blast_begins_at_once_with_an_edge(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    assert hand.link.order(BlastTest("open"))
    whistle.wait_for(1)
    ordered = whistle.clock.now()
    assert hand.link.order(Sound(Cue("s", "stop", ordered)))
    late_ns = hand.report("s").late_ns
    assert late_ns is not None
    assert late_ns < TOLERANCE * MS
    edges = whistle.wait_for(2 + 10)
    assert alternating(edges)
    assert offsets_ms(edges[1:4], ordered) == pytest.approx([0, 0, 100], abs=TOLERANCE)
