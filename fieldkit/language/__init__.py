"""The kit's languages: one catalogue of sentences for each but English."""
