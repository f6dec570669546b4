"""The proof of the Full-Contact rules, written from the rules alone."""
