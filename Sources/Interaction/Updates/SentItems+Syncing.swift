import Graph
import Storage

extension SentItems {
    /// The items that are brought in step.
    enum Visited {
        case all
        /// The items with pending members, and with them the new ones.
        case changed
        case entered
    }

    /// Calls `body` with the indices of items.
    @inline(__always)
    private mutating func visit(_ visited: Visited, _ body: (inout SentItems, Int) -> Void) {
        if visited == .all {
            for index in items.indices { body(&self, index) }
            return
        }
        for slot in changed {
            guard let index = index(of: slot), visited == .changed || items[index].pending.contains(.entered) else {
                continue
            }
            body(&self, index)
        }
    }

    /// Calls `body` with the indices of the items of some elements.
    @inline(__always)
    private mutating func visit(
        _ slots: some Sequence<Slot<Item.Element>>, _ body: (inout SentItems, Int) -> Void
    ) {
        for slot in slots { if let index = index(of: slot) { body(&self, index) } }
    }

    /// Changes an item if it differs, and records its member. Items that do not differ are only read, because a frame
    /// may still share them.
    @inline(__always)
    private mutating func change(
        _ member: ItemMembers, at index: Int, if differs: Bool, _ body: (inout Item) -> Void
    ) {
        if !differs { return }
        withItem(at: index, body)
        mark(member, at: index)
    }

    /// Updates the selection of all items, or only of new ones.
    mutating func syncSelection(_ selection: SlotSet<Item.Element>, all: Bool) {
        visit(all ? .all : .entered) { sent, index in
            let isSelected = selection.contains(sent.items[index].slot)
            sent.change(.selected, at: index, if: sent.items[index].isSelected != isSelected) {
                $0.isSelected = isSelected
            }
        }
    }

    /// Updates the emphasis of all items, when it begins or ends.
    ///
    /// - Parameter emphasized: the elements that stand out; nil if none does.
    mutating func syncEmphasis(_ emphasized: SlotSet<Item.Element>?) {
        visit(.all) { $0.setEmphasis(emphasized, at: $1) }
    }

    /// Updates the present and former emphasized items, and new ones.
    mutating func syncEmphasis(_ emphasized: SlotSet<Item.Element>, from former: SlotSet<Item.Element>) {
        if emphasized != former {
            var others = emphasized
            others.formSymmetricDifference(former)
            others.forEach { slot in if let index = index(of: slot) { setEmphasis(emphasized, at: index) } }
        }
        visit(.entered) { $0.setEmphasis(emphasized, at: $1) }
    }

    private mutating func setEmphasis(_ emphasized: SlotSet<Item.Element>?, at index: Int) {
        let emphasis = emphasized.map { $0.contains(items[index].slot) ? Emphasis.path : .dimmed }
        change(.emphasis, at: index, if: items[index].emphasis != emphasis) { $0.emphasis = emphasis }
    }

    /// Updates the problems of all items, or only of the changed ones.
    mutating func sync(_ document: Document, all: Bool, _ problems: (Slot<Item.Element>) -> Problems) {
        visit(all ? .all : .changed) { sent, index in
            let now = problems(sent.items[index].slot)
            sent.change(.problems, at: index, if: sent.items[index].problems != now) { $0.problems = now }
        }
    }

    /// Updates the members that the view asks for: of all items, or only of new ones.
    mutating func syncAsked(
        _ members: [AskedMember], all: Bool, _ value: (AskedMember, Slot<Item.Element>) -> [UInt8]
    ) {
        visit(all ? .all : .entered) { sent, index in
            if sent.items[index].asked.isEmpty {
                sent.withItem(at: index) { $0.asked = members.map { _ in [] } }
            }
            for number in members.indices {
                let now = value(members[number], sent.items[index].slot)
                sent.change(.asked(number), at: index, if: sent.items[index].asked[number] != now) {
                    $0.asked[number] = now
                }
            }
        }
    }

