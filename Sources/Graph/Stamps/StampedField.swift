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

/// A value with its stamp; the value is nil for a missing member.
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
