"""What kind of thing an observation says, in one of a few words."""

CATEGORIES = (
    "preference",
    "fact",
    "plan",
    "decision",
    "experience",
    "completion",
    "problem",
    "style",
    "remember",
    "advice",
)
# What models write in their place, by the beginning of the word.
_MEANT = {
    "prefer": "preference",
    "like": "preference",
    "interest": "preference",
    "plan": "plan",
    "goal": "plan",
    "intent": "plan",
    "task": "plan",
    "todo": "plan",
    "decision": "decision",
    "choice": "decision",
    "experience": "experience",
    "event": "experience",
    "activit": "experience",
    "complet": "completion",
    "done": "completion",
    "progress": "completion",
    "achieve": "completion",
    "problem": "problem",
    "error": "problem",
    "block": "problem",
    "issue": "problem",
    "bug": "problem",
    "style": "style",
    "communicat": "style",
    "personality": "style",
    "reaction": "style",
    "tone": "style",
    "remember": "remember",
    "reminder": "remember",
    "request": "remember",
    "instruct": "remember",
    "advice": "advice",
    "recommend": "advice",
    "suggest": "advice",
    "assistant": "advice",
}


def category(written: str) -> str:
    """The category that is meant; a fact, of which most is asked, where none is known."""
    word = written.strip().lower()[:40]
    if word in CATEGORIES:
        return word
    return next((kind for begins, kind in _MEANT.items() if word.startswith(begins)), "fact")
