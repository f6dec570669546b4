"""The hoops: serial links, wire formats, and what is known of each hoop."""
