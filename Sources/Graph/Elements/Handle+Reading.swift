import Geometry
import Wire

extension Handle {
    /// Reads a list of handles; entries that are not handles are skipped, and those beyond `Limits.handles`. Nil when it is
    /// not a list.
    static func readList(from cursor: inout JSONCursor) -> [Handle]? {
        guard cursor.entersArray() else { return nil }
        var list: [Handle] = []
        while cursor.nextElement() {
            let element = cursor
            cursor.skipValue()
            if list.count < Limits.handles, let handle = Handle(at: element) { list.append(handle) }
        }
        return list
    }

    /// Reads the handle at a cursor; nil without a type of handle.
    init?(at cursor: JSONCursor) {
        var cursor = cursor
        guard cursor.entersObject() else { return nil }
        var draft = HandleDraft()
        while let name = cursor.nextMember() {
            var value = cursor
            cursor.skipValue()
            draft.read(name, &value)
        }
        guard let handle = draft.handle else { return nil }
        self = handle
    }
}

/// A handle of which members have been read, in any order.
///
/// A member of a wrong kind counts as absent.
private struct HandleDraft {
    private var id: Identifier?
    private var kind: Handle.Kind?
    private var side: Side?
    private var fraction: Double?
    private var distance: Double?
    private var isConnectable = true
    private var result = Handle(id: Identifier(""), kind: .source, side: .center)

    mutating func read(_ name: JSONName, _ value: inout JSONCursor) {
        if name == "default" {
            if value.peek() != .null { result.defaultValue = try? JSONText(copying: &value, checked: false) }
            return
        }
        switch value.peek() {
        case .string: if let text = try? value.readString() { read(name, text) }
        case .number: if let number = try? value.readDouble() { read(name, number) }
        case .boolean: if let truth = try? value.readBoolean() { read(name, truth) }
        case .array: if name == "dataType" { result.dataTypes = Identifier.list(at: value) ?? [] }
        case .object: if name == "area", let areas = try? JSON(reading: &value, checked: false) { read(areas) }
        case .null, nil: break
        }
    }

    private mutating func read(_ areas: JSON) {
        let stated = ["start", "target"].map { areas[$0].flatMap { HandleArea($0) } }
        if stated.contains(where: { $0 != nil }) { result.areas = stated.map { $0 ?? .reach } }
    }

    private mutating func read(_ name: JSONName, _ text: String) {
        if name == "id" { id = Identifier(text) }
        if name == "type" { kind = Handle.Kind(rawValue: text) }
        if name == "position" { side = Side(rawValue: text) }
        if name == "dataType" { result.dataTypes = [Identifier(text)] }
        if name == "label" { result.label = text }
        if name == "whenFull" { result.replacesWhenFull = Handle.Overflow(rawValue: text) == .replace }
    }

    private mutating func read(_ name: JSONName, _ number: Double) {
        if name == "offset", number >= 0, number <= 1 { fraction = number }
        if name == "distance" { distance = number }
        if name == "limit", number >= 0, number < 1e9 { result.limit = Int(number) }
    }

    private mutating func read(_ name: JSONName, _ truth: Bool) {
        if name == "connectable" { isConnectable = truth }
        if name == "connectableStart" { result.isConnectableStart = truth }
        if name == "connectableEnd" { result.isConnectableEnd = truth }
        if name == "required" { result.isRequired = truth }
    }

    /// The handle; nil without a type of handle.
    var handle: Handle? {
        guard let kind else { return nil }
        var handle = result
        handle.kind = kind
        handle.id = id ?? Identifier(kind.rawValue)
        handle.side = side ?? kind.defaultSide
        handle.offset = distance.map { .distance($0) } ?? fraction.map { .fraction($0) } ?? .middle
        handle.isConnectableStart = handle.isConnectableStart && isConnectable
        handle.isConnectableEnd = handle.isConnectableEnd && isConnectable
        return handle
    }
}

extension Handle.Kind {
    /// The side of a handle that states none.
    var defaultSide: Side { self == .source ? .bottom : .top }
}

extension Identifier {
    /// Reads a list of names; nil if it is none.
    static func list(at cursor: JSONCursor) -> [Identifier]? {
        var cursor = cursor
        guard cursor.entersArray() else { return nil }
        var list: [Identifier] = []
        while cursor.nextElement() {
            guard cursor.peek() == .string, let name = try? cursor.readString() else { return nil }
            list.append(Identifier(name))
        }
        return list
    }
}
