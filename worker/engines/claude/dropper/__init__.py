"""The dropper: what a pool that is too full can do without."""
