import Geometry
import Wire

extension Handle {
    /// Reads a list of handles; skips entries that are not handles, and those beyond `Limits.handles`. Nil if it is
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
        var draft = HandleDraft()
        HandleDraft.table.readMembers(&cursor, into: &draft)
        guard let handle = draft.handle else { return nil }
        self = handle
    }
}

/// A partly read handle, with members in any order.
///
/// A member of a wrong kind counts as absent.
struct HandleDraft {
    fileprivate var id: Identifier?
    fileprivate var kind: Handle.Kind?
    fileprivate var side: Side?
    fileprivate var fraction: Double?
    fileprivate var distance: Double?
    /// The position on the node and the size, in React Flow's form.
    fileprivate var x: Double?
    fileprivate var y: Double?
    fileprivate var width = 0.0
    fileprivate var height = 0.0
    fileprivate var isConnectable = true
    fileprivate var result = Handle(id: Identifier(""), kind: .source, side: .center)

    static let table = TraitTable(members)

    /// The handle; nil without a type of handle.
    var handle: Handle? {
        guard let kind else { return nil }
        var handle = result
        handle.kind = kind
        handle.id = id ?? Identifier(kind.rawValue)
        handle.side = side ?? kind.defaultSide
        handle.offset =
            distance.map { .distance($0) } ?? fraction.map { .fraction($0) }
            ?? place(along: handle.side).map { .distance($0) } ?? .middle
        handle.isConnectableStart = handle.isConnectableStart && isConnectable
        handle.isConnectableEnd = handle.isConnectableEnd && isConnectable
        return handle
    }

    /// The distance of its middle from the beginning of a side; nil if it states none.
    private func place(along side: Side) -> Double? {
        switch side {
        case .left, .right: y.map { max(0, $0 + height / 2) }
        case .top, .bottom: x.map { max(0, $0 + width / 2) }
        case .center: nil
        }
    }
}

// MARK: The readers of members

extension Trait where Traits == HandleDraft {
    static var id: Trait { .string { $0.id = Identifier($1) } }
    static var kind: Trait { .string { $0.kind = Handle.Kind(rawValue: $1) } }
    static var side: Trait { .string { $0.side = Side(rawValue: $1) } }
    static var fraction: Trait { .number { if (0...1).contains($1) { $0.fraction = $1 } } }
    static var distance: Trait { .number { $0.distance = $1 } }
    static var x: Trait { .number { $0.x = $1 } }
    static var y: Trait { .number { $0.y = $1 } }
    static var width: Trait { .number { $0.width = max(0, $1) } }
    static var height: Trait { .number { $0.height = max(0, $1) } }
    static var label: Trait { .string { $0.result.label = $1 } }
    static var limit: Trait {
        .number { if let limit = Int(exactly: $1), (0...1_000_000_000).contains(limit) { $0.result.limit = limit } }
    }
    static var isRequired: Trait { .boolean { $0.result.isRequired = $1 } }
    static var isConnectable: Trait { .boolean { $0.isConnectable = $1 } }
    static var isConnectableStart: Trait { .boolean { $0.result.isConnectableStart = $1 } }
    static var isConnectableEnd: Trait { .boolean { $0.result.isConnectableEnd = $1 } }

    static var whenFull: Trait {
        .string { $0.result.overflow = Handle.Overflow(rawValue: $1) }
    }

    static var dataTypes: Trait {
        Trait { draft, cursor in
            if cursor.peek() == .array {
                draft.result.dataTypes = Identifier.list(at: cursor) ?? []
            } else if cursor.peek() == .string, let name = try? cursor.readString() {
                draft.result.dataTypes = [Identifier(name)]
                return true
            }
            return false
        }
    }

    static var defaultValue: Trait {
        Trait { draft, cursor in
            if cursor.peek() == .null { return false }
            draft.result.defaultValue = try? JSONText(copying: &cursor, checked: false)
            return true
        }
    }

    static var areas: Trait {
        Trait { draft, cursor in
            guard cursor.peek() == .object, let areas = try? JSON(reading: &cursor, checked: false) else {
                return false
            }
            let stated = ["start", "target"].map { areas[$0].flatMap { HandleArea($0) } }
            if stated.contains(where: { $0 != nil }) { draft.result.areas = stated.map { $0 ?? .reach } }
            return true
        }
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
