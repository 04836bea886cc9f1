/// A connected graph as the phases see it: the flow goes down, self-loops are removed, parallel edges are merged.
struct FlowGraph {
    /// The widths of a node to the left and to the right of its middle, with its self-loops and lanes.
    var lefts: [Double] = []
    var rights: [Double] = []
    /// Half of the width of a node across the flow, and its height along it.
    var halves: [Double] = []
    var heights: [Double] = []
    /// The height of a node along the flow, with the labels of its self-loops around its middle.
    var reaches: [Double] = []
    /// The border of the enclosing group that a node represents; nil for other nodes.
    var borders: [LayoutBorder?] = []
    /// The order keys of the nodes of one border; empty if their order is free.
    var borderRanks: [Double] = []
    /// The upper end of each edge, after cycles are broken.
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
    /// The width that an edge takes where it passes a layer.
    var thickness: [Double] = []

    /// The groups of the nodes; nil without any.
    var groups: GroupTree?

    /// Returns true if a node represents a border and has a fixed order there.
    func isRanked(_ node: Int) -> Bool { !borderRanks.isEmpty && borders[node] != nil }

    var count: Int { halves.count }
    var edgeCount: Int { uppers.count }
}
