"""The build guide's tests: what is drawn is wired right, and what is written is so."""
