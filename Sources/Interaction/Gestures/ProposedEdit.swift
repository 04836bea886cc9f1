import Editing
import Graph

/// The edit of a gesture that makes or moves an edge.
enum ProposedEdit: Sendable {
    case connect(ConnectionProposal)
    case reconnect(ConnectionProposal, edge: Edge.ID, moving: Handle.Kind)
    /// Makes the edge, or removes it if there is one.
    case toggle(ConnectionProposal)

    var proposal: ConnectionProposal {
        switch self {
        case .connect(let proposal), .reconnect(let proposal, _, _), .toggle(let proposal): proposal
        }
    }

    /// The label of its undo step.
    var label: String {
        switch self {
        case .connect: "Connect"
        case .reconnect: "Reconnect"
        case .toggle: "Relate"
        }
    }

    /// The part of the outcome that is known before it is performed.
    var outcome: GestureOutcome {
        if case .reconnect(_, let edge, _) = self { return GestureOutcome(edge: edge) }
        return GestureOutcome()
    }

    func perform(in transaction: inout Transaction) throws(EditError) -> EditMade {
        switch self {
        case .connect(let proposal): return EditMade(edge: try transaction.connect(proposal))
        case .reconnect(let proposal, let edge, .source):
            try transaction.reconnect(edge, source: proposal.source, sourceHandle: proposal.sourceHandle)
        case .reconnect(let proposal, let edge, .target):
            try transaction.reconnect(edge, target: proposal.target, targetHandle: proposal.targetHandle)
        case .toggle(let proposal): try transaction.toggle(proposal)
        }
        return EditMade()
    }
}
