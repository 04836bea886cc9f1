import Editing
import Geometry
import Graph
import Interaction
import Wire

/// Moves nodes by one offset.
struct NodeMove: FrequentEdit {
    var ids: [Identifier] = []
    var by: Point?
    var to: Point?
    var snap: Bool?

    static let name = "node/move"
    static let label = "Move"
    static let summary =
        "Moves nodes with what they contain by one offset: the given one, or the one that moves the first node to a point."
    static let initial = NodeMove()
    static let failures: [Failure.Kind] = [.noSuchNode, .locked, .invalidValue]
    static let members: [Member<NodeMove>] = [
        .required("ids", \.ids, .array(of: .identifier), "of the nodes"),
        .optional("by", \.by, .point, "the offset"),
        .optional("to", \.to, .point, "the new top-left of the first node, on the canvas"),
        .optional(
            "snap", \.snap, .boolean,
            "whether the top-left of the first node snaps to the grid; by default `to` follows the setting and `by` does not"
        ),
    ]

    static func take(_ scanner: inout CompactScanner) -> NodeMove? {
        var move = NodeMove()
        guard scanner.takes(#""ids":["#) else { return nil }
        repeat {
            guard let id = scanner.takeIdentifier("\"") else { return nil }
            move.ids.append(id)
        } while scanner.takes(",")
        guard scanner.takes("],") else { return nil }
        if scanner.takes(#""to":"#) {
            move.to = scanner.takePoint()
        } else if scanner.takes(#""by":"#) {
            move.by = scanner.takePoint()
        }
        return move.to == nil && move.by == nil ? nil : move
    }

    func checkShape() throws(ShapeError) {
        if (by == nil) == (to == nil) { throw ShapeError("either `by` or `to`") }
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> Nothing {
        switch (by, to) {
        case (let offset?, nil): try transaction.moveNodes(ids, by: offset, snap: snap)
        case (nil, let point?): try transaction.moveNodes(ids, to: point, snap: snap)
        default: throw .invalid("either `by` or `to`")
        }
        return Nothing()
    }
}
