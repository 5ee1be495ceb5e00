"""What a strict tool's schema may hold."""

from typing import Any

KEYWORDS = frozenset(
    [
        "$defs",
        "$ref",
        "additionalProperties",
        "anyOf",
        "allOf",
        "const",
        "default",
        "description",
        "enum",
        "format",
        "items",
        "minItems",
        "properties",
        "required",
        "title",
        "type",
    ]
)
FORMATS = frozenset(
    ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]
)
TYPES = frozenset(["object", "array", "string", "integer", "number", "boolean", "null"])
DEEPEST = 8
MOST_NODES = 200
MOST_BYTES = 20_000


def schema_faults(schema: Any) -> list[str]:
    """What the API would refuse in the schema of a strict tool, each as its own sentence."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        return ["input_schema.type: Input should be 'object'"]
    faults: list[str] = []
    nodes = _walk(schema, "input_schema", 1, faults)
    if nodes > MOST_NODES or len(str(schema).encode()) > MOST_BYTES:
        faults.append("The compiled grammar is too large, simplify your tool schemas")
    return faults


def _walk(node: Any, place: str, depth: int, faults: list[str]) -> int:
    """Check a node and what is in it; returns how many there are."""
    if not isinstance(node, dict):
        faults.append(f"{place}: a schema should be an object")
        return 1
    if depth > DEEPEST:
        faults.append(f"{place}: the schema is nested too deeply")
        return 1
    faults += [f"{place}: For '{word}' is not supported" for word in node if word not in KEYWORDS]
    if node.get("minItems", 0) not in (0, 1):
        faults.append(f"{place}: minItems values other than 0 or 1 are not supported")
    if "format" in node and node["format"] not in FORMATS:
        faults.append(f"{place}: format '{node['format']}' is not supported")
    kinds = node.get("type")
    if not {"type", "$ref", "anyOf", "allOf", "enum", "const"} & node.keys():
        faults.append(f"{place}: a schema should have a type")
    for kind in kinds if isinstance(kinds, list) else [kinds] if "type" in node else []:
        if kind not in TYPES:
            faults.append(f"{place}: type {kind!r} is not one of JSON's")
    if kinds == "object" or "properties" in node:
        _check_object(node, place, faults)
    if kinds == "array" and "items" not in node:
        faults.append(f"{place}: an array should say what its items are")
    return 1 + sum(_walk(one, where, depth + 1, faults) for where, one in _inside(node, place))


def _check_object(node: dict[str, Any], place: str, faults: list[str]) -> None:
    if node.get("additionalProperties") is not False:
        faults.append(f"{place}: 'additionalProperties' must be explicitly set to false")
    properties, required = node.get("properties", {}), node.get("required", [])
    if set(properties) != set(required) or len(required) != len(set(required)):
        faults.append(f"{place}: 'required' should name every property, and nothing else")


def _inside(node: dict[str, Any], place: str) -> list[tuple[str, Any]]:
    found = [(f"{place}.{name}", one) for name, one in (node.get("properties") or {}).items()]
    found += [(f"{place}.$defs.{name}", one) for name, one in (node.get("$defs") or {}).items()]
    found += [(f"{place}.items", node["items"])] if "items" in node else []
    for word in ("anyOf", "allOf"):
        found += [(f"{place}.{word}.{n}", one) for n, one in enumerate(node.get(word) or [])]
    return found
