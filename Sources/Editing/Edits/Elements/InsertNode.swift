import Geometry
import Graph
import Wire

extension Transaction {
    /// Adds a node in front of all others; one without data gets its type's.
    ///
    /// - Throws: `duplicateId`, `noSuchNode` (the parent), `parentCycle`, `notAccepted` or `locked` (the parent),
    ///   `invalidValue`, `limits`.
    @discardableResult
    public mutating func insertNode(_ node: Node) throws(EditError) -> Node.ID {
        let slot = try insert(document.withDefaultData(node))
        try checkTakes(document.nodes.parent(slot), path: ["parentId"])
        return node.id
    }

    /// Adds a node of a type, in its size and with its data unless others are given, around a point of the canvas: as a hand
    /// brings it, on the grid if nodes snap to it.
    ///
    /// - Throws: `invalidValue` (the node would leave the range of doubles), `limits`.
    public mutating func insertNode(
        type: String?, data: JSONText? = nil, center point: Point
    ) throws(EditError) -> Node.ID {
        var writer = JSONWriter()
        writer.beginObject()
        if let type {
            writer.name("type")
            writer.string(type)
        }
        if let data {
            writer.name("data")
            writer.raw(data)
        }
        writer.endObject()
        let geometry = NodeGeometry(x: point.x, y: point.y, width: .nan, height: .nan)
        let node = Node(id: makeNodeID(), geometry: geometry, members: writer.take())
        let slot = try insert(document.withDefaultData(node))
        let size = document.frame(slot).size
        try moveNodes([node.id], by: Point(x: -size.width / 2, y: -size.height / 2), snap: document.settings.snapToGrid)
        return node.id
    }
}
