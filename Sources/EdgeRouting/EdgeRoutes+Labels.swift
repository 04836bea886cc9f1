import Geometry
import Graph
import Storage

// Labels that slide along their edges.

extension EdgeRoutes {
    /// Is true if labels avoid nodes and each other. O(1).
    public var placesLabels: Bool { labels.value.isActive }

    /// Returns true if the drawing of an edge depends on more than the edge and its ends. O(1).
    public func depends(_ slot: Edge.Slot) -> Bool { placesLabels || contains(slot) }

    /// Starts with all visible nodes and edges; in a bundle only the first edge is visible.
    ///
    /// - Complexity: O(1) if the document does not place labels, else O(nodes + edges).
    mutating func startLabels(_ document: Document, _ bundles: EdgeBundles) {
        if !placesLabels && !document.settings.placeLabels { return }
        labels = CopyOnWrite(LabelPlaces(isActive: document.settings.placeLabels))
        if !placesLabels { return }
        for slot in document.nodeSlots where document.isPlaced(slot) && !document.isConcealed(slot) {
            labels.value.set(slot, document.frame(slot).limited)
        }
        for slot in document.edgeSlots where !document.isConcealed(edge: slot) && bundles.first(of: slot) == slot {
            labels.value.touch(slot, isDrawn: true)
        }
    }

    /// Places the labels that changes may affect; returns the edges whose labels have moved.
    ///
    /// - Parameter changed: edges whose drawing may have changed.
    mutating func placeLabels(_ changed: [Edge.Slot], _ document: Document) -> [Edge.Slot] {
        if !placesLabels { return [] }
        for (slot, isDrawn) in labels.value.takeTouched() {
            if isDrawn { setLine(slot, document) } else { labels.value.set(slot, nil, document) }
        }
        for slot in changed where labels.value.contains(slot) { setLine(slot, document) }
        let moved = labels.value.update(document)
        if !moved.isEmpty { contents.value.version += 1 }
        return moved
    }

    /// Sets an edge to its drawn state.
    private mutating func setLine(_ slot: Edge.Slot, _ document: Document) {
        let route = lineRoute(ofEdge: slot, document)
        labels.value.set(slot, route.map { LabelPlaces.Line(slot, $0, document) }, document)
    }

    private func lineRoute(ofEdge slot: Edge.Slot, _ document: Document) -> Route? {
        guard let shown = labels.value.shown[slot] else { return freeRoute(ofEdge: slot, in: document) }
        if contains(slot), let route = routedRoute(ofEdge: slot, form: shown.form, in: document) { return route }
        return freeRoute(ofEdge: slot, from: shown.source, to: shown.target, form: shown.form, in: document)
    }

    /// A route with its label at its computed place, unless a form states the place.
    func placed(_ route: Route?, ofEdge slot: Edge.Slot, form: EdgeForm? = nil, in document: Document) -> Route? {
        guard let route, placesLabels, let fraction = labels.value.fraction(of: slot), form?.labelPosition == nil,
            form?.labelOffset == nil
        else { return route }
        return Route(
            route.path, form: EdgeForm(labelPosition: fraction), isTurned: document.turnsLabel(ofEdge: slot))
    }
}
