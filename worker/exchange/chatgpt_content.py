"""The text of one message of a ChatGPT export, whatever type its content says it has."""

from typing import Any

from worker.exchange.fields import Unusable, kind_of, list_of, object_of, word
from worker.text import clean

# Custom instructions, memory and the state of paired apps: put in by the product, said by nobody.
INSTRUCTIONS = frozenset({"user_editable_context", "model_editable_context", "app_pairing_content"})
REASONING = frozenset({"thoughts", "reasoning_recap"})
# What a tool shows is nobody's word, whatever role its message has.
OF_A_TOOL = frozenset(
    {
        "execution_output",
        "citable_code_output",
        "computer_output",
        "system_error",
        "tether_quote",
        "tether_browsing_code",
        "tether_browsing_display",
        "sonic_webpage",
    }
)
_WITH_PARTS = frozenset({"text", "multimodal_text"})
_TOOL_FIELDS = ("name", "title", "url", "text", "result", "summary", "output_str", "snippet")

_SPOKEN = "audio_transcription"
_SOUND = frozenset({"audio_asset_pointer", "real_time_user_audio_video_asset_pointer"})
_LABELS = {
    "image_asset_pointer": "[image]",
    "video_container_asset_pointer": "[video]",
} | dict.fromkeys(_SOUND, "[audio]")
_NAME_LENGTH = 100


def content_type(content: dict[str, Any]) -> str:
    """The type that content says it has."""
    kind = content.get("content_type")
    if not isinstance(kind, str):
        raise Unusable(f"content_type is {kind_of(kind)}: write text")
    return kind


def content_text(content: dict[str, Any], *, by_tool: bool) -> str:
    """What the content says, and a label such as [image] for what is not text.

    Raises Unusable for a type that is not known, unless a tool answered with text in it.
    """
    kind = content_type(content)
    if kind in _WITH_PARTS:
        return clean("\n".join(_parts(content)))
    if kind == "code":
        return _code(content)
    if kind in OF_A_TOOL:
        return _shown_by_tool(content)
    if by_tool and (shown := _shown_by_tool(content)):
        return shown
    raise Unusable(f"content_type {word(kind) or 'as written'} is not known: no text was taken")


def only_pictures(content: dict[str, Any]) -> bool:
    """True for an image that a tool made, which is shown as the answer."""
    return content_type(content) == "multimodal_text" and set(_parts(content)) == {"[image]"}


def attachments(metadata: dict[str, Any], text: str) -> str:
    """The text with a label for each file that came along and is not in it yet."""
    files = metadata.get("attachments")
    labels = []
    for file in files if isinstance(files, list) else []:
        if not isinstance(file, dict):
            continue
        kind = file.get("mime_type")
        if isinstance(kind, str) and kind.startswith("image/"):
            labels += [] if "[image]" in text else ["[image]"]
        else:
            labels.append(file_label(file.get("name")))
    return "\n".join([*filter(None, [text]), *labels])


def file_label(name: object) -> str:
    """Such as [file report.pdf]."""
    named = " ".join(clean(name).split())[:_NAME_LENGTH] if isinstance(name, str) else ""
    return f"[file {named}]" if named else "[file]"


def _parts(content: dict[str, Any]) -> list[str]:
    """The text or label of each part; a recording is left out where what was said in it is here."""
    parts = list_of(content, "parts")
    kinds = [part.get("content_type") if isinstance(part, dict) else None for part in parts]
    said = _SPOKEN in kinds
    texts = [
        _part(part, kind)
        for part, kind in zip(parts, kinds, strict=True)
        if part is not None and not (said and kind in _SOUND)
    ]
    return [text for text in texts if text]


def _part(part: object, kind: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or not isinstance(kind, str):
        return "[part]"
    if kind == _SPOKEN:
        text = part.get("text")
        return text if isinstance(text, str) else "[audio]"
    return _LABELS.get(kind) or f"[{word(kind) or 'part'}]"


def _code(content: dict[str, Any]) -> str:
    text = content.get("text")
    if text is None:
        text = "\n".join(_parts(content))
    if not isinstance(text, str):
        raise Unusable(f"text is {kind_of(text)}: write a text")
    return clean(text)


def _shown_by_tool(content: dict[str, Any]) -> str:
    texts = [content.get(name) for name in _TOOL_FIELDS]
    if not isinstance(content.get("parts", []), list):
        raise Unusable(f"parts is {kind_of(content['parts'])}: write a list")
    lines = [text for text in texts if isinstance(text, str) and text] + _parts(content)
    if object_of(content, "screenshot"):
        lines.append("[image]")
    return clean("\n".join(lines))
