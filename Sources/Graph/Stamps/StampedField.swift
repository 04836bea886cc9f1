import Wire

/// The name of a value with a stamp of its own: a member, or an inner member of a split one.
public struct StampedField: Hashable, Sendable {
    /// The name at the top of the element or the document.
    public let member: JSONString
    /// The name inside of a member that is split; nil for the member itself.
    public let child: JSONString?

    /// A member, or a member of one that is split.
    public init(_ member: JSONString, _ child: JSONString? = nil) {
        self.member = member
        self.child = child
    }

    static func < (a: StampedField, b: StampedField) -> Bool {
        if a.member != b.member { return a.member < b.member }
        guard let right = b.child else { return false }
        return a.child.map { $0 < right } ?? true
    }

    /// The name in a member `stamps`: `data/text`, with `/`, `~` and a first `@` of a name as `~1`, `~0` and `~2`.
    var name: JSONString {
        if self == .ends { return member }
        let first = StampedField.escaped(member, isFirst: true)
        return JSONString(child.map { first + "/" + StampedField.escaped($0, isFirst: false) } ?? first)
    }

    /// A field by the name that it has in a member `stamps`.
    public init(named name: JSONString) {
        if name == StampedField.ends.member {
            self = .ends
            return
        }
        var parts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in name.description.utf8 {
            if isEscaped {
                let plain: UInt8? = byte == 48 ? 0x7E : byte == 49 ? 0x2F : byte == 50 ? 0x40 : nil
                parts[parts.count - 1] += plain.map { [$0] } ?? [0x7E, byte]
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else if byte == UInt8(ascii: "/"), parts.count == 1 {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte)
            }
        }
        let texts = parts.map { JSONString(String(decoding: $0, as: UTF8.self)) }
        self.init(texts[0], texts.count > 1 ? texts[1] : nil)
    }

    private static func escaped(_ name: JSONString, isFirst: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in name.description.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += [0x7E, 48]
            case UInt8(ascii: "/"): bytes += [0x7E, 49]
            case UInt8(ascii: "@") where isFirst && bytes.isEmpty: bytes += [0x7E, 50]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A value with its stamp; nil is a member that is not there.
public struct StampedValue: Sendable, Equatable {
    /// The time when it was written.
    public var stamp: Stamp
    /// The value that was written; nil if the member was removed.
    public var value: JSON?

    /// A value with its stamp.
    public init(_ stamp: Stamp, _ value: JSON?) {
        self.stamp = stamp
        self.value = value
    }

    /// Returns true if this one wins over another: the later stamp does, then the greater canonical JSON.
    func wins(over other: StampedValue) -> Bool {
        if stamp != other.stamp { return other.stamp < stamp }
        guard let value, value != other.value else { return false }
        guard let loser = other.value else { return true }
        return loser.canonicalBytes.lexicographicallyPrecedes(value.canonicalBytes)
    }
}

/// The fields of an object, each with its value and stamp.
typealias StampedValues = FieldTable<StampedValue>

/// The choice of members of an object that are split into fields of their own, or are one field together.
enum StampedSplit {
    /// A node, of which `data` is split.
    case node
    /// An edge: `data` is split and the ends are one field.
    case edge
    /// `settings`, `types`, `edgeTypes`, `conflicts` and `constraints` of the document.
    case document

    func splits(_ name: JSONString) -> Bool {
        switch self {
        case .node, .edge: name == "data"
        case .document: Document.dividedMembers.contains(name) || name == "constraints"
        }
    }

    /// The parts of a split member, and the name for the member itself; nil if it is written as a whole.
    private func parts(of name: JSONString, _ value: JSON) -> (own: JSON, parts: [JSONObject.Member])? {
        guard splits(name) else { return nil }
        if name == "constraints" { return Constraint.byID(value).map { ([], $0) } }
        return value.objectValue.map { ([:], $0.members) }
    }

    /// The fields of an object. A split member is itself an empty object or list, or has its value if it is neither.
    func fields(of object: JSONObject) -> FieldTable<JSON> {
        var fields: [FieldTable<JSON>.Entry] = []
        fields.reserveCapacity(object.count + 4)
        if self == .edge, let ends = object.ends { fields.append((.ends, ends)) }
        for member in object.members where self == .document || member.name != "id" {
            if self == .edge && Edge.endMembers.contains(member.name) { continue }
            guard let (own, parts) = parts(of: member.name, member.value) else {
                fields.append((StampedField(member.name), member.value))
                continue
            }
            fields.append((StampedField(member.name), own))
            for child in parts { fields.append((StampedField(member.name, child.name), child.value)) }
        }
        return FieldTable(distinct: fields)
    }

    /// The object that fields make, its members sorted.
    func object(of values: StampedValues) -> JSONObject {
        var object = JSONObject()
        var rest = values.entries[...]
        while let name = rest.first?.field.member {
            let end = rest.firstIndex { $0.field.member != name } ?? rest.endIndex
            if let value = value(of: rest[..<end]) { object.append(name, value) }
            rest = rest[end...]
        }
        guard self == .edge, let ends = values[.ends]?.value?.objectValue else { return object }
        return JSONObject((object.members + ends.members).sorted { $0.name < $1.name })
    }

    /// The value of a field; of a member that is split, that of all its parts together.
    func value(of field: StampedField, in record: StampedRecord) -> JSON? {
        if field.child != nil || !splits(field.member) { return record.values[field]?.value }
        return object(of: record.values)[field.member]
    }

    /// The member that results from its fields: the first one is the whole, the others are its parts.
    ///
    /// If a split member is not an object, its parts count if one of them is later.
    private func value(of fields: ArraySlice<StampedValues.Entry>) -> JSON? {
        let own = fields.first.flatMap { $0.field.child == nil ? $0.value : nil }
        var parts = JSONObject()
        var latest = Stamp.unwritten
        for (field, value) in fields {
            guard let child = field.child, field != .ends, let json = value.value else { continue }
            parts.append(child, json)
            latest = max(latest, value.stamp)
        }
        let name = fields.first?.field.member ?? ""
        let joined: JSON = name == "constraints" ? .array(parts.members.map(\.value)) : .object(parts)
        guard let own, let whole = own.value else { return parts.isEmpty ? nil : joined }
        if let own = self.parts(of: name, whole), own.parts.isEmpty || whole.objectValue != nil { return joined }
        return !parts.isEmpty && own.stamp < latest ? joined : whole
    }
}

extension JSON {
    /// The one spelling that all equal values share.
    var canonicalBytes: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        var values = CanonicalValueWriter()
        values.write(self, into: &writer)
        return writer.take()
    }
}
