import Graph
import Storage

extension SentItems {
    /// Updates the selection of all items, or only of those that entered.
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

    /// Updates which items stand out and which are dimmed: all, or only those that entered.
    ///
    /// - Parameter emphasized: the elements that stand out; nil if none does.
    mutating func syncEmphasis(_ emphasized: SlotSet<Item.Element>?, all: Bool) {
        func emphasis(_ index: Int) -> Emphasis? {
            emphasized.map { $0.contains(items[index].slot) ? .path : .dimmed }
        }
        if all {
            for index in items.indices {
                let emphasis = emphasis(index)
                if items[index].emphasis == emphasis { continue }
                withItem(at: index) { $0.emphasis = emphasis }
                mark(.emphasis, at: index)
            }
        } else if emphasized != nil {
            for slot in changed {
                guard let index = index(of: slot), items[index].pending.contains(.entered) else { continue }
                let emphasis = emphasis(index)
                withItem(at: index) { $0.emphasis = emphasis }
            }
        }
    }

    /// Updates the problems of all items, or only of those that changed.
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

extension SentItems<NodeItem> {
    /// Updates which nodes are drawn live: all, or only those that changed and those that the pointer left or came to.
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

    /// Updates the values that nodes have computed: of all, or only of those that changed.
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
    mutating func syncContainers(_ document: Document) {
        for index in items.indices where items[index].isContainer != document.isContainer(items[index].slot) {
            withItem(at: index) { $0.isContainer.toggle() }
            mark(.container, at: index)
        }
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
