import Editing
import Graph
import Storage
import Wire

/// An edit that a view wants, as one step of the history.
struct ViewEdit {
    /// The label of its undo step.
    let label: String
    /// The key under which it joins the previous steps; nil for a step of its own.
    var mergeKey: String?
    /// A pressed node, which comes to the front with it.
    var raised: Node.ID?
    let perform: (inout Transaction) throws(EditError) -> EditMade

    init(
        _ label: String, mergeKey: String? = nil,
        _ perform: @escaping (inout Transaction) throws(EditError) -> EditMade
    ) {
        self.label = label
        self.mergeKey = mergeKey
        self.perform = perform
    }

    /// The edit that brings a node to the front which was pressed.
    init(raising node: Node.ID) {
        self.init("Reorder") { (_) throws(EditError) in EditMade() }
        raised = node
    }

    /// The edit of a gesture that makes several edges.
    init(connecting proposals: [ConnectionProposal]) {
        self.init("Connect") { (transaction) throws(EditError) in
            var edges: [Edge.ID] = []
            for proposal in proposals { edges.append(try transaction.connect(proposal)) }
            return EditMade(edge: edges.first, edges: edges)
        }
    }

    /// The edit of a gesture that makes or moves an edge.
    init(_ proposed: ProposedEdit) {
        self.init(proposed.label) { (transaction) throws(EditError) in try proposed.perform(in: &transaction) }
    }
}

/// The result of the edit of a view.
struct EditMade {
    /// An edge.
    var edge: Edge.ID?
    /// Edges, if there may be several.
    var edges: [Edge.ID] = []
    /// Copies, which are selected in place of their originals.
    var copies: Duplicates?
    /// Nodes, which are selected.
    var nodes: [Node.ID] = []
    /// Pasted elements, which are selected.
    var pasted: Pasted?
    /// The cut elements, for the clipboard.
    var fragment: JSONText?
}

extension Transaction {
    /// Performs the edit of a view.
    mutating func perform(_ edit: ViewEdit) throws(EditError) -> EditMade {
        if let node = edit.raised, let slot = document.node(node), !document.nodes.flags(slot).contains(.locked) {
            // One that is gone or locked stays where it is.
            try reorder([node], to: .front)
        }
        return try edit.perform(&self)
    }
}
