import Storage
import Wire

/// The edges that lack an end after a merge: one side has connected them to a node that the other has removed.
///
/// A document leaves them out. As conflicts, they and the nodes keep the values needed to bring them back.
struct LooseEdges {
    private var edges: Set<Edge.ID> = []
    private var nodes: Set<Node.ID> = []
    private let ours: Document

    /// - Complexity: O(the changes), and the edges of nodes that they remove.
    init(_ changes: StampedChanges, _ ours: Document) {
        self.ours = ours
        let changed = Dictionary(changes.nodes.map { ($0.id, $0.record.isPresent) }) { first, _ in first }
        var known: Set<Edge.ID> = []
        for (id, record) in changes.edges {
            known.insert(id)
            if !record.isPresent { continue }
            let ends = record.values[.ends]?.value?.objectValue ?? [:]
            for name in Edge.references {
                guard let end = ends[name]?.stringValue.map(Identifier.init),
                    !(changed[end] ?? (ours.node(end) != nil))
                else { continue }
                edges.insert(id)
                nodes.insert(end)
            }
        }
        for (id, record) in changes.nodes where !record.isPresent {
            guard let slot = ours.node(id) else { continue }
            ours.visitEdges(of: slot) { edge in
                let edge = ours.edgeID(edge)
                if known.contains(edge) { return }
                edges.insert(edge)
                nodes.insert(id)
            }
        }
    }

    /// Each edge and each missing node as a conflict, sorted by their ids.
    func conflicts(_ base: Document, _ theirs: Document) -> [MergeConflict] {
        let documents = (base, ours, theirs)
        return nodes.sorted().map { id in
            var conflict = MergeConflict()
            conflict.node = id
            return conflict.filled(documents) { document in
                document.lastingNode(id).map { .object(Node.members(of: $0, in: document)) }
            }
        }
            + edges.sorted().map { id in
                var conflict = MergeConflict()
                conflict.edge = id
                return conflict.filled(documents) { document in
                    document.lastingEdge(id).map { .object(Edge.members(of: $0, in: document)) }
                }
            }
    }
}

extension MergeConflict {
    /// The conflict about a whole element when the winning side has removed it, or removed one of its ends.
    fileprivate func filled(
        _ documents: (base: Document, ours: Document, theirs: Document), _ element: (Document) -> JSON?
    ) -> MergeConflict {
        var conflict = self
        conflict.member = "@stands"
        conflict.base = element(documents.base)
        (conflict.ours, conflict.theirs) = (element(documents.ours), element(documents.theirs))
        conflict.isTheirs = conflict.ours != nil
        return conflict
    }
}
