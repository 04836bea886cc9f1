import Geometry
import Graph
import Wire

/// A graph that was described in a language for drawings, before it is a document.
struct TextGraph {
    /// The direction in which it is meant to be read.
    enum Direction: String { case down = "TB", up = "BT", right = "LR", left = "RL" }

    struct Node {
        var id: String
        var label: String?
        var shape = NodeShape.rectangle
        var cornerRadius: Double?
        /// The name of a shape that no document has.
        var lostShape: String?
        var size: Size?
        /// Is true if the size is the least that it has where its label needs more.
        var growsToLabel = false
        /// Is true if it is as wide as high.
        var isSquare = false
        /// The position of its middle on the canvas.
        var center: Point?
        /// The frame on the canvas, which it has whatever lies in it.
        var frame: Rect?
        /// The position of its top-left corner on the canvas, in place of its middle.
        var origin: Point?
        /// The position of its top-left corner relative to its parent, in place of all these.
        var position: Point?
        /// The place of the group it lies in.
        var parent: Int?
        var isGroup = false
        /// Is true if it states in some way where it lies.
        var isPlaced: Bool { center != nil || frame != nil || origin != nil || position != nil }
        var isHidden = false
        var direction = Direction.down
        var look = DrawnLook()
        var handles: [Handle] = []
        /// The other members given for it, each name once.
        var data: [(name: String, value: String)] = []
        /// Members of the node in a document that are written as they are; none of those that follow from the others.
        var members: [(name: String, value: JSONText)] = []
    }

    struct Edge {
        var id: String?
        var source: Int
        var target: Int
        var sourceHandle: String?
        var targetHandle: String?
        var label: String?
        /// Names of heads; nil is what an edge has that says nothing.
        var markerStart: String?
        var markerEnd: String?
        var isHidden = false
        var isAnimated = false
        var look = DrawnLook()
        /// Labels besides that in the middle, with their places along the edge, 0…1.
        var furtherLabels: [(text: String, place: Double)] = []
        /// The length it is meant to have, in layers.
        var length = 1
        var data: [(name: String, value: String)] = []
        /// Members of the edge in a document that are written as they are; none of those that follow from the others.
        var members: [(name: String, value: JSONText)] = []
    }

    /// A handle of a node.
    struct Handle {
        var id: String
        var isSource: Bool
        var side: Side
        /// The position along the side, 0…1.
        var offset: Double?
        /// The same in canvas units, before `offset`.
        var distance: Double?
        var label: String?
        /// The types of what passes here; none fit all.
        var dataTypes: [String] = []
        /// Is true if one edge may end here, which a new one replaces.
        var isSingle = false
    }

    var nodes: [Node] = []
    var edges: [Edge] = []
    /// Members of the document that are written as they are, as its settings.
    var members: [(name: String, value: JSONText)] = []
    var tally = ExportTally()
    /// Is true if its format allows loops, and several edges between two nodes, as most do.
    var allowsAllEdges = true
    /// Is true if nodes that state no size have the one that their label needs: not in formats that write one only where it
    /// is stated.
    var sizesFollowLabels = true
    /// The elements of the file that are not among these nodes and edges.
    private(set) var unmade = SeenElements()
    /// The bytes that were made of other text, and between lists of ends.
    private var madeBytes = 0
    /// The greatest number of bytes of the document.
    private let mostBytes: Int

    /// An edge takes more bytes than this in the text of a document.
    private static let leastEdgeBytes = 32

    /// The settings of documents from formats that allow loops, and several edges between two nodes.
    static let settings: JSON = ["allowSelfLoops": true, "allowDuplicates": true]

    /// A graph without nodes, which a text of so many bytes describes.
    init(textBytes: Int) {
        mostBytes = min(Limits.expandedBytes + textBytes * Limits.expansion, Limits.translatedBytes)
    }

    /// Leaves an element of the file out: every reader says so here of each node or edge of which it makes none.
    mutating func leaveOut(
        _ kind: ExportLoss.Kind, _ id: String?, _ code: String, _ message: String, count: Int = 1
    ) {
        tally.add(kind, id.map(Identifier.init), code, message, grade: .structure)
        unmade.leaveOut(code, count)
    }

    /// Takes note of the edges from each of some ends to each of others, before they are made.
    ///
    /// - Throws: `limits`.
    mutating func countCross(_ sources: Int, _ targets: Int) throws(EditError) {
        guard sources > 1 || targets > 1 else { return }
        let (product, overflows) = sources.multipliedReportingOverflow(by: targets)
        if overflows || product > mostBytes { throw tooLong }
        try countText((sources + targets + product) * TextGraph.leastEdgeBytes)
    }

    /// Takes note of text that is made of other text.
    ///
    /// - Throws: `limits`.
    mutating func countText(_ bytes: Int) throws(EditError) {
        madeBytes += bytes
        try checkLength(madeBytes)
    }

    /// - Throws: `limits` for a document that would be too long.
    func checkLength(_ bytes: Int) throws(EditError) { if bytes > mostBytes { throw tooLong } }

    private var tooLong: EditError {
        EditError(.limits, "the text makes a document of more than \(mostBytes) bytes", path: ["text"])
    }

    /// Leaves out one parent of every cycle of parents.
    ///
    /// - Complexity: O(*n*).
    mutating func breakCycles() {
        var walks = [Int](repeating: 0, count: nodes.count)
        for start in nodes.indices where walks[start] == 0 {
            var place = start
            while true {
                walks[place] = start + 1
                guard let parent = nodes[place].parent else { break }
                if walks[parent] == start + 1 {
                    nodes[place].parent = nil
                    tally.add(.node, Identifier(nodes[place].id), "parentCycle", "a group is not put into itself")
                    break
                }
                if walks[parent] != 0 { break }
                place = parent
            }
        }
    }
}
