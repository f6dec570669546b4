/** The words of a record that does not hold. */
export const words = { stop: "STOP", stopping: "stopping…", not_stopped: "NOT STOPPED",
  not_stopped_do: "No link: red button, or shout!", doubt_title: "The record is in doubt",
  doubt_public: "The referee checks it. No points are shown until it is settled.",
  doubt_which: "Decision {seq} {why}.", doubt_after: "What follows decision {seq} {why}.",
  doubt_begin: "The beginning of the record {why}.", doubt_reads: "It reads now: {about}",
  doubt_meanwhile:
    "Play on and keep score on paper. Nothing is shown as right until you choose; nothing is deleted.",
  doubt_last: "Go on from the last good decision",
  doubt_none: "Nothing of this match is left. Go on without it", doubt_decision: "Decision {seq}: {about}",
  doubt_copy: "Take the second copy", doubt_gone: "{decisions} and {minutes} would go.",
  doubt_decisions: { one: "{n} decision", other: "{n} decisions" },
  doubt_minutes: { one: "{n} minute", other: "{n} minutes" }, doubt_moment: "less than a minute",
  doubt_kept: "Nothing more would go.",
  doubt_no_copy: "There is no second copy that is whole and goes on longer.", doubt_hold: "Press and hold." };
