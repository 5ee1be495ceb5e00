"""The text of a message whose content may be a text, a list of parts, or nothing."""

from worker.exchange.fields import Unusable, kind_of, word
from worker.text import clean

_TEXTS = frozenset({"text", "input_text", "output_text"})
_LABELS = {
    "image_url": "image",
    "input_image": "image",
    "input_file": "file",
    "document": "file",
    "input_audio": "audio",
}
_NAME_LENGTH = 100


def content_text(content: object) -> str:
    """What was written: text parts a line each, and a label such as [image] for any other part."""
    if content is None:
        return ""
    if isinstance(content, str):
        return clean(content)
    if isinstance(content, list):
        return clean("\n".join(map(_part, content)))
    raise Unusable(f"content is {kind_of(content)}: write a text, null or a list of parts")


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return "[part]"
    kind = part.get("type", "text")
    if not isinstance(kind, str):
        return "[part]"
    if kind in _TEXTS:
        text = part.get("text")
        if isinstance(text, dict):
            text = text.get("value")
        return text if isinstance(text, str) else "[text]"
    label = _LABELS.get(kind) or word(kind) or "part"
    name = _file_name(part) if label == "file" else ""
    return f"[{label} {name}]" if name else f"[{label}]"


def _file_name(part: dict[str, object]) -> str:
    file = part.get("file")
    for place in (part, file if isinstance(file, dict) else {}):
        for key in ("filename", "name", "title"):
            name = place.get(key)
            if isinstance(name, str):
                return " ".join(name.split())[:_NAME_LENGTH]
    return ""
