"""The compiler: what was learned, worked by subject into notes."""
