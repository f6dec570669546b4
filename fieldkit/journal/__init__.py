"""The journal: one SQLite file with every decision of every match, chained by hashes, and its copies."""
