import Geometry

/// A part of a graph with groups as the phases see it: only its leaves, and for each group with edges a node before and
/// one after its contents.
struct GroupedPart {
    /// The nodes: first the leaves, then those of groups.
    private(set) var graph: LayoutGraph
    /// The nodes of the document; -1 for those of groups.
    private(set) var nodes: [Int] = []
    /// The edges of the document that are drawn.
    private(set) var edges: [Int] = []
    /// A flag for each edge: true if it points up.
    private(set) var turned: [Bool] = []
    private(set) var groups: GroupTree

    /// - Parameter known: a flag for each edge of the document, true if it points up; nil if that is not known.
    init(
        _ document: LayoutGraph, nodes members: [Int], edges list: [Int], isGroup: [Bool], turned known: [Bool]? = nil,
        _ direction: Direction
    ) {
        groups = GroupTree(document, members, isGroup: isGroup, direction)
        graph = LayoutGraph(sizes: [], edges: [])
        var number = Array(repeating: -1, count: document.count)
        var groupNumber = number
        for (group, node) in groups.nodes.enumerated() { groupNumber[node] = group }
        for node in members where !isGroup[node] {
            number[node] = nodes.count
            nodes.append(node)
            graph.sizes.append(document.sizes[node])
            groups.nodeGroups.append(document.parents[node] < 0 ? -1 : groupNumber[document.parents[node]])
        }
        groups.leafCount = nodes.count
        let regions = CycleRegions(document, members, list, isGroup: isGroup)
        edges = regions.edges
        turned = known.map { known in regions.edges.map { known[$0] } } ?? regions.turned
        var joints = GroupJoints(groups.count)
        for (edge, isTurned) in zip(edges, turned) {
            let ends = document.edges[edge]
            if isGroup[ends.source] { joints.count(groupNumber[ends.source], isTurned ? .entry : .exit) }
            if isGroup[ends.target] { joints.count(groupNumber[ends.target], isTurned ? .exit : .entry) }
        }
        for (edge, isTurned) in zip(edges, turned) {
            var ends = document.edges[edge]
            if isGroup[ends.source] { ends.sourceHandle = nil }
            if isGroup[ends.target] { ends.targetHandle = nil }
            func end(_ node: Int, _ border: LayoutBorder) -> Int {
                isGroup[node] ? joint(groupNumber[node], border, &joints) : number[node]
            }
            ends.source = end(ends.source, isTurned ? .entry : .exit)
            ends.target = end(ends.target, isTurned ? .exit : .entry)
            graph.edges.append(ends)
        }
        graph.places = nodes.map { _ in nil }
        graph.isFixed = nodes.map { _ in false }
    }

    /// Returns the number of layers that edges and groups span together.
    func span(_ layout: LayeredLayout) -> Int { GroupLayers.span(component(layout).graph, groups) }

    func component(_ layout: LayeredLayout) -> FlowComponent {
        var component = FlowComponent(
            graph, nodes: Array(nodes.indices), edges: Array(edges.indices)[...], local: Array(nodes.indices),
            turned: turned, layout)
        component.graph.groups = groups
        return component
    }

    /// The drawing of the part with the document's numbers; nil if it was stopped.
    func sheet(_ phases: Phases, _ watch: LayoutWatch) -> Sheet? {
        guard var sheet = phases.sheet(of: component(phases.layout), watch) else { return nil }
        sheet.nodes = nodes
        sheet.frameNodes = groups.nodes
        for at in sheet.corners.indices { sheet.corners[at].edge = edges[sheet.corners[at].edge] }
        for at in sheet.labels.indices { sheet.labels[at].edge = edges[sheet.labels[at].edge] }
        return sheet
    }

    /// The node at which an edge meets the frame of a group: a new one, or one that many edges share.
    private mutating func joint(_ group: Int, _ border: LayoutBorder, _ joints: inout GroupJoints) -> Int {
        if let shared = joints.shared(group, border) { return shared }
        joints.add(nodes.count, group, border)
        nodes.append(-1)
        graph.sizes.append(Size(width: 0, height: 0))
        groups.nodeGroups.append(group)
        groups.joints.append(border)
        return nodes.count - 1
    }
}

