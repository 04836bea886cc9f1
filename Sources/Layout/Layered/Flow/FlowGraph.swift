/// A connected graph as the phases see it: the flow leads down, self-loops are apart, parallel edges are one.
struct FlowGraph {
    /// The width of a node to the left and to the right of its middle, with its self-loops and the edges that bend
    /// around it.
    var lefts: [Double] = []
    var rights: [Double] = []
    /// Half of what a node takes across the flow, and what it takes along it.
    var halves: [Double] = []
    var heights: [Double] = []
    /// The height of a node along the flow, with the labels of its self-loops, which lie about its middle.
    var reaches: [Double] = []
    /// The nodes that represent a border of the group around.
    var borders: [LayoutBorder?] = []
    /// The order, by node, of the nodes of one border; empty if it is free.
    var borderRanks: [Double] = []
    /// The upper end of each edge, once cycles are broken.
    var uppers: [Int] = []
    /// The lower end of each edge.
    var lowers: [Int] = []
    /// The number of edges of the document that an edge represents, at most 1,000.
    var weights: [Int] = []
    /// The position at which an edge meets its upper end, in the order of the attachments along the lower side.
    var upperSlots: [Int] = []
    /// The position at which an edge meets its lower end, in the order of the attachments along the upper side.
    var lowerSlots: [Int] = []
    /// The offset at which an edge leaves its upper end, across the flow from the middle.
    var upperOffsets: [Double] = []
    /// The offset at which an edge enters its lower end, across the flow from the middle.
    var lowerOffsets: [Double] = []
    /// The width an edge takes where it passes a layer.
    var thickness: [Double] = []

    /// The groups that hold nodes; nil without any.
    var groups: GroupTree?

    /// Returns true if a node represents a border and keeps its place beside the others.
    func isRanked(_ node: Int) -> Bool { !borderRanks.isEmpty && borders[node] != nil }

    var count: Int { halves.count }
    var edgeCount: Int { uppers.count }
}
