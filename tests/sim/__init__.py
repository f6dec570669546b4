"""The whole kit in one thread and a made-up time: one number decides all that happens."""
