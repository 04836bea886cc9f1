import Geometry
import Graph
import Storage
import Wire

// All elements of a document are replaced by those of another one: matched by id, so that what stays is the same element.

/// A document whose elements replace those of another one.
struct Replacement {
    let source: Document
    let subgraph: Subgraph
    /// Is true if existing nodes keep the sizes that were measured here.
    let keepsSizes: Bool
    private let place: CopyPlace

    /// - Parameter point: the new top-left corner of the bounds; nil leaves everything in its position.
    /// - Throws: `invalidValue` (the point).
    init(_ source: Document, at point: Point?, keepsSizes: Bool = false) throws(EditError) {
        self.source = source
        self.keepsSizes = keepsSizes
        subgraph = Subgraph(source.nodeSlots, in: source)
        place = try CopyPlace(of: subgraph, in: source, at: point, otherwise: .zero)
    }

    /// Moves a node to its position, if that is on the canvas and not in another node.
    func move(_ node: inout Node, _ slot: Node.Slot) {
        if source.nodes.parent(slot) == nil { place.move(&node) }
    }

    /// An edge in its resulting form.
    ///
    /// - Throws: `invalidValue` (a waypoint would leave the range of doubles).
    func edge(_ slot: Edge.Slot) throws(EditError) -> Edge {
        var edge = source.edge(at: slot)
        if source.edges.flags(slot).contains(.bent) { try place.moveWaypoints(of: &edge) }
        return edge
    }
}

extension Transaction {
    /// Replaces all elements by those of another document, and adds missing types of nodes.
    ///
    /// An element with an id of the other document keeps its identity and gets content, parent and position from
    /// there; unchanged ones are not touched. The others are removed or inserted.
    ///
    /// - Parameters:
    ///   - point: the new top-left corner of the bounds on the canvas; nil leaves everything in its position.
    ///   - rules: the treatment of new edges, and of edges that end elsewhere, that the rules refuse.
    /// - Throws: `locked` (changed elements), `notAccepted`, `invalidData`, `invalidValue` (the point, or an element
    ///   that would leave the range of doubles), `connectionRefused`, `limits`.
    /// - Complexity: O(*n* log *n*) in the elements of both documents, and a question to the rules for each of these edges.
    public mutating func replaceElements(
        by other: Document, at point: Point? = nil, rules: RulePolicy = .report
    ) throws(EditError) -> Imported {
        let asked = rules == .report ? [] : document.edgesToAsk(of: other)
        let replacement = try Replacement(other, at: point)
        try refuseLocked(replacement)
        let losses = try addTypes(of: replacement.subgraph, from: other, keepsEdges: true)
        var imported = try put(replacement)
        imported.losses = losses
        try enforce(rules, on: &imported, asking: asked)
        return imported
    }

    /// Replaces everything in the document's hash by that of another one: the elements, as `replaceElements` does, and
    /// the document's own members.
    ///
    /// It checks neither rules nor locks, since it serves to find differences. Measured sizes stay.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n* log *n*) in the elements of both documents.
    public mutating func replaceContent(by other: Document) throws(EditError) {
        // Neither old nor new types and settings are asked about the elements.
        setMember("types", to: nil)
        setMember("settings", to: nil)
        _ = try put(Replacement(other, at: nil, keepsSizes: true))
        let new = other.countedContent
        let gone = document.countedContent.members.map(\.name).filter { new[$0] == nil }
        setMembers(gone.map { ($0, nil) } + new.members.map { ($0.name, $0.value) })
    }

    private mutating func put(_ replacement: Replacement) throws(EditError) -> Imported {
        let other = replacement.source
        for slot in document.edgeSlots.reversed() where other.edge(document.edgeID(slot)) == nil { removeEdge(slot) }
        try replaceNodes(replacement)
        try replaceEdges(replacement)
        for slot in document.nodeSlots.reversed() where other.node(document.nodeID(slot)) == nil { removeNode(slot) }
        var imported = Imported()
        imported.nodes = other.nodeSlots.map { other.nodeID($0) }
        imported.edges = other.edgeSlots.map { other.edgeID($0) }
        let nodes = imported.nodes.compactMap { document.node($0) }
        arrange(nodes, keys: nodes.map { document.nodes.order.key($0) }) { $0.moveNode($1, before: $2) }
        let edges = imported.edges.compactMap { document.edge($0) }
        arrange(edges, keys: edges.map { document.edges.order.key($0) }) { $0.moveEdge($1, before: $2) }
        return imported
    }

    /// Each node comes after its new parent, so parents may change places with their contents.
    private mutating func replaceNodes(_ replacement: Replacement) throws(EditError) {
        for slot in replacement.subgraph.preorder {
            let own = document.node(replacement.source.nodeID(slot))
            var node = content(of: slot, in: replacement.source, insteadOf: own)
            replacement.move(&node, slot)
            do throws(EditError) {
                if let own, replacement.keepsSizes { node.measured = document.measured(own) }
                if let own { try give(own, node) } else { try insert(node) }
            } catch {
                // The path is one in the node, which the parameters do not have.
                var error = error
                error.path = []
                throw error
            }
        }
    }

    /// Changes the content of a node; equal content keeps its spelling.
    private mutating func give(_ slot: Node.Slot, _ new: Node) throws(EditError) {
        var new = new
        var moved = document.node(at: slot)
        if new.members != moved.members, JSON.isEqual(new.members, moved.members) { new.members = moved.members }
        moved.setGeometry(new.geometry)
        if moved != new { return try replaceInTurn(slot, with: new) }
        try setGeometry(slot, new.geometry)
        if moved.measured != new.measured { state(new.measured, of: slot) }
    }

    private mutating func replaceEdges(_ replacement: Replacement) throws(EditError) {
        for slot in replacement.source.edgeSlots {
            let edge = try replacement.edge(slot)
            guard let own = document.edge(edge.id) else {
                try insert(edge)
                continue
            }
            let before = document.edge(at: own)
            if before.hasSameEnds(as: edge), JSON.isEqual(before.members, edge.members) { continue }
            try replace(edge: own, with: edge)
        }
    }

    /// Puts all elements of a kind into an order by the fewest moves.
    ///
    /// - Parameter keys: of each the key that it has in the order now.
    /// - Complexity: O(*n* log *n*).
    private mutating func arrange<Element>(
        _ slots: [Slot<Element>], keys: [UInt64], _ move: (inout Transaction, Slot<Element>, Slot<Element>?) -> Void
    ) {
        let stays = LongestRise(keys).members
        var successor: Slot<Element>?
        for (slot, stays) in zip(slots, stays).reversed() {
            if !stays { move(&self, slot, successor) }
            successor = slot
        }
    }
}

extension JSON {
    /// Returns true if two texts of valid JSON mean the same value.
    fileprivate static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        if a == b { return true }
        guard let a = try? JSON(JSONText(trusted: a), checked: false),
            let b = try? JSON(JSONText(trusted: b), checked: false)
        else { return false }
        return a == b
    }
}
