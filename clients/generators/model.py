"""The types and messages that protocol-spec/openrpc.json describes, as generators print them.

An object that has no name gets one from where it is: the member ``enter`` of ``Frame`` is a ``FrameEnter``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

SPEC = Path(__file__).resolve().parents[2] / "protocol-spec" / "openrpc.json"


class Plain(NamedTuple):
    """A type of JSON: string, number, integer, boolean, null; any is every value."""

    name: str


class Fixed(NamedTuple):
    """One of some values."""

    values: Tuple[Any, ...]


class Listed(NamedTuple):
    element: "Type"


class Keyed(NamedTuple):
    """An object with any names, whose values all have one type."""

    element: "Type"


class Named(NamedTuple):
    name: str


class Either(NamedTuple):
    choices: Tuple["Type", ...]


Type = Union[Plain, Fixed, Listed, Keyed, Named, Either]
ANY, NULL = Plain("any"), Plain("null")


class Field(NamedTuple):
    name: str
    type: Type
    is_required: bool
    doc: str = ""


class Record(NamedTuple):
    """An object with known members; an open one may have others."""

    name: str
    doc: str
    fields: List[Field]
    is_open: bool = False


class Alias(NamedTuple):
    """A name for a type. For a union of objects that name their kind, ``tag`` is the member with the kind."""

    name: str
    doc: str
    type: Type
    tag: Optional[str] = None


class Message(NamedTuple):
    """A method, a notification or a request of the server, with the name of the type of its parameters."""

    method: str
    type: str
    result: Optional[Type]


class Model:
    """The types and the messages: all, or ``only`` some messages and the types that they need."""

    def __init__(
        self, spec: Dict[str, Any], only: Optional[List[str]] = None, renamed: Optional[Dict[str, str]] = None
    ) -> None:
        self._spec = spec
        self._only = only
        self.types: List[Union[Record, Alias]] = []
        self._schemas = spec.get("components", {}).get("schemas", {})
        self._renamed = renamed or {}
        self._named = {name: self._type_name(name) for name in self._schemas}
        tags = spec.get("x-discriminators", {})
        self._tags = {self._type_name(name): one["propertyName"] for name, one in tags.items()}
        self.names = set(self._named.values())
        # Those that nothing has needed yet.
        self._waiting = set(self._schemas)
        for name in sorted(self._schemas) if only is None else ["ResponseError"]:
            self._need(name)

    def messages(self, kind: str) -> List[Message]:
        """Those of ``methods``, ``x-notifications`` or ``x-requests``, whose types are added."""
        named = sorted(self._spec.get(kind, ()), key=lambda one: one["name"])
        return [self._message(one) for one in named if self._only is None or one["name"] in self._only]

    def _type_name(self, name: str) -> str:
        """The name of a type, or the other one that a language needs for it."""
        return self._renamed.get(type_name(name), type_name(name))

    def _need(self, name: str) -> None:
        if name in self._waiting:
            self._waiting.remove(name)
            self._define(self._named[name], self._schemas[name])

    def _message(self, one: Dict[str, Any]) -> Message:
        name = self._type_name(one["name"])
        schema = (one.get("result") or {}).get("schema")
        result = self.type(schema, name + "Result") if "result" in one and not one.get("x-notification") else None
        params = self.type(one.get("x-params", params_schema(one)), name)
        if isinstance(params, Named):
            return Message(one["name"], params.name, result)
        self.types.append(Record(self._free(name), one.get("summary", ""), []))
        return Message(one["name"], self.types[-1].name, result)

    def type(self, schema: Any, hint: str) -> Type:
        """The type of a schema; an object without a name gets one from ``hint``."""
        if not isinstance(schema, dict) or not schema:
            return ANY
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in self._named:
                return ANY
            if self._only is not None:
                self._need(name)
            return Named(self._named[name])
        if "enum" in schema or "const" in schema:
            return Fixed(tuple(schema["enum"] if "enum" in schema else [schema["const"]]))
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return either([self.type(one, f"{hint}{index or ''}") for index, one in enumerate(schema[choice])])
        if isinstance(schema.get("type"), list):
            return either([self.type({**schema, "type": one}, hint) for one in schema["type"]])
        if "allOf" in schema:
            return self.type(schema["allOf"][0], hint) if len(schema["allOf"]) == 1 else Keyed(ANY)
        if schema.get("type") == "array":
            return Listed(self.type(schema.get("items"), hint + "Item"))
        if schema.get("properties"):
            name = self._free(hint)
            self._define(name, schema)
            return Named(name)
        if schema.get("type") == "object":
            return Keyed(self.type(schema.get("additionalProperties"), hint + "Value"))
        known = ("string", "number", "integer", "boolean", "null")
        return Plain(schema["type"]) if schema.get("type") in known else ANY

    def _free(self, name: str) -> str:
        while name in self.names:
            name += "Object"
        self.names.add(name)
        return name

    def _define(self, name: str, schema: Any) -> None:
        schema = schema if isinstance(schema, dict) else {}
        doc = schema.get("description") or schema.get("title") or ""
        if not schema.get("properties"):
            tag = self._tags.get(name)
            self.types.append(Alias(name, doc, self.type(schema, name + "Value"), tag))
            return
        required = set(schema.get("required", ()))
        fields = [
            Field(member, self.type(part, name + type_name(member)), member in required, part.get("description", ""))
            for member, part in schema["properties"].items()
        ]
        self.types.append(Record(name, doc, fields, schema.get("additionalProperties") is not False))

    def record(self, name: str) -> Optional[Record]:
        """The record of this name, behind its other names."""
        found = next(one for one in self.types if one.name == name)
        if isinstance(found, Alias):
            return self.record(found.type.name) if isinstance(found.type, Named) else None
        return found


def params_schema(message: Dict[str, Any]) -> Dict[str, Any]:
    """The schema of all parameters of a message."""
    params = message.get("params", ())
    return {
        "type": "object",
        "description": message.get("description") or message.get("summary"),
        "properties": {
            param["name"]: {**param.get("schema", {}), "description": param.get("description", "")} for param in params
        },
        "required": [param["name"] for param in params if param.get("required")],
        "additionalProperties": False,
    }


def either(choices: List[Type]) -> Type:
    flat = [one for choice in choices for one in (choice.choices if isinstance(choice, Either) else (choice,))]
    unique = tuple(dict.fromkeys(flat))
    if ANY in unique:
        return ANY
    return unique[0] if len(unique) == 1 else Either(unique)


def without_null(kind: Type) -> Type:
    """The type without null; the same type if null does not fit."""
    if not isinstance(kind, Either) or NULL not in kind.choices:
        return kind
    return either([one for one in kind.choices if one != NULL])


def type_name(name: str) -> str:
    """``document/open``, ``hit-test`` and ``hitTest`` alike in UpperCamelCase."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^0-9A-Za-z]+", name) if part)


def main(
    doc: Optional[str], generate: Callable[[Model], Union[str, Dict[str, str]]], renamed: Optional[Dict[str, str]] = None
) -> int:
    """Prints the output of a generator, or writes it into the named file or folder.

    A generator may make several files by their names; as one text they follow each other.
    """
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument("--spec", type=Path, default=SPEC)
    parser.add_argument("--only", metavar="MESSAGE", action="append", help="leave out all other messages")
    parser.add_argument("output", type=Path, nargs="?", help="the file or folder to write to; standard output if left out")
    options = parser.parse_args()
    spec = json.loads(options.spec.read_text(encoding="utf-8"))
    known = {one["name"] for kind in ("methods", "x-notifications", "x-requests") for one in spec.get(kind, ())}
    for name in options.only or ():
        if name not in known:
            parser.error(f"no message is named {name}")
    made = generate(Model(spec, options.only, renamed))
    if isinstance(made, dict) and options.output and options.output.is_dir():
        for name, part in made.items():
            (options.output / name).write_text(part, encoding="utf-8")
        return 0
    text = made if isinstance(made, str) else "\n".join(made.values())
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0
