import Geometry
import Graph
import Wire

/// A graph from a drawing language, before it becomes a document.
struct TextGraph {
    /// The intended reading direction.
    enum Direction: String { case down = "TB", up = "BT", right = "LR", left = "RL" }

    struct Node {
        var id: String
        var label: String?
        var shape = NodeShape.rectangle
        var cornerRadius: Double?
        /// The name of a shape that documents do not have.
        var lostShape: String?
        var size: Size?
        /// Is true if the size is a minimum that grows with the label.
        var growsToLabel = false
        /// Is true if it is as wide as it is high.
        var isSquare = false
        /// The position of its middle on the canvas.
        var center: Point?
        /// The frame on the canvas, regardless of its contents.
        var frame: Rect?
        /// The position of its top-left corner on the canvas, instead of its middle.
        var origin: Point?
        /// The position of its top-left corner relative to its parent, instead of the others.
        var position: Point?
        /// The index of its group.
        var parent: Int?
        var isGroup = false
        /// Is true if it has a position in any form.
        var isPlaced: Bool { center != nil || frame != nil || origin != nil || position != nil }
        var isHidden = false
        var direction = Direction.down
        /// Is true if it states `down` too: layouts follow what a node states, and not its handles.
        var statesDirection = false
        var look = DrawnLook()
        var handles: [Handle] = []
        /// Its other members, each name once.
        var data: [(name: String, value: String)] = []
        /// Members of the node in the document that are written unchanged; they must not repeat other properties.
        var members: [(name: String, value: JSONText)] = []
    }

    struct Edge {
        var id: String?
        var source: Int
        var target: Int
        var sourceHandle: String?
        var targetHandle: String?
        var label: String?
        /// The names of arrowheads; nil for the default.
        var markerStart: String?
        var markerEnd: String?
        var isHidden = false
        var isAnimated = false
        var look = DrawnLook()
        /// Further labels, with their positions along the edge, 0…1.
        var furtherLabels: [(text: String, place: Double)] = []
        /// The intended length, in layers.
        var length = 1
        var data: [(name: String, value: String)] = []
        /// Members of the edge in the document that are written unchanged; they must not repeat other properties.
        var members: [(name: String, value: JSONText)] = []
    }

    /// A handle of a node.
    struct Handle {
        var id: String
        var isSource: Bool
        var side: Side
        /// The position along the side, 0…1.
        var offset: Double?
        /// The same in canvas units; it overrides `offset`.
        var distance: Double?
        var label: String?
        /// The accepted data types; empty for all.
        var dataTypes: [String] = []
        /// Is true if only one edge may end here; a new edge replaces it.
        var isSingle = false
    }

    var nodes: [Node] = []
    var edges: [Edge] = []
    /// Members of the document that are written unchanged, such as its settings.
    var members: [(name: String, value: JSONText)] = []
    var tally = ExportTally()
    /// The settings of the document by the rules of the format: most allow loops and parallel edges.
    var settings = TextGraph.allEdges
    /// Is true if nodes without a size get the size of their label. False for formats that only write stated sizes.
    var sizesFollowLabels = true
    /// The elements of the file that did not become nodes or edges.
    private(set) var unmade = SeenElements()
    /// The number of bytes made by expansion, including those for products of edge ends.
    private var madeBytes = 0
    /// The greatest number of bytes of the document.
    private let mostBytes: Int

    /// The least number of bytes of an edge in the text of a document.
    private static let leastEdgeBytes = 32

    /// The settings of documents from formats that allow loops and parallel edges, or only loops.
    static let allEdges: JSON = ["allowSelfLoops": true, "allowDuplicates": true]
    static let loops: JSON = ["allowSelfLoops": true]

    /// Gives the document a title.
    mutating func setTitle(_ title: String) { members.append(("title", JSON.string(JSONString(title)).text)) }

    /// Makes an empty graph for a text of a given length.
    init(textBytes: Int) {
        mostBytes = min(Limits.expandedBytes + textBytes * Limits.expansion, Limits.translatedBytes)
    }

    /// Leaves out an element of the file; readers must report each skipped node or edge here.
    mutating func leaveOut(
        _ kind: ExportLoss.Kind, _ id: String?, _ code: String, _ message: String, count: Int = 1,
        grade: LossGrade = .structure
    ) {
        tally.add(kind, id.map(Identifier.init), code, message, grade: grade)
        unmade.leaveOut(code, count)
    }

    /// Counts the edges from every source to every target before they are made.
    ///
    /// - Throws: `limits`.
    mutating func countCross(_ sources: Int, _ targets: Int) throws(EditError) {
        guard sources > 1 || targets > 1 else { return }
        let (product, overflows) = sources.multipliedReportingOverflow(by: targets)
        if overflows || product > mostBytes { throw tooLong }
        try countText((sources + targets + product) * TextGraph.leastEdgeBytes)
    }

    /// Counts bytes that are made by expansion.
    ///
    /// - Throws: `limits`.
    mutating func countText(_ bytes: Int) throws(EditError) {
        madeBytes += bytes
        try checkLength(madeBytes)
    }

    /// - Throws: `limits` if the document would be too long.
    func checkLength(_ bytes: Int) throws(EditError) { if bytes > mostBytes { throw tooLong } }

    private var tooLong: EditError {
        EditError(.limits, "the text makes a document of more than \(mostBytes) bytes", path: ["text"])
    }

    /// Removes one parent from each cycle of parents.
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
