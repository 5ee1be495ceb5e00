"""The reflector: what observations mean together."""
