#!/usr/bin/env python3
"""Writes the types of the protocol for Swift, as ``Codable`` structures and enumerations.

    swift.py [--spec FILE] [--only MESSAGE]... [OUTPUT]
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Dict, List, Optional

from model import (
    NULL, Alias, Either, Fixed, Keyed, Listed, Message, Model, Named, Plain, Record, Type, main, type_name, without_null
)

HEAD = Path(__file__).with_name("swift_head.swift")
PLAIN = {"string": "String", "number": "Double", "integer": "Int", "boolean": "Bool", "null": "Nothing", "any": "JSON"}
KEYWORDS = set(
    "as case catch class default defer deinit do else enum extension false for func if import in init inout is let nil "
    "operator private protocol public repeat return self static struct subscript super switch throw throws true try "
    "var where while".split()
)
READ = "let known = try decoder.container(keyedBy: Key.self)"
WRITE = "var known = encoder.container(keyedBy: Key.self)"


class Scope:
    """The declarations inside a type, for its members that are choices or unions without a name."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self.declarations: List[str] = []

    def expression(self, kind: Type, hint: str) -> str:
        if isinstance(kind, Named):
            return kind.name
        if isinstance(kind, Listed):
            return f"[{self.expression(kind.element, hint)}]"
        if isinstance(kind, Keyed):
            return f"[String: {self.expression(kind.element, hint)}]"
        if isinstance(kind, Plain):
            return PLAIN[kind.name]
        inner = without_null(kind)
        if inner != kind:
            return self.expression(inner, hint) + "?"
        name = hint + ("Choice" if isinstance(kind, Fixed) else "Union")
        self.declarations.append(self._generator.enumeration(name, kind, None))
        return name


