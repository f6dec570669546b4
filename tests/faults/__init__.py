"""What is done to the kit to see it fail, and what it kept: ``python -m tests.faults``; not a test."""
