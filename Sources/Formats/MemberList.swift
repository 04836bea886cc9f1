import Graph
import Wire

/// A builder of an object for files of other programs; each name is added once.
struct MemberList {
    private var members: [(name: JSONString, value: JSONText)] = []

    mutating func add(_ name: JSONString, _ value: JSONText) { members.append((name, value)) }

    mutating func add(_ name: JSONString, _ value: JSON) { members.append((name, value.text)) }

    /// The members in the byte order of their names.
    var sorted: [(name: JSONString, value: JSONText)] { members.sorted { $0.name < $1.name } }

    /// Writes the object on one line with sorted members.
    func write(into writer: inout JSONWriter) {
        writer.beginObject()
        for member in sorted {
            writer.name(member.name)
            writer.raw(member.value)
        }
        writer.endObject()
    }
}

extension JSONText {
    /// Copies a value without white space from a valid text.
    init(copy: UnsafeBufferPointer<UInt8>) { self.init(trusted: Array(copy)) }

    static let null = JSON.null.text
    static let yes = JSON.boolean(true).text
    static let no = JSON.boolean(false).text
    static let emptyObject = JSON.object([:]).text

    /// The value as a tree.
    var json: JSON? {
        // Nil if the nesting is too deep for a tree.
        try? withCursor { (cursor) throws(ShapeError) in try JSON(reading: &cursor, checked: false) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Is true if the text of a value is `null`.
    var isNull: Bool { has("null") }

    /// Returns true if the bytes equal a text.
    func has(_ text: StaticString) -> Bool {
        hasSameBytes(as: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The value of a valid text as a tree; nil if the nesting is too deep.
    var json: JSON? {
        var cursor = JSONCursor(self)
        return try? JSON(reading: &cursor, checked: false)
    }
}

/// The members with a default value, and that value.
private let switches: [(name: String, value: StaticString)] = [
    ("hidden", "false"), ("locked", "false"), ("collapsed", "false"), ("expandParent", "false"),
    ("animated", "false"), ("avoid", "false"),
    ("selectable", "true"), ("connectable", "true"), ("deletable", "true"), ("reconnectable", "true"),
    ("shape", "\"rectangle\""),
]
private let switchNames = NameTable(switches.map(\.name))

/// Returns true if a member has no effect: it is null or its default.
func saysNothing(_ name: JSONName, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.isNull || switchNames.index(of: name).map { value.has(switches[$0].value) } ?? false
}

func saysNothing(_ name: JSONString, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    name.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return value.isNull }
        return saysNothing(JSONName(start: start, count: bytes.count, hasEscapes: false), value)
    }
}
