import Graph
import Storage

// What stands out in a view: what its client has named, else what lies around the element under the pointer.

extension SentScene {
    /// Updates the emphasis of items; even if there are only clusters, for later items.
    ///
    /// - Complexity: O(1) if nothing has changed; O(the present and former emphasis) while it lasts, else O(items).
    mutating func syncEmphasis(_ view: View, _ document: Document, _ scene: Scene) {
        let former = emphasized
        if mayStandOutOtherwise(view, document) { emphasized = elementsToStandOut(in: view, document, scene) }
        let isSwitched = (former == nil) != (emphasized == nil)
        if let emphasized, let former, !isSwitched {
            nodes.syncEmphasis(emphasized.nodes, from: former.nodes)
            edges.syncEmphasis(emphasized.edges, from: former.edges)
        } else if isSwitched {
            nodes.syncEmphasis(emphasized?.nodes)
            edges.syncEmphasis(emphasized?.edges)
        }
    }

    private func mayStandOutOtherwise(_ view: View, _ document: Document) -> Bool {
        if view.dirty.contains(.emphasis) || hasNewBundles { return true }
        let followsHover = emphasized != nil || document.settings.interaction.emphasizeOnHover > 0
        if view.emphasized != nil || !followsHover { return false }
        return needsFullRefresh || !view.dirty.isDisjoint(with: [.elements, .content, .gesture])
    }

    /// The emphasized elements, with all edges of a bundle; nil if none is dimmed.
    private func elementsToStandOut(in view: View, _ document: Document, _ scene: Scene) -> ElementSet? {
        let depth = document.settings.interaction.emphasizeOnHover
        guard var elements = view.emphasized else {
            // While a gesture goes on, what it may lead to is not dimmed.
            guard depth > 0, view.gesture == nil, let hover = view.hover else { return nil }
            return scene.elements(around: hover, depth: depth, document)
        }
        // The edge for a bundle stands out as soon as one of its edges does.
        if !scene.bundles.isEmpty { elements.edges = scene.bundles.gathered(elements.edges) }
        return elements
    }
}

extension Scene {
    /// An element, and everything drawn up to a number of edges away: its edges and the nodes at their ends.
    ///
    /// - Complexity: O(these nodes and their edges).
    fileprivate func elements(around element: ElementSlot, depth: Int, _ document: Document) -> ElementSet {
        var found = ElementSet()
        var front: [Node.Slot] = []
        var steps = 0
        switch element {
        case .node(let slot): front = [slot]
        case .edge(let slot):
            let ends = document.drawnEnds(ofEdge: slot)
            found.edges.insert(bundles.first(of: slot))
            front = [ends.source, ends.target]
            steps = 1
        }
        for slot in front { found.nodes.insert(slot) }
        while !front.isEmpty && steps < depth {
            var next: [Node.Slot] = []
            for slot in front {
                visitEdges(of: slot, document) { edge, ends in
                    found.edges.insert(edge)
                    for end in [ends.source, ends.target] where found.nodes.insert(end) { next.append(end) }
                }
            }
            front = next
            steps += 1
        }
        return found
    }
}
