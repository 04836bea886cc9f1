import Geometry
import Graph
import Storage

/// The nodes that take part in a layout, by their numbers.
struct LayoutMembers {
    /// A node that takes part.
    struct Member {
        let slot: Node.Slot
        let level: Int
        /// Its number in the level in which it is laid out.
        var number: Int
        /// The place, in the same coordinates as its stored position; nil without one.
        var place: Point?
        var size: Size
    }

    private var list: [Member] = []
    private var numbers = SlotMap<Node>()
    /// The number of members around the nodes of each level.
    private var depths: [Int] = []
    /// Is true if hidden nodes count in some level.
    let countsHidden: Bool

    init(countsHidden: Bool) { self.countsHidden = countsHidden }

    var count: Int { list.count }

    subscript(number: Int) -> Member {
        get { list[number] }
        set { list[number] = newValue }
    }

    /// Adds the nodes of a level, except fixed ones without a position. Returns their numbers.
    ///
    /// - Parameter sizes: the sizes of nodes that are not fixed.
    mutating func add(
        _ level: LayoutScope.Level, _ index: Int, _ scope: LayoutScope, _ document: Document,
        _ sizes: LayoutOptions.Sizes
    ) -> [Int] {
        var added: [Int] = []
        if list.isEmpty {
            numbers = SlotMap(minimumCapacity: level.nodes.count)
            list.reserveCapacity(level.nodes.count)
        }
        added.reserveCapacity(level.nodes.count)
        for slot in level.nodes where document.isPlaced(slot) || !scope.isFixed(slot) {
            numbers.insert(slot, list.count)
            added.append(list.count)
            let frame = document.nodes.geometry(slot)
            let fitting = sizes == .fit && !scope.isFixed(slot) ? document.fittingSize(slot) : nil
            list.append(
                Member(
                    slot: slot, level: index, number: added.count - 1,
                    place: document.isPlaced(slot) ? frame.position : nil,
                    size: fitting ?? Size(width: frame.width, height: frame.height)))
        }
        return added
    }

    mutating func findDepths(_ scope: LayoutScope) {
        depths = Array(repeating: 0, count: scope.levels.count)
        // Outer levels come later in the list.
        for level in scope.levels.indices.reversed() {
            if let around = scope.levels[level].parent.flatMap({ numbers[$0] }) {
                depths[level] = depths[list[around].level] + 1
            }
        }
    }

    func number(of slot: Node.Slot) -> Int? { numbers[slot] }

    /// The member that is a node or contains it; nil without one, and if the node is hidden in a member and does not
    /// count.
    ///
    /// - Parameter isSeen: false for the member that it moves with, even if hidden.
    func holding(_ start: Node.Slot, _ document: Document, isSeen: Bool = true) -> Int? {
        var next: Node.Slot? = start
        while let slot = next {
            if let member = numbers[slot] { return member }
            if isSeen, !countsHidden, document.nodes.flags(slot).contains(.hidden) { return nil }
            next = document.nodes.parent(slot)
        }
        return nil
    }

    /// The chains of members from two members outwards to their first common level; nil without one.
    ///
    /// - Parameter hosts: by level, the level in which it is laid out; by default itself.
    func siblings(
        _ source: Int, _ target: Int, _ scope: LayoutScope, _ hosts: [Int]? = nil
    ) -> (from: [Int], to: [Int])? {
        func level(_ way: [Int]) -> Int {
            let own = list[way[way.count - 1]].level
            return hosts?[own] ?? own
        }
        var (from, to) = ([source], [target])
        while true {
            let (a, b) = (level(from), level(to))
            if a == b { return (from, to) }
            let isSourceDeeper = depths[a] >= depths[b]
            let level = isSourceDeeper ? a : b
            guard let outer = scope.levels[level].parent.flatMap({ numbers[$0] }) else { return nil }
            if isSourceDeeper { from.append(outer) } else { to.append(outer) }
        }
    }
}
