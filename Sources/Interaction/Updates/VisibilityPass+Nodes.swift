import Geometry
import Graph
import Storage

extension VisibilityPass {
    func updateTouchedNodes(_ sent: inout SentScene) {
        for slot in sent.touchedNodes { updateItem(forNode: slot, &sent.nodes, readsContent: true) }
        guard sent.needsFullRefresh else { return }
        sent.nodes.forEachReversed { updateItem(forNode: $1, &$0, readsContent: true) }
    }

    /// Updates the nodes that the gesture displaces, or displaced before.
    func updateDisplacedNodes(_ sent: inout SentScene) {
        let region = carriedRegion
        func isInPlace(_ outline: Outline<Node>) -> Bool { outline.isCarried && outline.box.touches(region) }
        if let listed = displacement.listed, !displacementChanged {
            // No item but these is displaced.
            for slot in listed.nodes {
                if let index = sent.nodes.index(of: slot), isInPlace(sent.nodes.items[index].outline) { continue }
                updateItem(forNode: slot, &sent.nodes, readsContent: false)
            }
            return
        }
        sent.nodes.forEachReversed(where: { outline in
            if displacementChanged { return outline.isDisplaced || displacement.contains(outline.slot) }
            return outline.isDisplaced && !isInPlace(outline)
        }) {
            updateItem(forNode: $1, &$0, readsContent: false)
        }
        if displacement.isNone { return }
        if let listed = displacement.listed {
            for slot in listed.nodes where !sent.nodes.contains(slot) {
                updateItem(forNode: slot, &sent.nodes, readsContent: false)
            }
            return
        }
        region.grown(by: tolerance).visitRemainder(outside: sent.searched) { strip in
            scene.nodes.visit(touching: strip) { slot in
                guard displacement.carried.contains(slot), !sent.nodes.contains(slot) else { return }
                updateItem(forNode: slot, &sent.nodes, readsContent: false)
            }
        }
    }

    /// Updates the nodes that came into sight or went out of it because the view moved.
    func updateUnmovedNodes(_ sent: inout SentScene) {
        sent.nodes.forEachReversed(where: { !$0.isDisplaced && !$0.box.touches(covered) }) { leave(node: $1, &$0) }
        covered.visitRemainder(outside: previouslyCovered) { strip in
            scene.nodes.visit(touching: strip) { slot in
                if sent.nodes.contains(slot) || displacement.contains(slot) { return }
                updateItem(forNode: slot, &sent.nodes, readsContent: false)
            }
        }
    }

    /// Lets a node enter, leave or change.
    ///
    /// - Parameter readsContent: whether more than its frame may have changed.
    private func updateItem(forNode slot: Node.Slot, _ nodes: inout SentItems<NodeItem>, readsContent: Bool) {
        let index = nodes.index(of: slot)
        guard scene.nodes.contains(slot) else {
            if index != nil { leave(node: slot, &nodes) }
            return
        }
        let isCarried = carried == .offset && displacement.carried.contains(slot)
        let stored = document.frame(slot)
        let (shown, size) = displacement.shownFrame(of: slot, document)
        guard isCarried ? stored.touches(carriedRegion) : shown.touches(covered) else {
            if index != nil { leave(node: slot, &nodes) }
            return
        }
        let frame = isCarried ? stored : shown
        guard let index else {
            var item = NodeItem(slot: slot, frame: frame, size: size)
            _ = read(&item)
            item.order = document.nodes.order.key(slot)
            item.isContainer = document.isContainer(slot)
            item.outline.isCarried = isCarried
            item.outline.isDisplaced = displacement.contains(slot)
            return nodes.enter(item)
        }
        var members: ItemMembers = []
        nodes.withItem(at: index) { item in
            item.outline.isDisplaced = displacement.contains(slot)
            if item.isCarried != isCarried {
                item.outline.isCarried = isCarried
                members.insert(.carried)
            }
            if frame.minX != item.frame.minX { members.insert(.x) }
            if frame.minY != item.frame.minY { members.insert(.y) }
            if size.width != item.size.width { members.insert(.width) }
            if size.height != item.size.height { members.insert(.height) }
            // Far out the same size may end elsewhere.
            if frame != item.frame || size != item.size {
                (item.frame, item.size) = (frame, size)
                if showsItems { members.insert(.handles) }
            }
            if readsContent { members.formUnion(read(&item)) }
        }
        nodes.mark(members, at: index)
    }

    /// Reads the displayed properties of a node at the level, besides its frame; returns the changed members.
    private func read(_ item: inout NodeItem) -> ItemMembers {
        showsItems ? item.readContent(document, contents.nodes) : item.readLook(document)
    }

    private func leave(node slot: Node.Slot, _ nodes: inout SentItems<NodeItem>) {
        nodes.leave(slot, key: document.nodes.order.key(slot), id: document.nodeID(slot))
    }
}
