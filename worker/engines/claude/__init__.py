"""The claude engine: three agents and one conversation loop over the Anthropic Messages API."""
