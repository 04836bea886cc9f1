import Editing
import Graph
import Interaction
import Storage
import Wire

/// The items that are no longer visible.
struct LeavingItems: FrameObject {
    let nodes: [String]
    let edges: [String]

    /// Nil where nothing left.
    init?(_ update: ViewUpdate) {
        let (nodes, edges, clusters) = (update.nodes.left, update.edges.left, update.clusters)
        if nodes.isEmpty && edges.isEmpty && clusters.left.isEmpty && clusters.leftLinks.isEmpty { return nil }
        self.nodes = nodes.map(\.string) + clusters.left.map(\.name)
        self.edges = edges.map(\.string) + clusters.leftLinks.map(\.name)
    }

    static func rows(_ rows: inout some FrameRows<LeavingItems>) {
        rows.optional(
            "nodes", .array(of: .string()), "ids of nodes, names of clusters", { $0.nodes.isEmpty ? nil : $0.nodes }
        ) { $2.names($0) }
        rows.optional(
            "edges", .array(of: .string()), "ids of edges, names of links", { $0.edges.isEmpty ? nil : $0.edges }
        ) { $2.names($0) }
    }
}

/// The items that have become visible, or those that are visible and changed.
struct FrameItems: FrameObject {
    let frame: ViewFrame
    let isEntering: Bool

    @inline(__always)
    static func rows(_ rows: inout some FrameRows<FrameItems>) {
        rows.optional(
            "nodes", .dictionary(of: NodeItem.schema), "by id; clusters by name", { $0.hasNodes ? () : nil }
        ) { $1.writeNodes(into: &$2) }
        rows.optional(
            "edges", .dictionary(of: EdgeItem.schema), "by id; links between clusters by name",
            { $0.hasEdges ? () : nil }
        ) { $1.writeEdges(into: &$2) }
    }

    var isEmpty: Bool { !hasNodes && !hasEdges }

    private var hasNodes: Bool {
        let (nodes, clusters) = (frame.update.nodes, frame.update.clusters)
        return isEntering
            ? !nodes.entered.isEmpty || !clusters.entered.isEmpty : !nodes.updated.isEmpty || !clusters.updated.isEmpty
    }

    private var hasEdges: Bool {
        let (edges, clusters) = (frame.update.edges, frame.update.clusters)
        return isEntering
            ? !edges.entered.isEmpty || !clusters.enteredLinks.isEmpty
            : !edges.updated.isEmpty || !clusters.updatedLinks.isEmpty
    }

    private func writeNodes(into writer: inout JSONWriter) {
        let (nodes, clusters) = (frame.update.nodes, frame.update.clusters)
        writer.beginObject()
        if isEntering {
            for index in nodes.entered { write(nodes.items[index], nil, into: &writer) }
            for (cell, cluster) in clusters.entered { write(cluster, nil, named: cell.name, into: &writer) }
        } else {
            for (index, members) in nodes.updated { write(nodes.items[index], members, into: &writer) }
            for (cell, cluster, members) in clusters.updated {
                write(cluster, members, named: cell.name, into: &writer)
            }
        }
        writer.endObject()
    }

    private func writeEdges(into writer: inout JSONWriter) {
        let (edges, clusters) = (frame.update.edges, frame.update.clusters)
        writer.beginObject()
        if isEntering {
            for index in edges.entered { write(edges.items[index], nil, into: &writer) }
            for link in clusters.enteredLinks { write(link, nil, named: link.name, into: &writer) }
        } else {
            for (index, members) in edges.updated { write(edges.items[index], members, into: &writer) }
            for link in clusters.updatedLinks { write(link, .count, named: link.name, into: &writer) }
        }
        writer.endObject()
    }

    private var place: ItemPlacement {
        ItemPlacement(document: frame.document, mode: frame.update.mode, flatness: frame.update.flatness)
    }

    private func write(_ node: NodeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        frame.document.writeNodeID(node.slot, into: &writer)
        let members = (changed ?? .all).intersection(frame.update.hasDetails ? .all : NodeItem.ofBoxes)
        writer.append(":{")
        ShownItem(item: node, members: members, isWhole: isEntering, place: place).writeMembers(into: &writer)
        writer.endObject()
    }

