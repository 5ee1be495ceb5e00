"""What is done beside draining."""
