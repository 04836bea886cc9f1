import Graph
import Layout
import Storage

/// The layouts of the contents of groups: the one that is asked for, and those that groups state for what they hold.
struct LevelLayouts: Sendable {
    /// A layout of one group with all in it that states no other, or of the canvas.
    struct Layout: Sendable {
        var options: LayoutOptions
        /// The node in the middle of a radial one.
        let root: Node.Slot?
        /// Is true if the group fits what it holds at all times.
        let isAutomatic: Bool
    }

    /// The one that is asked for, and those of groups by their numbers.
    private(set) var list: [Layout]
    private let document: Document
    /// A layout that counts in place of what a group states.
    private let given: (group: Node.Slot, layout: OwnLayout)?
    private let haveOwn: Bool
    private var numbers = SlotMap<Node>()

    /// - Parameter given: a layout that counts in place of what a group states.
    init(
        _ document: Document, _ options: LayoutOptions, root: Node.Slot?,
        given: (group: Node.Slot, layout: OwnLayout)? = nil
    ) {
        self.document = document
        self.given = given
        // What moves single nodes moves them alike everywhere.
        haveOwn = options.algorithm.arrangesAll && (given != nil || document.nodes.ownLayoutCount > 0)
        list = [Layout(options: options, root: root, isAutomatic: false)]
    }

    /// The number of the layout of what a group holds; nil is the canvas.
    ///
    /// - Complexity: O(the nodes around it of which it was not asked before).
    mutating func number(inside group: Node.Slot?) -> Int {
        if !haveOwn { return 0 }
        var chain: [Node.Slot] = []
        var number = 0
        var next = group
        while let slot = next {
            if let known = numbers[slot] {
                number = known
                break
            }
            chain.append(slot)
            next = document.nodes.parent(slot)
        }
        for slot in chain.reversed() {
            if let own = own(slot), let options = own.options(inside: list[number].options) {
                let root = options.root.flatMap { document.node($0) }
                number = list.count
                list.append(Layout(options: options, root: root, isAutomatic: own.isAutomatic))
            }
            numbers.insert(slot, number)
        }
        return number
    }

    /// The layout of what a group holds; nil is the canvas.
    mutating func layout(inside group: Node.Slot?) -> Layout {
        let number = number(inside: group)
        return list[number]
    }

    private func own(_ slot: Node.Slot) -> OwnLayout? {
        if let given, given.group == slot { return given.layout }
        return document.ownLayout(of: slot)
    }
}
