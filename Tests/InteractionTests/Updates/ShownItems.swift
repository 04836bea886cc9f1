import Graph
import Interaction

/// The items that a client has of a view, by its updates alone.
struct ShownItems {
    var nodes: [Identifier: NodeItem] = [:]
    var edges: [Identifier: EdgeItem] = [:]

    mutating func apply(_ update: ViewUpdate?, _ document: Document) {
        guard let update else { return }
        ShownItems.apply(update.nodes, to: &nodes) { document.nodeID($0.slot) }
        ShownItems.apply(update.edges, to: &edges) { document.edgeID($0.slot) }
    }

    private static func apply<Item>(
        _ changes: ItemChanges<Item>, to items: inout [Identifier: Item], _ id: (Item) -> Identifier
    ) {
        for id in changes.left { items[id] = nil }
        for index in changes.entered + changes.updated.map(\.index) {
            items[id(changes.items[index])] = changes.items[index]
        }
    }
}

extension ItemChanges {
    /// The items that entered, in the order of the document.
    var enteredItems: [Item] { entered.map { items[$0] } }
}
