"""What was played, read from the journal: lists, replays, exports, reports, charts."""
