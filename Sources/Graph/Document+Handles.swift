import Storage
import Wire

extension Document {
    /// The site of the handle that an end on a node names.
    public func handleSite(of node: Node.Slot, symbol: Symbol?, kind: Handle.Kind) -> HandleSite? {
        let list = nodes.handleList(node)
        guard let place = handlePlace(list: list, symbol: symbol, kind: kind) else { return nil }
        return handleSite(list: list, place: place)
    }

    /// The site of the first handle of a kind with this symbol, or of its first handle without a symbol; nil if there
    /// is none of the kind. O(1).
    public func ownHandleSite(of node: Node.Slot, symbol: Symbol?, kind: Handle.Kind) -> HandleSite? {
        let list = nodes.handleList(node)
        return firstPlace(in: list, symbol: symbol, kind: kind).map { handleSite(list: list, place: $0) }
    }

    /// Returns the index in a list of the handle that an end names: of the wanted kind, else of the other one; without
    /// a symbol the first of the kind.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    public func handlePlace(list: HandleList, symbol: Symbol?, kind: Handle.Kind) -> Int? {
        if let place = firstPlace(in: list, symbol: symbol, kind: kind) { return place }
        return symbol == nil ? nil : firstPlace(in: list, symbol: symbol, kind: kind == .source ? .target : .source)
    }

    /// Returns the index of the first handle with this symbol and kind in a list; without a symbol the first of the
    /// kind.
    ///
    /// It reads the table site by site, since handing the table on would retain all it holds.
    @inline(__always)
    func firstPlace(in list: HandleList, symbol: Symbol?, kind: Handle.Kind) -> Int? {
        let range = catalog.sites.range(of: list)
        if range.count > HandleSiteTable.shortList {
            return catalog.sites.placeInLongList(list, symbol: symbol, kind: kind)
        }
        for index in range {
            let site = catalog.sites[index]
            if site.kind == kind && (symbol == nil || site.symbol == symbol) { return index - range.lowerBound }
        }
        return nil
    }
}

extension Document {
    /// The area of the handle at an index of a list.
    public func handleArea(list: HandleList, place: Int, _ role: Handle.Role) -> HandleArea {
        catalog[list][place].area(role)
    }

    /// Returns the distance that areas of handles reach beyond their nodes; 0 if no handle has one.
    @inline(__always)
    public func areaReach(_ role: Handle.Role) -> Double {
        role == .start ? catalog.areaReach.start : catalog.areaReach.target
    }
}

extension Document {
    /// The member that is the id of the items of a list in a node's data; nil if the items have no handles.
    public func itemIDMember(at path: JSONPointer, of node: Node.Slot) -> JSONString? {
        itemSources(of: node).first { $0.path == path }?.idMember
    }

    /// The ids of the handles of a list's items, in their order, for each entry of the type's `handlesFrom` with this path.
    ///
    /// - Complexity: O(*n*) in the node's data.
    public func itemHandles(at path: JSONPointer, of node: Node.Slot) -> [(kind: Handle.Kind, ids: [Identifier])] {
        let sources = itemSources(of: node)
        guard sources.contains(where: { $0.path == path }), let fixed = type(of: node)?.handles else { return [] }
        return withNodeMembers(node) { members in
            guard let data = JSONMembers.cursor("data", in: members) else { return [] }
            var names = HandleNames(fixed)
            var found: [(kind: Handle.Kind, ids: [Identifier])] = []
            for source in sources {
                let first = names.list.count
                source.append(to: &names, from: data)
                if source.path == path { found.append((source.kind, names.list[first...].map(\.id))) }
            }
            return found
        }
    }

    /// Returns none if the node lists its own handles.
    func itemSources(of node: Node.Slot) -> [HandleSource] {
        nodes.flags(node).contains(.hasHandles) ? [] : type(of: node)?.handleSources ?? []
    }
}
