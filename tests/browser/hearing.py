"""Hears what a page plays: the first sample of each tone, on the page's own clock and on the kit's."""

import time
from typing import Any

from playwright.sync_api import Page

COMPLAINT = "The ScriptProcessorNode is deprecated"
"""What Chromium says of the way it is heard here: a worklet would have to come from the kit."""

TAP = """() => {
  window.onsets = [];
  const connect = AudioNode.prototype.connect;
  const taps = new WeakMap();
  const tapOf = (context) => {
    if (taps.has(context)) return taps.get(context);
    // Kept by the page, or the browser collects it.
    const tap = (window.tap = context.createScriptProcessor(256, 1, 1));
    let silent = Infinity;
    tap.onaudioprocess = ({ inputBuffer, playbackTime }) => {
      const samples = inputBuffer.getChannelData(0);
      for (let at = 0; at < samples.length; at += 1) {
        const isTone = Math.abs(samples[at]) > 1e-4;
        const begins = isTone && silent > 0.02 * context.sampleRate;
        if (begins) window.onsets.push(heardAt(context, inputBuffer, playbackTime, at));
        silent = isTone ? 0 : silent + 1;
      }
    };
    connect.call(tap, context.destination);
    taps.set(context, tap);
    return tap;
  };
  // What is processed was played one buffer (of two) before `playbackTime`.
  const heardAt = (context, buffer, playbackTime, at) => {
    const played = playbackTime - buffer.duration + at / context.sampleRate;
    const { contextTime, performanceTime } = context.getOutputTimestamp();
    return performanceTime + (played - contextTime) * 1000;
  };
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) connect.call(this, tapOf(this.context));
    return connect.call(this, to, ...more);
  };
}"""


TRIED = """() => new Promise((done) => {
  const look = () => {
    const last = window.onsets.at(-1);
    if (last === undefined || performance.now() - last < 1500) return setTimeout(look, 50);
    window.onsets = [];
    done();
  };
  look();
})"""
"""Waits until tones have come and gone, and forgets them."""


def listen_in(page: Page) -> None:
    """Let every page that is loaded from now on note the beginning of each tone it plays."""
    page.add_init_script(f"({TAP})()")


def forget_the_try(page: Page) -> None:
    """Wait until the device that was switched on has been heard softly, and forget that."""
    page.evaluate(f"({TRIED})()")


def offset_ms(page: Page) -> float:
    """Return what to add to the page's clock for the kit's, both in ms, by the quickest of many asks."""
    best, found = float("inf"), 0.0
    for _ in range(40):
        before = time.monotonic_ns()
        there = float(page.evaluate("performance.now()"))
        after = time.monotonic_ns()
        if after - before < best:
            best, found = after - before, (before + after) / 2e6 - there
    return found


def onsets_ms(page: Page) -> list[float]:
    """When each tone began, on the kit's clock."""
    offset = offset_ms(page)
    heard: list[Any] = page.evaluate("window.onsets")
    return [at + offset for at in heard]


def begins_ms(page: Page, gap_ms: float = 400) -> list[float]:
    """When each blast began: a tone after a longer silence than any within a blast."""
    found: list[float] = []
    last = float("-inf")
    for at in onsets_ms(page):
        if at - last > gap_ms + 600:
            found.append(at)
        last = at
    return found
