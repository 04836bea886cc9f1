import Graph
import Wire

/// An object of another program's file: its members in their order and spelling, of which some get new values.
struct NativeObject {
    private(set) var members: [(name: JSONString, value: JSONText)] = []

    /// An object without members.
    init() {}

    /// The members of an object's text; none for a value of another kind.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        JSONMembers.visit(text) { members.append((JSONString($0), JSONText(copy: $1))) }
    }

    /// The members of an object's text; none for a value of another kind.
    init(_ text: JSONText) { self = text.bytes.withUnsafeBufferPointer { NativeObject($0) } }

    /// The value of a member, the last of a name that occurs twice.
    ///
    /// A new value keeps the place of the old one, or comes last; nil removes the member.
    subscript(name: JSONString) -> JSONText? {
        get { members.last { $0.name == name }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.name == name } }
            if let place = members.lastIndex(where: { $0.name == name }) {
                members[place].value = newValue
            } else {
                members.append((name, newValue))
            }
        }
    }

    /// Adds a member behind the others, whose name may be one of theirs.
    mutating func append(_ name: JSONString, _ value: JSONText) { members.append((name, value)) }

    /// The string of a member; nil for one of another kind.
    func string(_ name: JSONString) -> String? { self[name]?.cursorValue { $0.string } }

    /// The number of a member.
    func number(_ name: JSONString) -> Double? { self[name]?.cursorValue { $0.number } }

    /// The object of a member; nil for one of another kind.
    func object(_ name: JSONString) -> NativeObject? {
        self[name].flatMap { $0.bytes.first == UInt8(ascii: "{") ? NativeObject($0) : nil }
    }

    /// The id of a member: a string, or a number as it is spelled.
    func id(_ name: JSONString) -> String? { self[name]?.cursorValue { $0.id } }

    /// Sets an id, unless the member means it already; a number stays one where the new id is a number, too.
    mutating func set(_ name: JSONString, id: String) {
        let old = self[name]
        if old?.cursorValue({ $0.id }) == id { return }
        let isNumber = old?.cursorValue { $0.number } != nil && (Int(id).map { $0.description == id } ?? false)
        self[name] = isNumber ? JSONText(trusted: Array(id.utf8)) : JSON.string(id).text
    }

    /// Sets a string, unless the member means it already.
    mutating func set(_ name: JSONString, string: String) {
        if self.string(name) != string { self[name] = JSON.string(string).text }
    }

    /// Sets a number, unless the member is the same but for the noise of sums.
    mutating func set(_ name: JSONString, number: Double) {
        if let old = self.number(name), old.isSame(as: number) { return }
        self[name] = JSON.number(number).text
    }

    /// Sets a list of numbers; those that are the same but for the noise of sums stay as they are spelled.
    ///
    /// An object with the members `0`, `1` … counts as a list.
    mutating func set(_ name: JSONString, numbers: [Double]) {
        if var object = object(name) {
            for (index, number) in numbers.enumerated() { object.set(JSONString("\(index)"), number: number) }
            self[name] = object.text
            return
        }
        var elements = self[name]?.elements ?? []
        for (index, number) in numbers.enumerated() {
            if index == elements.count { elements.append(.null) }
            if let old = elements[index].cursorValue({ $0.number }), old.isSame(as: number) { continue }
            elements[index] = JSON.number(number).text
        }
        self[name] = JSONText(elements: elements)
    }

    /// The object as a text.
    var text: JSONText {
        var writer = JSONWriter()
        writer.beginObject()
        for member in members {
            writer.name(member.name)
            writer.raw(member.value)
        }
        writer.endObject()
        return JSONText(trusted: writer.take())
    }
}

extension JSONText {
    /// Returns what `body` finds in the value.
    func cursorValue<Value>(_ body: (JSONCursor) -> Value?) -> Value? {
        bytes.withUnsafeBufferPointer { $0.isEmpty ? nil : body(JSONCursor($0)) }
    }

    /// The elements of a list; none for a value of another kind.
    var elements: [JSONText] {
        bytes.withUnsafeBufferPointer { text in
            var list: [JSONText] = []
            guard !text.isEmpty else { return [] }
            var cursor = JSONCursor(text)
            guard cursor.entersArray() else { return [] }
            while cursor.nextElement() {
                list.append(JSONText(copy: UnsafeBufferPointer(rebasing: text[cursor.rawValue()])))
            }
            return list
        }
    }

    /// A list of some values.
    init(elements: [JSONText]) {
        var writer = JSONWriter()
        writer.beginArray()
        for element in elements { writer.raw(element) }
        writer.endArray()
        self.init(trusted: writer.take())
    }

    /// The member `foreign` of an element or a document: what a format has of it.
    init(native value: JSONText, of format: Format) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.bytes.count + format.name.utf8.count + 5)
        bytes.append(contentsOf: "{\"".utf8)
        // Names of formats need no escapes.
        bytes.append(contentsOf: format.name.utf8)
        bytes.append(contentsOf: "\":".utf8)
        bytes.append(contentsOf: value.bytes)
        bytes.append(UInt8(ascii: "}"))
        self.init(trusted: bytes)
    }
}

extension Double {
    /// Returns true if another coordinate differs at most by the noise of sums.
    func isSame(as other: Double) -> Bool {
        self == other || abs(self - other) <= max(1e-6, 1e-12 * max(abs(self), abs(other)))
    }
}