    private func write(_ edge: EdgeItem, _ changed: ItemMembers?, into writer: inout JSONWriter) {
        var members = changed ?? .all
        // A client draws the waypoints of a selected edge only.
        if members.contains(.selected) && !edge.waypoints.isEmpty { members.insert(.waypoints) }
        frame.document.writeEdgeID(edge.slot, into: &writer)
        writer.append(":{")
        ShownItem(item: edge, members: members, isWhole: isEntering, place: place).writeMembers(into: &writer)
        writer.endObject()
    }

    private func write<Item: FrameItem>(
        _ item: Item, _ changed: ItemMembers?, named name: String, into writer: inout JSONWriter
    ) {
        writer.name(name)
        ShownItem(item: item, members: changed ?? .all, isWhole: isEntering, place: place).write(into: &writer)
    }
}

/// The numbers of selected elements, and the elements that entered and left the selection.
struct ShownSelection: FrameObject {
    let counts: (nodes: Int, edges: Int)
    let change: SelectionChange?
    let document: Document

    static func rows(_ rows: inout some FrameRows<ShownSelection>) {
        rows.always("nodes", .integer(), "how many") { $1.integer($0.counts.nodes) }
        rows.always("edges", .integer(), "how many") { $1.integer($0.counts.edges) }
        rows.optional(
            "removed", SelectedElements.schema,
            "what left the selection, in a view opened with `selectionIds`; applied first", { $0.change }
        ) {
            SelectedElements(
                elements: $0.removed, goneNodes: $0.goneNodes, goneEdges: $0.goneEdges, document: $1.document
            )
            .write(into: &$2)
        }
        rows.optional(
            "added", SelectedElements.schema, "what entered it, in a view opened with `selectionIds`", { $0.change }
        ) {
            SelectedElements(elements: $0.added, goneNodes: [], goneEdges: [], document: $1.document)
                .write(into: &$2)
        }
    }
}

/// Elements that entered or left the selection.
private struct SelectedElements: FrameObject {
    let elements: Selection
    let goneNodes: [Node.ID]
    let goneEdges: [Edge.ID]
    let document: Document

    static func rows(_ rows: inout some FrameRows<SelectedElements>) {
        rows.always("nodes", .array(of: Shape.identifier.schema), "ids of nodes") { selected, writer in
            let document = selected.document
            writer.beginArray()
            document.writeNodeIDs(document.nodesInOrder(selected.elements.nodes), into: &writer)
            for id in selected.goneNodes { writer.string(id.string) }
            writer.endArray()
        }
        rows.always("edges", .array(of: Shape.identifier.schema), "ids of edges") { selected, writer in
            let document = selected.document
            writer.beginArray()
            document.writeEdgeIDs(document.edgesInOrder(selected.elements.edges), into: &writer)
            for id in selected.goneEdges { writer.string(id.string) }
            writer.endArray()
        }
    }
}

/// The edges whose dashes move as in SwiftFlow: canvas units a second, from source to target.
struct Animations: FrameObject {
    let edges: [Edge.Slot]
    let document: Document

    static func rows(_ rows: inout some FrameRows<Animations>) {
        rows.always("edges", .array(of: .string()), "in the order of the document") { $1.ids($0.edges, $0.document) }
        rows.always("rate", .number(), "canvas units a second, from source to target") { $1.number(30) }
        rows.always("dash", .array(of: .number()), "lengths of dash and gap") { _, writer in
            writer.beginArray()
            writer.number(5)
            writer.number(5)
            writer.endArray()
        }
    }
}

extension JSONWriter {
    /// Writes names as an array.
    mutating func names(_ names: some Sequence<String>) {
        beginArray()
        for name in names { string(name) }
        endArray()
    }

    /// Writes the ids of edges as an array.
    mutating func ids(_ edges: some Sequence<Edge.Slot>, _ document: Document) {
        beginArray()
        for slot in edges { document.writeEdgeID(slot, into: &self) }
        endArray()
    }
}
