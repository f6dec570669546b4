"""The matches that were played, read from the journal: lists, replays, exports, reports, charts."""
