import Graph
import Storage
import Wire

/// The effect of a change on the elements of a document, found out before the first of them is touched.
struct ChangePlan {
    /// The nodes that change or are new, in the order of the change, each with its slot if it is there.
    private(set) var nodes: [(node: Node, own: Node.Slot?)] = []
    /// The edges that are replaced, with their slots.
    private(set) var edges: [(edge: Edge, own: Edge.Slot?)] = []
    private(set) var goneNodes = SlotSet<Node>()
    private(set) var goneEdges = SlotSet<Edge>()

    /// Finds the elements of a change.
    ///
    /// - Throws: `noSuchNode`, `noSuchEdge`, `invalidValue`.
    init(_ change: DocumentChange, in document: Document) throws(EditError) {
        let nodes = ChangePlan.unknown(change.nodes) { document.node($0) != nil }
        let edges = ChangePlan.unknown(change.edges) { document.edge($0) != nil }
        if !nodes.isEmpty {
            var error = EditError.noSuchNode(nodes)
            error.edges = edges
            throw error
        }
        if !edges.isEmpty { throw .noSuchEdge(edges) }
        for (id, alteration) in change.nodes {
            do throws(EditError) {
                try add(node: id, alteration, document)
            } catch {
                throw error.inside("change", "nodes", id.string)
            }
        }
        for (id, alteration) in change.edges {
            do throws(EditError) {
                try add(edge: id, alteration, document)
            } catch {
                throw error.inside("change", "edges", id.string)
            }
        }
    }

    /// The elements that should be there, for only a whole one can be new.
    private static func unknown(
        _ elements: [DocumentChange.Element], _ isKnown: (Identifier) -> Bool
    ) -> [Identifier] {
        elements.compactMap { id, alteration in
            if case .whole = alteration { return nil }
            return isKnown(id) ? nil : id
        }
    }

    private mutating func add(
        node id: Node.ID, _ alteration: DocumentChange.Alteration, _ document: Document
    ) throws(EditError) {
        let own = document.node(id)
        let text = try ChangePlan.text(id, alteration) { own.map { document.node(at: $0).text } }
        guard let text else {
            if let own { goneNodes.insert(own) }
            return
        }
        let node: Node
        do throws(EditError) {
            node = try Node(text, isStored: true)
        } catch {
            throw error.inside(alteration.memberName)
        }
        if node.id != id { throw ChangePlan.differentID(alteration) }
        nodes.append((node, own))
    }

    private mutating func add(
        edge id: Edge.ID, _ alteration: DocumentChange.Alteration, _ document: Document
    ) throws(EditError) {
        let own = document.edge(id)
        let text = try ChangePlan.text(id, alteration) { own.map { document.edge(at: $0).text } }
        guard let text else {
            if let own { goneEdges.insert(own) }
            return
        }
        let edge: Edge
        do throws(EditError) {
            edge = try Edge(text, isStored: true)
        } catch {
            throw error.inside(alteration.memberName)
        }
        if edge.id != id { throw ChangePlan.differentID(alteration) }
        edges.append((edge, own))
    }

    private static func differentID(_ alteration: DocumentChange.Alteration) -> EditError {
        .invalid("the id of an element is the name under which it stands", path: [alteration.memberName, "id"])
    }

    /// An element after its change; nil if it is removed.
    private static func text(
        _ id: Identifier, _ alteration: DocumentChange.Alteration, _ before: () -> JSONText?
    ) throws(EditError) -> JSONText? {
        switch alteration {
        case .gone: return nil
        case .whole(let text): return text
        case .assign(let set, let unset):
            guard let before = before() else { return nil }
            return try MemberPatch.assign(set: set, unset: unset).applied(to: before, id: id, isExact: true)?.text
                ?? before
        }
    }

    /// The indices in `nodes`, ordered so that each comes after its new parent.
    ///
    /// - Throws: `parentCycle`.
    /// - Complexity: O(the nodes of the change, and their new ancestors).
    func preorder(in document: Document) throws(EditError) -> [Int] {
        var places: [Identifier: Int] = [:]
        for (place, entry) in nodes.enumerated() { places[entry.node.id] = place }
        var order: [Int] = []
        // By which walk outwards a node was reached.
        var walks: [Identifier: Int] = [:]
        for start in nodes.indices {
            var chain: [Int] = []
            var next: Identifier? = nodes[start].node.id
            while let id = next {
                if let walk = walks[id] {
                    if walk < start { break }
                    throw EditError(.parentCycle, "\"\(id)\" cannot lie inside itself", nodes: [id])
                }
                walks[id] = start
                if let place = places[id] {
                    chain.append(place)
                    next = nodes[place].node.parent
                } else {
                    let around = document.node(id).flatMap { document.nodes.parent($0) }
                    next = around.map { document.nodeID($0) }
                }
            }
            order += chain.reversed()
        }
        return order
    }
}

extension ChangePlan {
    /// Refuses a change of a locked element in more than the lock, its removal, and a node or an edge that it would
    /// take in, as `document/import` does.
    ///
    /// - Throws: `locked`, which lists all of them.
    func refuseLocked(in document: Document) throws(EditError) {
        var nodes = SlotSet(goneNodes.slots.filter { document.nodes.flags($0).contains(.locked) })
        var edges = SlotSet(goneEdges.slots.filter { document.edges.flags($0).contains(.locked) })
        for (node, own) in self.nodes {
            if let own, document.nodes.flags(own).contains(.locked),
                node.unmeasured.json.besidesLocked != document.node(at: own).unmeasured.json.besidesLocked
            {
                nodes.insert(own)
            }
            guard let parent = node.parent.flatMap({ document.node($0) }),
                document.nodes.flags(parent).contains(.locked)
            else { continue }
            if own.flatMap({ document.nodes.parent($0) }) != parent { nodes.insert(parent) }
        }
        for (edge, own) in self.edges {
            let before = own.map { document.edge(at: $0) }
            if let own, document.edges.flags(own).contains(.locked),
                edge.json.besidesLocked != before?.json.besidesLocked
            {
                edges.insert(own)
            }
            if before?.hasSameEnds(as: edge) == true { continue }
            for end in [edge.source, edge.target].compactMap({ document.node($0) })
            where document.nodes.flags(end).contains(.locked) {
                nodes.insert(end)
            }
        }
        if nodes.isEmpty && edges.isEmpty { return }
        throw .locked(
            nodes: document.nodesInOrder(nodes).map { document.nodeID($0) },
            edges: document.edgesInOrder(edges).map { document.edgeID($0) })
    }
}

extension DocumentChange.Alteration {
    /// The member that it is written in.
    fileprivate var memberName: String { if case .whole = self { "whole" } else { "set" } }
}
