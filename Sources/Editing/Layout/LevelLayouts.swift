import Graph
import Layout
import Storage

/// The layouts of the contents of groups: the requested layout, and the stated layouts of groups.
struct LevelLayouts: Sendable {
    /// The layout of a group with all its contents that state no other, or of the canvas.
    struct Layout: Sendable {
        var options: LayoutOptions
        /// The node in the middle of a radial layout.
        let root: Node.Slot?
        /// Is true if the group always fits its contents.
        let isAutomatic: Bool
    }

    /// The requested layout, then the layouts of groups, by number.
    private(set) var list: [Layout]
    private let document: Document
    /// A layout that replaces the stated layout of a group.
    private let given: (group: Node.Slot, layout: OwnLayout)?
    private let haveOwn: Bool
    private var numbers = SlotMap<Node>()

    /// - Parameter given: a layout that replaces the stated layout of a group.
    init(
        _ document: Document, _ options: LayoutOptions, root: Node.Slot?,
        given: (group: Node.Slot, layout: OwnLayout)? = nil
    ) {
        self.document = document
        self.given = given
        // Layouts that move single nodes apply to all groups.
        haveOwn = options.algorithm.arrangesAll && (given != nil || document.nodes.ownLayoutCount > 0)
        list = [Layout(options: options, root: root, isAutomatic: false)]
    }

    /// The number of the layout of a group's contents; nil for the canvas.
    ///
    /// - Complexity: O(*n*) for *n* groups around it without a known number.
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

    /// The layout of a group's contents; nil for the canvas.
    mutating func layout(inside group: Node.Slot?) -> Layout {
        let number = number(inside: group)
        return list[number]
    }

    private func own(_ slot: Node.Slot) -> OwnLayout? {
        if let given, given.group == slot { return given.layout }
        return document.ownLayout(of: slot)
    }
}