    /// Updates the differences of all items, or only of touched and new ones.
    mutating func syncDifferences(
        _ touched: [Slot<Item.Element>], all: Bool, _ difference: (Slot<Item.Element>) -> ItemDifference?
    ) {
        func sync(_ sent: inout SentItems, _ index: Int) {
            let now = difference(sent.items[index].slot)
            sent.change(.difference, at: index, if: sent.items[index].difference != now) { $0.difference = now }
        }
        if !all { visit(touched, sync) }
        visit(all ? .all : .changed, sync)
    }

    /// Updates the order of the items among each other, if the document's has changed.
    ///
    /// - Parameters:
    ///   - version: counts the changes of the document's order.
    ///   - key: of a slot in that order.
    mutating func syncOrder(_ version: Int, _ key: (Slot<Item.Element>) -> UInt64) {
        if placements == version { return }
        placements = version
        visit(.all) { sent, index in
            let key = key(sent.items[index].slot)
            sent.change(.order, at: index, if: sent.items[index].order != key) { $0.order = key }
        }
    }
}

extension SentItems<EdgeItem> {
    /// Updates the looks of types for states: of all edges, or only of the changed ones.
    ///
    /// - Parameter isInvalid: whether an error names an edge.
    mutating func syncStates(_ document: Document, all: Bool, isInvalid: (Edge.Slot) -> Bool) {
        let known = document.edgeStates
        if !all && known.isEmpty { return }
        visit(all ? .all : .changed) { sent, index in
            var states: EdgeStates = []
            if known.contains(.selected), sent.items[index].isSelected { states.insert(.selected) }
            if known.contains(.invalid), isInvalid(sent.items[index].slot) { states.insert(.invalid) }
            sent.mark(sent.withItem(at: index) { $0.setStates(states, document) }, at: index)
        }
    }
}

extension SentItems<NodeItem> {
    /// Updates which nodes need live drawing: all, or only changed ones and those that the pointer left or reached.
    ///
    /// - Complexity: O(items) for all.
    mutating func syncInteractive(
        _ policy: InteractionSettings.Interactive, hover: Node.Slot?, before: Node.Slot?, all: Bool
    ) {
        func sync(_ sent: inout SentItems, _ index: Int) {
            let isHovered = hover == sent.items[index].slot
            let isInteractive =
                switch policy {
                case .none: false
                case .hovered: isHovered
                case .selected: sent.items[index].isSelected
                case .hoveredOrSelected: isHovered || sent.items[index].isSelected
                }
            sent.change(.interactive, at: index, if: sent.items[index].isInteractive != isInteractive) {
                $0.isInteractive = isInteractive
            }
        }
        visit(all ? .all : .changed, sync)
        if all || hover == before { return }
        if let before { visit(CollectionOfOne(before), sync) }
        if let hover { visit(CollectionOfOne(hover), sync) }
    }

    /// Updates the computed values of nodes: of all, or only of the changed ones.
    ///
    /// - Complexity: O(items) for all.
    mutating func syncValues(_ document: Document, all: Bool) {
        visit(all ? .all : .changed) { sent, index in
            let value = document.value(sent.items[index].slot)
            if sent.withItem(at: index, { $0.setValue(value) }) { sent.mark(.values, at: index) }
        }
    }

    /// Updates which nodes are containers: a node becomes one when another gets it as its parent.
    ///
    /// - Parameter touched: the nodes to look at; nil is all.
    mutating func syncContainers(_ document: Document, _ touched: [Node.Slot]?) {
        func sync(_ sent: inout SentItems, _ index: Int) {
            let isContainer = document.isContainer(sent.items[index].slot)
            sent.change(.container, at: index, if: sent.items[index].isContainer != isContainer) {
                $0.isContainer = isContainer
            }
        }
        if let touched { visit(touched, sync) } else { visit(.all, sync) }
    }

    /// Replaces numbers of types and of lists of handles that were swept.
    mutating func rename(_ sweep: NameSweep) {
        visit(.all) { sent, index in
            sent.withItem(at: index) { item in
                item.type = item.type.map { sweep.symbol($0) }
                item.renameHandles(sweep)
            }
        }
    }
}
