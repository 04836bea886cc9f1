import Graph
import Wire

/// An object of another program's file: its members in order and spelling; some get new values.
struct NativeObject {
    private(set) var members: [(name: JSONString, value: JSONText)] = []

    /// Makes an empty object.
    init() {}

    /// Reads the members of an object's text; none for other kinds of values.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        JSONMembers.visit(text) { members.append((JSONString($0), JSONText(copy: $1))) }
    }

    /// Reads the members of an object's text; none for other kinds of values.
    init(_ text: JSONText) { self = text.bytes.withUnsafeBufferPointer { NativeObject($0) } }

    /// The value of a member; the last one if a name is repeated.
    ///
    /// A new value replaces the old one in place, or is added at the end; nil removes the member.
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

    /// Adds a member at the end, even if its name exists.
    mutating func append(_ name: JSONString, _ value: JSONText) { members.append((name, value)) }

    /// The string of a member; nil for other kinds.
    func string(_ name: JSONString) -> String? { self[name]?.cursorValue { $0.string } }

    /// The number of a member; nil for other kinds.
    func number(_ name: JSONString) -> Double? { self[name]?.cursorValue { $0.number } }

    /// The object of a member; nil for other kinds.
    func object(_ name: JSONString) -> NativeObject? {
        self[name].flatMap { $0.bytes.first == UInt8(ascii: "{") ? NativeObject($0) : nil }
    }

    /// The id of a member: a string, or a number as spelled.
    func id(_ name: JSONString) -> String? { self[name]?.cursorValue { $0.id } }

    /// Sets an id unless the member is equal; a number stays a number if the new id is one.
    mutating func set(_ name: JSONString, id: String) {
        let old = self[name]
        if old?.cursorValue({ $0.id }) == id { return }
        let isNumber = old?.cursorValue { $0.number } != nil && (Int(id).map { $0.description == id } ?? false)
        self[name] = isNumber ? JSONText(trusted: Array(id.utf8)) : JSON.string(id).text
    }

    /// Sets a string unless the member is equal.
    mutating func set(_ name: JSONString, string: String) {
        if self.string(name) != string { self[name] = JSON.string(string).text }
    }

    /// Sets a number unless the member is equal apart from rounding errors.
    mutating func set(_ name: JSONString, number: Double) {
        if let old = self.number(name), old.isSame(as: number) { return }
        self[name] = JSON.number(number).text
    }

    /// Sets a list of numbers; those that are equal apart from rounding errors keep their spelling.
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

    /// The object as JSON text.
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
    /// Returns the result of `body` for the value; nil if it is empty.
    func cursorValue<Value>(_ body: (JSONCursor) -> Value?) -> Value? {
        bytes.withUnsafeBufferPointer { $0.isEmpty ? nil : body(JSONCursor($0)) }
    }

    /// The elements of a list; empty for other kinds.
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

    /// Makes a list of values.
    init(elements: [JSONText]) {
        var writer = JSONWriter()
        writer.beginArray()
        for element in elements { writer.raw(element) }
        writer.endArray()
        self.init(trusted: writer.take())
    }

    /// Makes the member `foreign` of an element or document with the part of one format.
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
    /// Returns true if two coordinates differ at most by rounding errors.
    func isSame(as other: Double) -> Bool {
        self == other || abs(self - other) <= max(1e-6, 1e-12 * max(abs(self), abs(other)))
    }
}
