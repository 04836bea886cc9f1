import Wire

/// An item in the data of a node that is an option of a dialog: it has a source handle by `handlesFrom`.
public struct DialogItem: Sendable {
    /// The handle at which the dialog leaves.
    public let handle: Handle
    /// The item's `condition`, unchanged; nil if it has none.
    public let condition: JSON?
}

extension Document {
    /// The options in the data of a node, in the order of their handles.
    ///
    /// - Complexity: O(*n*) in the node's data.
    public func dialogItems(of node: Node.Slot) -> [DialogItem] {
        let sources = itemSources(of: node)
        guard sources.contains(where: { $0.kind == .source }), let fixed = type(of: node)?.handles else { return [] }
        return withNodeMembers(node) { members in
            guard let data = JSONMembers.cursor("data", in: members) else { return [] }
            var names = HandleNames(fixed)
            var found: [DialogItem] = []
            for source in sources {
                let first = names.list.count
                source.append(to: &names, from: data)
                if source.kind == .source { found += DialogItem.items(names.list[first...], at: source.path, in: data) }
            }
            return found
        }
    }
}

extension DialogItem {
    /// The items of a list, at most as many as it has handles.
    fileprivate static func items(
        _ handles: ArraySlice<Handle>, at path: JSONPointer, in data: JSONCursor
    ) -> [DialogItem] {
        guard var list = data.value(at: path), list.entersArray() else { return [] }
        return handles.map { handle in
            guard list.nextElement() else { return DialogItem(handle: handle, condition: nil) }
            let item = list
            list.skipValue()
            return DialogItem(handle: handle, condition: item.tree("condition"))
        }
    }
}