/// Counts the edges of groups. If there are many, they share one place on the frame, so that it does not become wide.
private struct GroupJoints {
    /// The counts by group, then by border.
    private var counts: [[Int]]
    private var nodes: [[Int]]
    private static let most = 8

    init(_ count: Int) {
        counts = Array(repeating: [0, 0], count: count)
        nodes = Array(repeating: [-1, -1], count: count)
    }

    mutating func count(_ group: Int, _ border: LayoutBorder) { counts[group][border == .entry ? 0 : 1] += 1 }

    mutating func add(_ node: Int, _ group: Int, _ border: LayoutBorder) {
        nodes[group][border == .entry ? 0 : 1] = node
    }

    func shared(_ group: Int, _ border: LayoutBorder) -> Int? {
        let side = border == .entry ? 0 : 1
        return counts[group][side] > GroupJoints.most && nodes[group][side] >= 0 ? nodes[group][side] : nil
    }
}

/// The edges to reverse so that no cycle is left and each group with edges is as a whole before or after others.
///
/// For the edges that enter it, such a group counts as one node; its contents are searched separately. So there is a
/// topological order of all nodes in which these groups are contiguous.
struct CycleRegions {
    /// The edges, without those between a group and its contents.
    private(set) var edges: [Int] = []
    /// A flag for each edge: true if it is reversed.
    private(set) var turned: [Bool] = []

    init(_ document: LayoutGraph, _ members: [Int], _ list: [Int], isGroup: [Bool]) {
        var isEnd = Array(repeating: false, count: document.count)
        for edge in list {
            let ends = document.edges[edge]
            for node in [ends.source, ends.target] where isGroup[node] { isEnd[node] = true }
        }
        let (regions, depths) = CycleRegions.regions(document, members, isEnd)
        var (sources, targets) = ([Int](), [Int]())
        for edge in list {
            var (a, b) = (document.edges[edge].source, document.edges[edge].target)
            let isLoop = a == b
            while regions[a] != regions[b] {
                if depths[a] >= depths[b] { a = regions[a] } else { b = regions[b] }
            }
            if a == b, !isLoop || isGroup[a] { continue }
            edges.append(edge)
            sources.append(a)
            targets.append(b)
        }
        // Loops are left out.
        let plain = sources.indices.filter { sources[$0] != targets[$0] }
        let found = CycleBreaking.turned(
            count: document.count, sources: plain.map { sources[$0] }, targets: plain.map { targets[$0] },
            reading: CycleRegions.reading(document, members, isGroup: isGroup))
        turned = Array(repeating: false, count: edges.count)
        for (index, isTurned) in zip(plain, found) { turned[index] = isTurned }
    }

    /// The leaves in their order; each group is before the first leaf that it contains.
    private static func reading(_ document: LayoutGraph, _ members: [Int], isGroup: [Bool]) -> [Int] {
        var isRead = Array(repeating: false, count: document.count)
        var order: [Int] = []
        var path: [Int] = []
        for member in members where !isGroup[member] {
            var node = member
            while node >= 0, !isRead[node] {
                isRead[node] = true
                path.append(node)
                node = document.parents[node]
            }
            while let next = path.popLast() { order.append(next) }
        }
        return order
    }

    /// Returns for each node of the document the innermost enclosing group with edges, -1 for none, and the number of
    /// such groups around it.
    private static func regions(
        _ document: LayoutGraph, _ members: [Int], _ isEnd: [Bool]
    ) -> (regions: [Int], depths: [Int]) {
        var regions = Array(repeating: -1, count: document.count)
        var depths = Array(repeating: -1, count: document.count)
        var path: [Int] = []
        for member in members {
            var node = member
            while node >= 0, depths[node] < 0 {
                path.append(node)
                node = document.parents[node]
            }
            while let next = path.popLast() {
                let parent = document.parents[next]
                if parent < 0 {
                    depths[next] = 0
                } else {
                    regions[next] = isEnd[parent] ? parent : regions[parent]
                    depths[next] = depths[parent] + (isEnd[parent] ? 1 : 0)
                }
            }
        }
        return (regions, depths)
    }
}
