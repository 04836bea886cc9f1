import Graph
import Storage
import Wire

/// A document as a program for drawings gets it: without transient elements, and with the places that types give.
struct DiagramDocument {
    private(set) var document: Document
    let program: String
    var tally = ExportTally()
    private let transients: TransientElements

    /// - Parameter program: the program as losses name it.
    init(_ document: Document, for program: String) {
        self.document = document
        self.program = program
        self.document.updateInheritance()
        transients = TransientElements(of: document)
        for slot in document.nodesInOrder(transients.nodes) {
            tally.add(.node, document.nodeID(slot), "transient", "a transient node is not written, nor are its edges")
        }
        for slot in document.edgesInOrder(transients.edges) where document.edges.flags(slot).contains(.transient) {
            tally.add(.edge, document.edgeID(slot), "transient", "a transient edge is not written")
        }
        for member in document.content.members {
            switch member.name {
            case "nodes", "edges", "viewport", "nodewire", "counters", "foreign": break
            default: tally.add(.document, nil, "member", "\(program) has no `\(member.name)` of the document")
            }
        }
    }

    /// The nodes that are written, each behind its parent.
    var nodes: [Node.Slot] { document.nodesParentsFirst(without: transients.nodes).slots }

    /// The edges that are written.
    var edges: [Edge.Slot] { document.edgeSlots.filter { !transients.edges.contains($0) } }

    /// The parts of a node; what has no place is noted.
    mutating func node(_ slot: Node.Slot) -> DiagramNode { DiagramNode(slot, document, for: program, &tally) }

    /// The parts of an edge; what has no place is noted.
    mutating func edge(_ slot: Edge.Slot) -> DiagramEdge { DiagramEdge(slot, document, for: program, &tally) }
}
