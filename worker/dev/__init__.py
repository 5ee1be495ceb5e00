"""Help for those who work on the worker: threads to try it on."""
