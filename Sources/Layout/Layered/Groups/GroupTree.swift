import Geometry

/// The groups of a component; the parent of a group comes before it.
struct GroupTree: Sendable {
    /// The node of the document, by group.
    private(set) var nodes: [Int] = []
    /// The parent of each; -1 for none.
    private(set) var parents: [Int] = []
    private(set) var depths: [Int] = []
    /// The least size of each across and along the flow.
    private(set) var least: [Size] = []
    /// The distance between the frame of a group and its contents.
    let padding: Double
    /// The group of each node, -1 for none.
    var nodeGroups: [Int] = []
    /// The points where edges meet the frames of groups, above or below their contents. They are nodes after all
    /// others.
    var joints: [LayoutBorder] = []
    /// The number of nodes without these points.
    var leafCount = 0
    /// The nodes and edges of each group's sides: the first and the last node of the left side, then of the right one.
    /// The edges come after all others, contiguous by group; a group in one layer has none.
    var sides: [(nodes: [Int], edges: [Int])] = []

    var count: Int { nodes.count }

    /// The groups among some nodes, in their order, but parents first.
    init(_ document: LayoutGraph, _ members: [Int], isGroup: [Bool], _ direction: Direction) {
        padding = document.padding > 0 ? min(document.padding, 1e300) : 0
        var depthOf = Array(repeating: -1, count: document.count)
        var path: [Int] = []
        var found: [(depth: Int, node: Int)] = []
        for member in members where isGroup[member] {
            var node = member
            while node >= 0, depthOf[node] < 0 {
                path.append(node)
                node = document.parents[node]
            }
            var depth = node < 0 ? 0 : depthOf[node] + 1
            while let next = path.popLast() {
                depthOf[next] = depth
                depth += 1
            }
            found.append((depthOf[member], member))
        }
        found.sort { $0 < $1 }
        var number = Array(repeating: -1, count: document.count)
        for (depth, node) in found {
            number[node] = nodes.count
            nodes.append(node)
            depths.append(depth)
            let size = document.sizes[node].clean
            least.append(Size(width: direction.across(size), height: direction.along(size)))
        }
        parents = nodes.map { document.parents[$0] < 0 ? -1 : number[document.parents[$0]] }
    }

    /// The first node of the sides, which come last.
    var firstSide: Int { leafCount + joints.count }

    /// Returns the point where edges meet the frame of the group that a node represents; nil for others.
    func joint(_ node: Int) -> LayoutBorder? {
        node >= leafCount && node < leafCount + joints.count ? joints[node - leafCount] : nil
    }

    /// The innermost group that contains both, or one of them itself; -1 for none.
    func common(_ a: Int, _ b: Int) -> Int {
        var (a, b) = (a, b)
        while a != b {
            if a < 0 || b < 0 { return -1 }
            if depths[a] >= depths[b] { a = parents[a] } else { b = parents[b] }
        }
        return a
    }

    /// Returns the child of `outer` (-1 for the canvas) that is or contains `group`; nil if `group` is `outer` itself.
    func child(of outer: Int, around group: Int) -> Int? {
        if group == outer { return nil }
        var group = group
        while parents[group] != outer { group = parents[group] }
        return group
    }
}
