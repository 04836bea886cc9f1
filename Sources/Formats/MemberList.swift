import Graph
import Wire

/// The members of an object that is being put together for another program's file; each name is added once.
struct MemberList {
    private var members: [(name: JSONString, value: JSONText)] = []

    mutating func add(_ name: JSONString, _ value: JSONText) { members.append((name, value)) }

    mutating func add(_ name: JSONString, _ value: JSON) { members.append((name, value.text)) }

    /// The members in the order of the names' bytes.
    var sorted: [(name: JSONString, value: JSONText)] { members.sorted { $0.name < $1.name } }

    /// Writes the object on one line, members sorted.
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
    /// A value without white space in a valid text.
    init(copy: UnsafeBufferPointer<UInt8>) { self.init(trusted: Array(copy)) }

    static let null = JSON.null.text
    static let yes = JSON.boolean(true).text
    static let no = JSON.boolean(false).text
    static let emptyObject = JSON.object([:]).text

    /// The value as a tree.
    var json: JSON? {
        // Nil if no tree can hold it.
        try? withCursor { (cursor) throws(ShapeError) in try JSON(reading: &cursor, checked: false) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Is true if the text of a value is null.
    var isNull: Bool { has("null") }

    /// Returns true if these are the bytes of a text.
    func has(_ text: StaticString) -> Bool {
        hasSameBytes(as: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The value whose text this is in a valid one, as a tree; nil if no tree can hold it.
    var json: JSON? {
        var cursor = JSONCursor(self)
        return try? JSON(reading: &cursor, checked: false)
    }
}

/// Switches and the like, by what they are where an element does not say it.
private let switches: [(name: String, value: StaticString)] = [
    ("hidden", "false"), ("locked", "false"), ("collapsed", "false"), ("expandParent", "false"),
    ("animated", "false"), ("avoid", "false"),
    ("selectable", "true"), ("connectable", "true"), ("deletable", "true"), ("reconnectable", "true"),
    ("shape", "\"rectangle\""),
]
private let switchNames = NameTable(switches.map(\.name))

/// Returns true if a member says no more than its absence would.
func saysNothing(_ name: JSONName, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    value.isNull || switchNames.index(of: name).map { value.has(switches[$0].value) } ?? false
}

func saysNothing(_ name: JSONString, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    name.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return value.isNull }
        return saysNothing(JSONName(start: start, count: bytes.count, hasEscapes: false), value)
    }
}
