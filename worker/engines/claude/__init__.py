"""The claude engine: four agents and one conversation loop over the Anthropic Messages API."""
