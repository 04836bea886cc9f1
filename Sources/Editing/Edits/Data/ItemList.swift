import Graph
import Wire

/// A list in the data of a node, with the names of its items' handles.
struct ItemList {
    /// The path of the list in `data`.
    let path: JSONPointer
    /// The member of an item that is its id: the one in the type's `handlesFrom`, else `id`.
    let idMember: JSONString
    /// Is true if the items have handles.
    let hasHandles: Bool
    /// The handles of the node.
    private let handles: [Identifier]
    private(set) var items: [JSON]

    /// - Throws: `invalidValue` if the path leads to no list.
    init(at path: JSONPointer, of node: Node.Slot, in document: Document, mayBeAbsent: Bool) throws(EditError) {
        if path.tokens.count > Limits.depth { throw .invalid("the path is too deep", path: ["path"]) }
        self.path = path
        handles = document.handles(node).map(\.id)
        let wanted = document.itemIDMember(at: path, of: node)
        hasHandles = wanted != nil
        idMember = wanted ?? "id"
        let data = document.withNodeMembers(node) { JSONMembers.value("data", in: $0) } ?? .null
        switch data[path] {
        case .array(let items)?: self.items = items
        case nil where mayBeAbsent, .null? where mayBeAbsent: items = []
        default: throw .invalid("the path leads to no list", path: ["path"])
        }
    }

    /// The index that an index or an id names.
    ///
    /// - Throws: `invalidValue`.
    func place(index: Int?, id: String?) throws(EditError) -> Int {
        if let index {
            if items.indices.contains(index) { return index }
            throw .invalid("the list has \(items.count) items", path: ["index"])
        }
        let wanted = id.map { JSONString($0) }
        guard let wanted, let place = items.firstIndex(where: { self.id(of: $0) == wanted }) else {
            throw .invalid("no item has this id", path: ["id"])
        }
        return place
    }

    func id(of item: JSON) -> JSONString? {
        if case .object(let object) = item, case .string(let id)? = object[idMember] { id } else { nil }
    }

    /// Refuses an item whose id is taken.
    ///
    /// - Throws: `duplicateId`.
    private func checkID(of item: JSON, besides place: Int?, path: String) throws(EditError) {
        guard let id = id(of: item) else { return }
        for (other, known) in items.enumerated() where other != place && self.id(of: known) == id {
            throw EditError(
                .duplicateId, "another item has the id \"\(id.description)\"", path: [path, idMember.description])
        }
    }

    // MARK: Changes

    /// Inserts an item into the list; an object that needs an id and has none gets one.
    ///
    /// - Returns: the id of the item, if it has one.
    /// - Throws: `invalidValue` (the index), `duplicateId`.
    mutating func insert(_ item: JSON, at index: Int) throws(EditError) -> String? {
        guard (0...items.count).contains(index) else {
            throw .invalid("the list has \(items.count) items", path: ["index"])
        }
        try checkID(of: item, besides: nil, path: "item")
        var item = item
        if hasHandles, case .object(var object) = item, object[idMember] == nil {
            object[idMember] = .string(madeID())
            item = .object(object)
        }
        items.insert(item, at: index)
        return id(of: item)?.string
    }

    /// The next id that neither an item nor a handle has: `i1`, `i2` and so on.
    private func madeID() -> String {
        let known = items.compactMap { id(of: $0)?.string }.map { Identifier($0) }
        return Identifier.counted("i", after: known + handles).string
    }

    /// Merges a patch into an item.
    ///
    /// - Throws: `duplicateId`.
    mutating func update(_ place: Int, by patch: JSON) throws(EditError) {
        let item = items[place].merging(patch)
        try checkID(of: item, besides: place, path: "patch")
        items[place] = item
    }

    /// Moves an item.
    ///
    /// - Throws: `invalidValue`.
    mutating func move(_ place: Int, to index: Int) throws(EditError) {
        guard items.indices.contains(index) else {
            throw .invalid("the list has \(items.count) items", path: ["to"])
        }
        items.insert(items.remove(at: place), at: index)
    }

    mutating func remove(_ place: Int) { items.remove(at: place) }
}
