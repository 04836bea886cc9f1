import Geometry
import Wire

/// A list in the data of nodes with a handle for each item: an entry of a type's `handlesFrom`.
struct HandleSource: Sendable {
    /// The path of the list in `data`.
    let path: JSONPointer
    /// The member of an item that is its handle's id.
    let idMember: JSONString
    private let labelMember: JSONString?
    private let spacing: Spacing
    /// The members that the handles share.
    private var template: Handle

    /// The spacing of the handles along their side.
    private enum Spacing: Sendable {
        case even
        case steps(start: Double, step: Double)

        /// Returns the offset of the k-th handle of n.
        func offset(_ k: Int, of n: Int) -> SideOffset {
            switch self {
            case .even: .fraction(Double(k + 1) / Double(n + 1))
            case .steps(let start, let step): .distance(start + Double(k) * step)
            }
        }
    }

    /// Returns nil for a value that is no such entry; a member of a wrong kind counts as absent.
    ///
    /// - Parameter isDialog: whether the type has a role in dialogs.
    init?(_ json: JSON, isDialog: Bool) {
        guard let path = json["path"]?.stringValue.flatMap({ JSONPointer($0) }),
            let kind = json["type"]?.stringValue.flatMap({ Handle.Kind(rawValue: $0) })
        else { return nil }
        self.path = path
        idMember = JSONString(json["idMember"]?.stringValue ?? "id")
        labelMember = json["labelMember"]?.stringValue.map { JSONString($0) }
        spacing = json["step"]?.doubleValue.map { .steps(start: json["start"]?.doubleValue ?? 0, step: $0) } ?? .even
        let side = json["position"]?.stringValue.flatMap { Side(rawValue: $0) }
        template = Handle(id: Identifier(""), kind: kind, side: side ?? kind.defaultSide)
        template.limit = json["limit"]?.integerValue.flatMap { 0...1_000_000_000 ~= $0 ? $0 : nil }
        template.overflow = json["whenFull"]?.stringValue.flatMap { Handle.Overflow(rawValue: $0) }
        template.dataTypes = Identifier.list(json["dataType"])
        if isDialog { template = template.asExit }
    }

    /// The kind of the handles.
    var kind: Handle.Kind { template.kind }

    /// The stem of the id of an item that has none: the last member of the path.
    private var stem: String { path.tokens.last?.string ?? "data" }

    /// Adds a handle for each item of the list in `data`, up to `Limits.handles` in all.
    ///
    /// - Complexity: O(*n*) in the bytes of the data.
    func append(to handles: inout HandleNames, from data: JSONCursor) {
        guard var list = data.value(at: path), list.entersArray() else { return }
        let free = Limits.handles - handles.list.count
        var items: [Item] = []
        while items.count < free, list.nextElement() {
            items.append(Item(at: list, idMember, labelMember))
            list.skipValue()
        }
        for (k, item) in items.enumerated() {
            var handle = template
            handle.id = handles.freeID(for: item.id, kind, otherwise: "\(stem)-\(k)", suffix: "-\(k)")
            handle.label = item.label
            handle.offset = spacing.offset(k, of: items.count)
            handles.append(handle)
        }
    }

    /// The members of an item that concern its handle.
    private struct Item {
        var id: Identifier?
        var label: String?

        /// An item that is not an object has no members.
        init(at cursor: JSONCursor, _ idMember: JSONString, _ labelMember: JSONString?) {
            var cursor = cursor
            guard cursor.entersObject() else { return }
            while let name = cursor.nextMember() {
                var value = cursor
                cursor.skipValue()
                let name = JSONString(name)
                guard name == idMember || name == labelMember else { continue }
                let text = value.peek() == .string ? try? value.readString() : nil
                if name == idMember { id = text.flatMap { $0.isEmpty ? nil : Identifier($0) } }
                if name == labelMember { label = text }
            }
        }
    }
}

/// A list of handles in the making, and the ids it has.
struct HandleNames {
    private(set) var list: [Handle]
    private var taken: [Handle.Kind: Set<Identifier>] = [:]

    init(_ list: [Handle]) {
        self.list = list
        for handle in list { taken[handle.kind, default: []].insert(handle.id) }
    }

    mutating func append(_ handle: Handle) {
        list.append(handle)
        taken[handle.kind, default: []].insert(handle.id)
    }

    /// The desired id if no handle of the kind has it, else one with a suffix that is free.
    func freeID(for wanted: Identifier?, _ kind: Handle.Kind, otherwise: String, suffix: String) -> Identifier {
        let taken = taken[kind] ?? []
        if let wanted, !taken.contains(wanted) { return wanted }
        var id = otherwise
        while taken.contains(Identifier(id)) { id += suffix }
        return Identifier(id)
    }
}

extension Identifier {
    /// A name, or a list of names; none if it is neither.
    static func list(_ json: JSON?) -> [Identifier] {
        if let name = json?.stringValue { return [Identifier(name)] }
        let names = json?.arrayValue ?? []
        let list = names.compactMap { $0.stringValue.map { Identifier($0) } }
        return list.count == names.count ? list : []
    }
}
