"""The observer: what of a chunk of a thread is worth remembering."""
