import Editing
import Graph
import Storage

/// The edges that a draft makes at once: from its own start, and from the same handle of all selected nodes.
public struct DraftFan: Sendable {
    /// A start without a resulting edge.
    public struct Refused: Sendable, Equatable {
        /// The node.
        public let node: Node.Slot
        /// The id of its handle.
        public let handle: Identifier
        /// The rule that refuses the edge.
        public let reason: ConnectionRefusal.Reason
        /// The same in words.
        public let message: String
    }

    /// The number of selected nodes above which a draft makes one edge.
    private static let limit = 1000

    /// The edges that would be made, in the order of the nodes, but the draft's own first.
    private(set) var proposals: [ConnectionProposal] = []
    private var refused: [Refused] = []
    /// The handle for which that is known, and the revision of the document.
    private var known: (node: Node.Slot, handle: Identifier, kind: Handle.Kind, revision: Int)?

    /// A fan from a node with others; nil if they are not selected together, are too many, or a client is asked about
    /// each edge.
    init?(from node: Node.Slot, _ selection: Selection, on stage: Stage) {
        let count = selection.nodes.count
        guard stage.client == nil, count > 1, count <= DraftFan.limit, selection.nodes.contains(node) else {
            return nil
        }
    }

    /// Asks the rules about the edges from all starts to a candidate.
    ///
    /// - Complexity: a question to the rules for each selected node, when candidate or document are others than before.
    mutating func spread(from start: DraftStart, _ selection: Selection, to candidate: Draft.DrawnEnd?, on stage: Stage)
    {
        guard let candidate else { return forget() }
        if let known, known.node == candidate.node, known.handle == candidate.handle.id,
            known.kind == candidate.handle.kind, known.revision == stage.revision
        {
            return
        }
        known = (candidate.node, candidate.handle.id, candidate.handle.kind, stage.revision)
        (proposals, refused) = ([], [])
        let document = stage.document
        for start in [start] + document.starts(like: start, of: selection) {
            if !start.mayLead(to: candidate.node, candidate.handle, in: document) { continue }
            let proposal = document.proposal(start, candidate)
            let refusal =
                stage.refusal(of: proposal)
                ?? document.refusal(ofFull: candidate.handle, of: candidate.node, after: proposals.count)
            guard let refusal else {
                proposals.append(proposal)
                continue
            }
            refused.append(
                Refused(
                    node: start.node, handle: start.handle.id, reason: refusal.reason, message: refusal.message))
        }
    }

    /// Drops the answers of the rules, whose nodes may be gone.
    mutating func forget() { (proposals, refused, known) = ([], [], nil) }

    // MARK: Description

    static let rows = [
        GestureRow(
            "count", .integer, "connect: how many edges its end would make, where shift draws from several nodes",
            isOptional: true),
        GestureRow(
            "refused", .refusals, "connect: the nodes of these from which none would be made, with the rule",
            isOptional: true),
    ]

    var values: [GestureValue] {
        known == nil
            ? [.absent, .absent] : [.integer(proposals.count), refused.isEmpty ? .absent : .refusals(refused)]
    }
}

extension Document {
    /// The same handle of the other selected nodes, if an edge may start there: the one with its id and kind, else the
    /// one with its index among its kind.
    fileprivate func starts(like start: DraftStart, of selection: Selection) -> [DraftStart] {
        let kind = start.handle.kind
        let index = handles(start.node).filter { $0.kind == kind }.firstIndex { $0.id == start.handle.id }
        return nodesInOrder(selection.nodes).compactMap { slot in
            if slot == start.node || nodes.flags(slot).contains(.unconnectable) { return nil }
            if !isPlaced(slot) || isConcealed(slot) { return nil }
            let list = handles(slot).filter { $0.kind == kind }
            let alike = list.first { $0.id == start.handle.id } ?? index.flatMap { $0 < list.count ? list[$0] : nil }
            guard let alike, alike.isConnectableStart else { return nil }
            return DraftStart(draftEnd(alike, of: slot))
        }
    }
}
