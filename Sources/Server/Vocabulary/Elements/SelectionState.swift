import Graph
import Interaction
import Wire

/// The number of selected elements, and their ids if they are wanted.
struct SelectionState: Sendable {
    var nodes = 0
    var edges = 0
    /// Lists of ids as JSON, so that a hundred thousand ids make no strings and are not copied.
    var nodeIds: JSONWriter?
    var edgeIds: JSONWriter?
}

extension SelectionState {
    init(_ selection: Selection, _ document: Document, withIDs: Bool) {
        nodes = selection.nodes.count
        edges = selection.edges.count
        if withIDs {
            nodeIds = .list(of: nodes) { writer in
                document.writeNodeIDs(document.nodesInOrder(selection.nodes), into: &writer)
            }
            edgeIds = .list(of: edges) { writer in
                document.writeEdgeIDs(document.edgesInOrder(selection.edges), into: &writer)
            }
        }
    }
}

extension JSONWriter {
    /// A list of ids, most of which are short.
    fileprivate static func list(of count: Int, _ write: (inout JSONWriter) -> Void) -> JSONWriter {
        var writer = JSONWriter(capacity: 16 + count * 12)
        writer.beginArray()
        write(&writer)
        writer.endArray()
        return writer
    }
}

extension Shape where Value == JSONWriter {
    /// A list of ids that was written already.
    fileprivate static let identifiers = Shape(
        schema: .array(of: Shape<Identifier>.identifier.schema),
        read: { (cursor) throws(ShapeError) in
            var writer = JSONWriter()
            writer.raw(try Shape<JSONText>.text.read(&cursor))
            return writer
        },
        write: { list, writer in list.withBytes { writer.raw($0) } })
}

extension Shape where Value == SelectionState {
    static let selection = Shape.object(
        "SelectionState", "How many elements are selected, and on request their ids.", initial: SelectionState(),
        members: [
            .required("nodes", \.nodes, .integer, "how many"),
            .required("edges", \.edges, .integer, "how many"),
            .optional("nodeIds", \.nodeIds, .identifiers, "in the order of the document"),
            .optional("edgeIds", \.edgeIds, .identifiers, "in the order of the document"),
        ])
}
