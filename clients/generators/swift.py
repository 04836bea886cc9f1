#!/usr/bin/env python3
"""Writes the types of the protocol for Swift, as ``Codable`` structures and enumerations.

    swift.py [--spec FILE] [--only MESSAGE]... [OUTPUT]

Where the output is a folder, it gets a file of the types and one of the messages: a compiler with two cores reads both at
the same time. Ways from and to JSON are left to the compiler but where a null or a further member says something.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

from model import (
    NULL, Alias, Either, Field, Fixed, Keyed, Listed, Message, Model, Named, Plain, Record, Type, main, type_name, without_null
)

HEAD = Path(__file__).with_name("swift_head.swift")
PLAIN = {"string": "String", "number": "Double", "integer": "Int", "boolean": "Bool", "null": "Nothing", "any": "JSON"}
KEYWORDS = set(
    "as case catch class default defer deinit do else enum extension false for func if import in init inout is let nil "
    "operator private protocol public repeat return self static struct subscript super switch throw throws true try "
    "var where while".split()
)
RENAMED = {
    name: "Graph" + name
    for name in ("Animation", "Edge", "GestureState", "Handle", "Point", "Progress", "Rect", "Size", "Spring", "Transition")
}
"""Types whose names SwiftUI, Foundation or the system's headers have, too: in a file that imports both, they mean neither."""
READ = "let known = try decoder.container(keyedBy: Key.self)"
WRITE = "var known = encoder.container(keyedBy: Key.self)"
CODED = "Codable, Sendable"
WIDTH = 120
PATCHES = {"NodeItem": "NodeItemPatch", "EdgeItem": "EdgeItemPatch", "LinkItem": "EdgeItemPatch"}
"""The items of scenes with the types of their changes."""


class Scope:
    """The declarations inside a type, for its members that are choices or unions without a name.

    What an earlier structure has declared for a member of the same name is that structure's.
    """

    def __init__(self, generator: Generator, owner: str = "") -> None:
        self._generator = generator
        self._owner = owner
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
        known = self._generator.shared.setdefault((name, repr(kind)), self._owner) if self._owner else ""
        if known != self._owner:
            self.declarations.append(f"public typealias {name} = {known}.{name}")
        else:
            self.declarations.append(self._generator.enumeration(name, kind, None))
        return name


