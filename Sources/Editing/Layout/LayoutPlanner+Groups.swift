import Geometry
import Graph
import Layout
import Storage

// Groups whose borders edges cross are laid out together with the nodes around them.

extension LayoutPlanner {
    /// The greatest depth of nested groups that are laid out together.
    private static let deepest = 32

    /// Merges the levels of groups that edges enter or leave with the levels around them.
    ///
    /// A group is laid out first instead if an edge meets the group itself at a handle or as a loop, if it states its
    /// layout, or if constraints name nodes in it or beside it.
    mutating func openGroups(_ edges: [Edge.Slot]) {
        if !layouts.contains(where: { $0.options.algorithm.takesGroups }) { return }
        let isConstrained = constrainedLevels()
        var isPassed = Array(repeating: false, count: levels.count)
        var isMet = Array(repeating: false, count: members.count)
        for slot in edges {
            let ends = document.edges.ends(slot)
            guard let source = members.holding(ends.source, document),
                let target = members.holding(ends.target, document),
                let (from, to) = members.siblings(source, target, scope)
            else { continue }
            if from.last == to.last {
                if source == target { isMet[source] = true }
                continue
            }
            for member in from.dropLast() + to.dropLast() { isPassed[members[member].level] = true }
            if handle(ends.sourceHandle, of: ends.source, .source, on: source) != nil { isMet[source] = true }
            if handle(ends.targetHandle, of: ends.target, .target, on: target) != nil { isMet[target] = true }
        }
        var depths = Array(repeating: 0, count: levels.count)
        // Outer levels come later in the list.
        for level in levels.indices.reversed() {
            guard isPassed[level], let group = group(around: level), !isMet[group] else { continue }
            if scope.levels[level].hasOwnLayout || !options(level).algorithm.takesGroups { continue }
            let around = members[group].level
            if isConstrained[level] || isConstrained[hosts[around]] { continue }
            if depths[around] == Self.deepest { continue }
            depths[level] = depths[around] + 1
            hosts[level] = hosts[around]
        }
        joinMembers()
    }

    private mutating func joinMembers() {
        var isHost = Array(repeating: false, count: levels.count)
        for level in levels.indices where hosts[level] != level {
            isHost[hosts[level]] = true
            levels[hosts[level]].members += levels[level].members
            levels[level].members = []
        }
        let places = readingPlaces()
        for level in levels.indices where isHost[level] {
            levels[level].members.sort { places[$0] < places[$1] }
            for (number, member) in levels[level].members.enumerated() { members[member].number = number }
        }
    }

    /// Returns the place of each member in the order of the document; a group comes before the first node in it.
    private func readingPlaces() -> [Int] {
        var isGroup = Array(repeating: false, count: members.count)
        for level in levels.indices {
            if let group = group(around: level) { isGroup[group] = true }
        }
        var places = Array(repeating: -1, count: members.count)
        var next = 0
        let slots = document.nodesInOrder((0..<members.count).map { members[$0].slot })
        for member in slots.compactMap({ members.number(of: $0) }) where !isGroup[member] {
            var path: [Int] = []
            var around: Int? = member
            while let current = around, places[current] < 0 {
                path.append(current)
                around = group(around: members[current].level)
            }
            for current in path.reversed() {
                places[current] = next
                next += 1
            }
        }
        return places
    }

    /// Sets the parents of members in the graph of a level.
    func nest(_ level: Int, _ graph: inout LayoutGraph) {
        let list = levels[level].members
        if !list.contains(where: { members[$0].level != level }) { return }
        let options = options(level)
        graph.padding = options.groupPadding
        graph.parents = list.map { _ in -1 }
        for (number, member) in list.enumerated() where members[member].level != level {
            guard let group = group(around: members[member].level) else { continue }
            let around = members[group].number
            graph.parents[number] = around
            // Existing groups of a stable layout only grow.
            if options.algorithm.isStable, members[group].place != nil { continue }
            graph.sizes[around] = document.minSize(members[group].slot) ?? Size(width: 0, height: 0)
        }
        let borders = graph.sizes.count - list.count
        graph.parents += Array(repeating: -1, count: borders)
    }
}
