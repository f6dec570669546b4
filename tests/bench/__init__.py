"""Benchmarks: each file has `run() -> list[str]`, the lines it prints."""