class Generator:
    def __init__(self, model: Model) -> None:
        self._records: Dict[str, Record] = {one.name: one for one in model.types if isinstance(one, Record)}
        self._aliases: Dict[str, Alias] = {one.name: one for one in model.types if isinstance(one, Alias)}

    # Enumerations

    def enumeration(self, name: str, kind: Type, tag: Optional[str]) -> str:
        if isinstance(kind, Fixed):
            cases = [f"case {case_name(value)} = {json.dumps(value)}" for value in kind.values]
            return block(f"enum {name}: String, Codable", cases)
        scope = Scope(self)
        assert isinstance(kind, Either)
        return self._tagged(name, kind, tag) if tag else self._untagged(name, kind, scope)

    def _untagged(self, name: str, kind: Either, scope: Scope) -> str:
        cases: Dict[str, str] = {}
        for number, one in enumerate(kind.choices):
            written = scope.expression(one, f"Part{number}")
            case = {Named: lower(written), Fixed: "choice", Listed: "list", Keyed: "members"}.get(type(one))
            case = case or (one.name if isinstance(one, Plain) else "")
            cases[case if case not in cases else f"{case}{number}"] = written
        tried = "if let one = try? value.decode({}.self) {{ self = .{}(one); return }}"
        reads = ["let value = try decoder.singleValueContainer()"]
        reads += [tried.format(written, case) for case, written in cases.items()]
        reads.append(f'throw DecodingError.dataCorruptedError(in: value, debugDescription: "no {name}")')
        writes = block("switch self", [f"case .{case}(let one): try value.encode(one)" for case in cases])
        lines = [f"case {case}({written})" for case, written in cases.items()] + scope.declarations
        return coded(f"enum {name}: Codable", lines, reads, ["var value = encoder.singleValueContainer()", writes])

    def _tagged(self, name: str, kind: Either, tag: str) -> str:
        records, reads, writes, tags = [], [], [], []
        for one in kind.choices:
            assert isinstance(one, Named)
            (field,) = (field for field in self._records[one.name].fields if field.name == tag)
            assert isinstance(field.type, Fixed)
            values = ", ".join(map(json.dumps, field.type.values))
            case = case_name(field.type.values[0]) if len(field.type.values) == 1 else lower(one.name)
            records.append(f"case {case}({one.name})")
            reads.append(f"case {values}: self = .{case}(try {one.name}(from: decoder))")
            writes.append(f"case .{case}(let one): try one.encode(to: encoder)")
            tags.append(f"case .{case}(let one): one.{property_name(tag)}.rawValue")
        reads.append("default: throw DecodingError.dataCorruptedError(forKey: key, in: known, debugDescription: tag)")
        read = [f'let key: Key = "{tag}"', READ, "let tag = try known.decode(String.self, forKey: key)"]
        records.append(block(f"var {property_name(tag)}: String", [block("switch self", tags)]))
        return coded(
            f"enum {name}: Codable", records, [*read, block("switch tag", reads)], [block("switch self", writes)]
        )

    # Structures

    def structure(self, record: Record, call: Optional[Message]) -> str:
        scope = Scope(self)
        lines, reads, writes = [], [], []
        for field in record.fields:
            name, hint = property_name(field.name), type_name(field.name)
            given = self._resolved(field.type)
            value = without_null(given)
            inner = scope.expression(value, hint)
            if isinstance(value, Named) and self._leads(inner, record.name, set()):
                inner = f"Box<{inner}>"
            kind = f"Nullable<{inner}>" if value != given else inner
            if_present = "IfPresent" * (not field.is_required)
            constant = isinstance(field.type, Fixed) and len(field.type.values) == 1 and field.is_required
            start = f" = .{case_name(field.type.values[0])}" if constant else ""
            lines += [f"/// {field.doc}"] * bool(field.doc)
            lines.append(f"var {name}: {kind}{'?' if if_present else ''}{start}")
            reads.append(f"{name} = try known.decode{if_present}({kind}.self, forKey: {json.dumps(field.name)})")
            writes.append(f"try known.encode{if_present}({name}, forKey: {json.dumps(field.name)})")
        head = []
        if call:
            result = scope.expression(call.result or NULL, "Result")
            head = [f"static let method = {json.dumps(call.method)}", f"typealias Result = {result}"]
        if record.is_open:
            names = ", ".join(json.dumps(field.name) for field in record.fields)
            lines += ["/// Members that are not described.", "var others: [String: JSON] = [:]"]
            reads.append(f"others = try known.others(but: [{names}])")
            writes.append("for (name, value) in others { try known.encode(value, forKey: Key(name)) }")
        doc = f"/// {record.doc}\n" if record.doc else ""
        text = doc + block(f"struct {record.name}: {'Call, ' * bool(call)}Codable", head + scope.declarations + lines)
        if not record.is_open and all(property_name(field.name).strip("`") == field.name for field in record.fields):
            return text
        return text + "\n\n" + coded(f"extension {record.name}", [], [READ, *reads], [WRITE, *writes])

    def _resolved(self, kind: Type) -> Type:
        """The type that a name is for, where that may be null."""
        named = self._aliases.get(kind.name) if isinstance(kind, Named) else None
        return named.type if named and without_null(named.type) != named.type else kind

    def _leads(self, name: str, to: str, seen: set) -> bool:
        """Whether a value of a type holds one of another in itself, not in a list."""
        if name == to or name in seen or name not in self._records:
            return name == to
        inner = [without_null(field.type) for field in self._records[name].fields]
        return any(self._leads(one.name, to, seen | {name}) for one in inner if isinstance(one, Named))

    def alias(self, one: Alias) -> str:
        doc = f"/// {one.doc}\n" if one.doc else ""
        inner = without_null(one.type)
        if isinstance(inner, (Either, Fixed)) and inner == one.type:
            return doc + self.enumeration(one.name, inner, one.tag)
        scope = Scope(self)
        written = scope.expression(one.type, one.name)
        return "\n\n".join([*scope.declarations, f"{doc}typealias {one.name} = {written}"])


def coded(head: str, lines: List[str], reads: List[str], writes: List[str]) -> str:
    """A declaration with its own ways from and to JSON."""
    read = block("init(from decoder: any Decoder) throws", reads)
    return block(head, [*lines, read, block("func encode(to encoder: any Encoder) throws", writes)])


def block(head: str, lines: List[str]) -> str:
    inner = "\n".join(line for text in lines for line in text.split("\n"))
    return f"{head} {{\n" + re.sub(r"(?m)^(?=.)", "    ", inner) + "\n}"


def case_name(value: str) -> str:
    name = type_name(value)
    return property_name(name[:1].lower() + name[1:])


def property_name(name: str) -> str:
    plain = name.replace("$", "")
    return f"`{plain}`" if plain in KEYWORDS else plain


def lower(name: str) -> str:
    return name[:1].lower() + name[1:]


def generate(model: Model) -> str:
    calls = {one.type: one for kind in ("methods", "x-requests") for one in model.messages(kind)}
    notifications = model.messages("x-notifications")
    heard = [f"static let {case_name(one.method)} = {json.dumps(one.method)}" for one in notifications]
    generator = Generator(model)
    types = [
        generator.structure(one, calls.get(one.name)) if isinstance(one, Record) else generator.alias(one)
        for one in model.types
    ]
    return "\n\n".join([HEAD.read_text(encoding="utf-8"), *types, block("enum Notifications", heard)]) + "\n"


if __name__ == "__main__":
    sys.exit(main(__doc__, generate))
