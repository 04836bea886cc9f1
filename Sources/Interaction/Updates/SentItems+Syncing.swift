import Graph
import Storage

extension SentItems {
    /// Updates the selection of all items, or only of new ones.
    mutating func syncSelection(_ selection: SlotSet<Item.Element>, all: Bool) {
        if all {
            for index in items.indices where items[index].isSelected != selection.contains(items[index].slot) {
                withItem(at: index) { $0.isSelected.toggle() }
                mark(.selected, at: index)
            }
            return
        }
        for slot in changed {
            guard let index = index(of: slot), items[index].pending.contains(.entered) else { continue }
            withItem(at: index) { $0.isSelected = selection.contains(slot) }
        }
    }

    /// Updates the emphasis of all items, when it begins or ends.
    ///
    /// - Parameter emphasized: the elements that stand out; nil if none does.
    mutating func syncEmphasis(_ emphasized: SlotSet<Item.Element>?) {
        for index in items.indices { setEmphasis(emphasized, at: index) }
    }

    /// Updates the present and former emphasized items, and new ones.
    mutating func syncEmphasis(_ emphasized: SlotSet<Item.Element>, from former: SlotSet<Item.Element>) {
        if emphasized != former {
            var others = emphasized
            others.formSymmetricDifference(former)
            others.forEach { slot in if let index = index(of: slot) { setEmphasis(emphasized, at: index) } }
        }
        for slot in changed {
            guard let index = index(of: slot), items[index].pending.contains(.entered) else { continue }
            setEmphasis(emphasized, at: index)
        }
    }

    private mutating func setEmphasis(_ emphasized: SlotSet<Item.Element>?, at index: Int) {
        let emphasis = emphasized.map { $0.contains(items[index].slot) ? Emphasis.path : .dimmed }
        if items[index].emphasis == emphasis { return }
        withItem(at: index) { $0.emphasis = emphasis }
        mark(.emphasis, at: index)
    }

    /// Updates the problems of all items, or only of the changed ones.
    mutating func sync(_ document: Document, all: Bool, _ problems: (Slot<Item.Element>) -> Problems) {
        func sync(_ index: Int) {
            let now = problems(items[index].slot)
            if items[index].problems == now { return }
            withItem(at: index) { $0.problems = now }
            mark(.problems, at: index)
        }
        if all {
            for index in items.indices { sync(index) }
        } else {
            for slot in changed { index(of: slot).map(sync) }
        }
    }

    /// Updates the texts of all items, or only of new ones.
    mutating func syncTexts(all: Bool, _ texts: (Slot<Item.Element>) -> [UInt8]) {
        func sync(_ index: Int) {
            let now = texts(items[index].slot)
            if items[index].texts == now { return }
            withItem(at: index) { $0.texts = now }
            mark(.texts, at: index)
        }
        if all {
            for index in items.indices { sync(index) }
            return
        }
        for slot in changed {
            guard let index = index(of: slot), items[index].pending.contains(.entered) else { continue }
            sync(index)
        }
    }

    /// Updates the differences of all items, or only of touched and new ones.
    mutating func syncDifferences(
        _ touched: [Slot<Item.Element>], all: Bool, _ difference: (Slot<Item.Element>) -> ItemDifference?
    ) {
        func sync(_ index: Int) {
            let now = difference(items[index].slot)
            if items[index].difference == now { return }
            withItem(at: index) { $0.difference = now }
            mark(.difference, at: index)
        }
        if all {
            for index in items.indices { sync(index) }
            return
        }
        for slot in touched { index(of: slot).map(sync) }
        for slot in changed { index(of: slot).map(sync) }
    }

    /// Updates the order of the items among each other, if the document's has changed.
    ///
    /// - Parameters:
    ///   - version: counts the changes of the document's order.
    ///   - key: of a slot in that order.
    mutating func syncOrder(_ version: Int, _ key: (Slot<Item.Element>) -> UInt64) {
        if placements == version { return }
        placements = version
        for index in items.indices {
            let key = key(items[index].slot)
            if items[index].order == key { continue }
            withItem(at: index) { $0.order = key }
            mark(.order, at: index)
        }
    }
}

extension SentItems<EdgeItem> {
    /// Updates the looks of types for states: of all edges, or only of the changed ones.
    ///
    /// - Parameter isInvalid: whether an error names an edge.
    mutating func syncStates(_ document: Document, all: Bool, isInvalid: (Edge.Slot) -> Bool) {
        let known = document.edgeStates
        func sync(_ index: Int) {
            var states: EdgeStates = []
            if known.contains(.selected), items[index].isSelected { states.insert(.selected) }
            if known.contains(.invalid), isInvalid(items[index].slot) { states.insert(.invalid) }
            mark(withItem(at: index) { $0.setStates(states, document) }, at: index)
        }
        if all {
            for index in items.indices { sync(index) }
        } else if !known.isEmpty {
            for slot in changed { index(of: slot).map(sync) }
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
        func sync(_ index: Int) {
            let isHovered = hover == items[index].slot
            let isInteractive =
                switch policy {
                case .none: false
                case .hovered: isHovered
                case .selected: items[index].isSelected
                case .hoveredOrSelected: isHovered || items[index].isSelected
                }
            if items[index].isInteractive == isInteractive { return }
            withItem(at: index) { $0.isInteractive = isInteractive }
            mark(.interactive, at: index)
        }
        if all {
            for index in items.indices { sync(index) }
            return
        }
        for slot in changed { index(of: slot).map(sync) }
        if hover == before { return }
        if let before { index(of: before).map(sync) }
        if let hover { index(of: hover).map(sync) }
    }

    /// Updates the computed values of nodes: of all, or only of the changed ones.
    ///
    /// - Complexity: O(items) for all.
    mutating func syncValues(_ document: Document, all: Bool) {
        func sync(_ index: Int) {
            let value = document.value(items[index].slot)
            if withItem(at: index, { $0.setValue(value) }) { mark(.values, at: index) }
        }
        if all {
            for index in items.indices { sync(index) }
        } else {
            for slot in changed { index(of: slot).map(sync) }
        }
    }

    /// Updates which nodes are containers: a node becomes one when another gets it as its parent.
    ///
    /// - Parameter touched: the nodes to look at; nil is all.
    mutating func syncContainers(_ document: Document, _ touched: [Node.Slot]?) {
        func sync(_ index: Int) {
            if items[index].isContainer == document.isContainer(items[index].slot) { return }
            withItem(at: index) { $0.isContainer.toggle() }
            mark(.container, at: index)
        }
        guard let touched else {
            for index in items.indices { sync(index) }
            return
        }
        for slot in touched { index(of: slot).map(sync) }
    }

    /// Replaces numbers of types and of lists of handles that were swept.
    mutating func rename(_ sweep: NameSweep) {
        for index in items.indices {
            withItem(at: index) { item in
                item.type = item.type.map { sweep.symbol($0) }
                item.renameHandles(sweep)
            }
        }
    }
}