class Generator:
    def __init__(self, model: Model, notifications: Set[str]) -> None:
        self._records: Dict[str, Record] = {one.name: one for one in model.types if isinstance(one, Record)}
        self._aliases: Dict[str, Alias] = {one.name: one for one in model.types if isinstance(one, Alias)}
        self._notifications = notifications
        self.shared: Dict[Tuple[str, str], str] = {}
        """Which structure has declared a type without a name."""

    # Enumerations

    def enumeration(self, name: str, kind: Type, tag: Optional[str]) -> str:
        if isinstance(kind, Fixed):
            cases = [f"case {case_name(value)} = {json.dumps(value)}" for value in kind.values]
            return block(f"public enum {name}: String, {CODED}", cases)
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
        return coded(f"public enum {name}: {CODED}", lines, reads, ["var value = encoder.singleValueContainer()", writes])

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
            raw = "" if is_constant(field) else ".rawValue"
            tags.append(f"case .{case}(let one): one.{property_name(tag)}{raw}")
        reads.append("default: throw DecodingError.dataCorruptedError(forKey: key, in: known, debugDescription: tag)")
        read = [f'let key: Key = "{tag}"', READ, "let tag = try known.decode(String.self, forKey: key)"]
        records.append(block(f"public var {property_name(tag)}: String", [block("switch self", tags)]))
        return coded(
            f"public enum {name}: {CODED}", records, [*read, block("switch tag", reads)], [block("switch self", writes)]
        )

    # Structures

    def structure(self, record: Record, message: Optional[Message]) -> str:
        scope = Scope(self, record.name)
        lines, reads, writes, given, taken = [], [], [], [], []
        is_plain = bool(record.fields) and not record.is_open
        for field in record.fields:
            name, hint = property_name(field.name), type_name(field.name)
            resolved = self._resolved(field.type)
            value = without_null(resolved)
            lines += [f"/// {field.doc}"] * bool(field.doc)
            if is_constant(field):
                lines.append(f"public private(set) var {name} = {json.dumps(field.type.values[0])}")
                reads.append(f"{name} = try known.read({json.dumps(field.name)})")
                writes.append(f"try known.write({name}, {json.dumps(field.name)})")
                continue
            inner = scope.expression(value, hint)
            if isinstance(value, Named) and self._leads(inner, record.name, set()):
                inner = f"Box<{inner}>"
            kind = f"Nullable<{inner}>" if value != resolved else inner
            # A null that is there is kept where it says something.
            read = "read" if field.is_required else "readIfPresent" if kind == inner != "JSON" else "readNullable"
            start = "" if field.is_required else " = nil"
            kind += "" if field.is_required else "?"
            lines.append(f"public var {name}: {kind}")
            is_plain = is_plain and read != "readNullable" and name.strip("`") == field.name
            reads.append(f"{name} = try known.{read}({json.dumps(field.name)})")
            writes.append(f"try known.write({name}, {json.dumps(field.name)})")
            given.append(f"{name}: {kind}{start}")
            taken.append(name)
        if record.is_open:
            names = ", ".join(json.dumps(field.name) for field in record.fields)
            lines += ["/// Members that are not described.", "public var others: [String: JSON]"]
            reads.append(f"others = try known.others(but: [{names}])")
            writes.append("for (name, value) in others { try known.encode(value, forKey: Key(name)) }")
            given.append("others: [String: JSON] = [:]")
            taken.append("others")
        lines.append(block(f"public init({', '.join(given)})", assignments(taken)) if taken else "public init() {}")
        lines += self._patching(record)
        head, kind = self._role(message, scope)
        doc = f"/// {record.doc}\n" if record.doc else ""
        if is_plain:
            return doc + block(f"public struct {record.name}: {kind}{CODED}", head + scope.declarations + lines)
        read, write = ([READ, *reads], [WRITE, *writes]) if reads else ([], ["_ = encoder.container(keyedBy: Key.self)"])
        return doc + coded(
            f"public struct {record.name}: {kind}{CODED}", head + scope.declarations + lines, read, write
        )

    def _role(self, message: Optional[Message], scope: Scope) -> Tuple[List[str], str]:
        """What a type has as the parameters of a message, and what it conforms to."""
        if message is None:
            return [], ""
        method = f"public static let method = {json.dumps(message.method)}"
        if message.method in self._notifications:
            return [method], "ServerNotification, "
        result = scope.expression(message.result or NULL, "Result")
        return [method, f"public typealias Result = {result}"], "Call, "

    def _patching(self, record: Record) -> List[str]:
        """The function that changes an item of a scene as an update says."""
        patch = self._records.get(PATCHES.get(record.name, ""))
        if patch is None:
            return []
        lines = []
        own = {field.name: field for field in record.fields}
        for field in (field for field in patch.fields if field.name in own):
            name = property_name(field.name)
            if isinstance(field.type, Keyed):
                lines.append(f"{name} = {name}.changed(by: patch.{name})")
                continue
            is_nullable = without_null(self._resolved(field.type)) != self._resolved(field.type)
            given, new = (f"patch.{name}", "new.orNil" if is_nullable else "new")
            if is_nullable and own[field.name].is_required:
                given, new = given + "?.orNil", "new"
            lines.append(f"if let new = {given} {{ {name} = {new} }}")
        head = f"/// Sets what a change has.\npublic mutating func apply(_ patch: {patch.name})"
        return [block(head, lines)]

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
        return "\n\n".join([*scope.declarations, f"{doc}public typealias {one.name} = {written}"])


def assignments(names: List[str]) -> List[str]:
    """Takes parameters into properties, as many in a line as fit."""
    lines: List[List[str]] = [[]]
    for name in names:
        if lines[-1] and 20 + 2 * sum(len(one) + 6 for one in [*lines[-1], name]) > WIDTH:
            lines.append([])
        lines[-1].append(name)
    joined = [(", ".join(f"self.{name}" for name in line), ", ".join(line), len(line) > 1) for line in lines]
    return [f"({given}) = ({taken})" if several else f"{given} = {taken}" for given, taken, several in joined]


def is_constant(field: Field) -> bool:
    return isinstance(field.type, Fixed) and len(field.type.values) == 1 and field.is_required


def coded(head: str, lines: List[str], reads: List[str], writes: List[str]) -> str:
    """A declaration with its own ways from and to JSON."""
    read = block("public init(from decoder: any Decoder) throws", reads)
    return block(head, [*lines, read, block("public func encode(to encoder: any Encoder) throws", writes)])


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


def generate(model: Model) -> Dict[str, str]:
    """The texts of the files, by their names: the types by which others are described, and those of the messages."""
    described = len(model.types)
    messages = {one.type: one for kind in ("methods", "x-requests") for one in model.messages(kind)}
    notifications = {one.type: one for one in model.messages("x-notifications")}
    generator = Generator(model, {one.method for one in notifications.values()})
    messages.update(notifications)
    types = [
        generator.structure(one, messages.get(one.name)) if isinstance(one, Record) else generator.alias(one)
        for one in model.types
    ]
    head = HEAD.read_text(encoding="utf-8")
    parts = {"Types.swift": [head, *types[:described]], "Messages.swift": [head.partition("\n\n")[0], *types[described:]]}
    return {name: "\n\n".join(texts) + "\n" for name, texts in parts.items()}


if __name__ == "__main__":
    sys.exit(main(__doc__, generate, RENAMED))
