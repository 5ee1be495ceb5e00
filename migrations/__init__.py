"""How databases got to where sql/ is today."""
