import EdgeRouting
import Geometry
import Graph
import Storage

/// The position of a client's widget beside the only selected element. All values are screen points.
public struct Accessory: Sendable, Equatable {
    /// The side of its anchor on which it lies.
    public enum Placement: String, CaseIterable, Sendable {
        case top, bottom, leading, trailing

        var opposite: Placement {
            switch self {
            case .top: .bottom
            case .bottom: .top
            case .leading: .trailing
            case .trailing: .leading
            }
        }
    }

    /// The frame of the node, or the point of the edge's label.
    public let anchor: Rect
    /// The frame of the accessory.
    public let place: Rect

    /// Places it in a view.
    ///
    /// If it would cross the margin on its side, it goes to the other side, unless it crosses that margin too. Then it
    /// is pushed inside the margins, along both axes. If it is too large for that, it keeps to the left and top
    /// margins.
    ///
    /// - Parameter spacing: between it and its anchor.
    /// - Parameter margin: between it and the border of the view.
    public init(anchor: Rect, size: Size, placement: Placement, spacing: Double, margin: Double, in view: Size) {
        self.anchor = anchor
        func center(_ placement: Placement) -> Point {
            let dx = anchor.width / 2 + size.width / 2 + spacing
            let dy = anchor.height / 2 + size.height / 2 + spacing
            let middle = anchor.center
            return switch placement {
            case .top: Point(x: middle.x, y: middle.y - dy)
            case .bottom: Point(x: middle.x, y: middle.y + dy)
            case .leading: Point(x: middle.x - dx, y: middle.y)
            case .trailing: Point(x: middle.x + dx, y: middle.y)
            }
        }
        func crosses(_ placement: Placement) -> Bool {
            let center = center(placement)
            return switch placement {
            case .top: center.y - size.height / 2 < margin
            case .bottom: center.y + size.height / 2 > view.height - margin
            case .leading: center.x - size.width / 2 < margin
            case .trailing: center.x + size.width / 2 > view.width - margin
            }
        }
        func clamped(_ value: Double, half: Double, side: Double) -> Double {
            max(margin + half, min(side - margin - half, value))
        }
        let flips = crosses(placement) && !crosses(placement.opposite)
        let wanted = center(flips ? placement.opposite : placement)
        let x = clamped(wanted.x, half: size.width / 2, side: view.width)
        let y = clamped(wanted.y, half: size.height / 2, side: view.height)
        place = Rect(origin: Point(x: x - size.width / 2, y: y - size.height / 2), size: size)
    }
}

extension View {
    /// Returns the position of an accessory of the selection; nil unless exactly one element, or the edges of one
    /// bundle, are selected and drawn.
    public func accessory(
        on stage: Stage, size accessory: Size, placement: Accessory.Placement = .top, spacing: Double = 8,
        margin: Double = 8
    ) -> Accessory? {
        guard let element = selectedAlone(on: stage), let anchor = anchor(of: element, on: stage) else { return nil }
        let screen = Rect(viewport.screen(anchor.origin), viewport.screen(Point(x: anchor.maxX, y: anchor.maxY)))
        guard screen.isFinite, screen.size.isFinite, screen.center.isFinite else { return nil }
        return Accessory(
            anchor: screen, size: accessory, placement: placement, spacing: spacing, margin: margin, in: size)
    }

    /// The only selected element, or the edge that represents the only selected bundle.
    private func selectedAlone(on stage: Stage) -> ElementSlot? {
        switch (selection.nodes.count, selection.edges.count) {
        case (1, 0): return selection.nodes.single.map { .node($0) }
        case (0, 1): return selection.edges.single.map { .edge($0) }
        default: break
        }
        if !selection.nodes.isEmpty || stage.document.nodes.collapsedCount == 0 { return nil }
        let shown = stage.scene.bundles.gathered(selection.edges).slots
        return shown.count == 1 ? .edge(shown[0]) : nil
    }

    /// Returns the rectangle beside which an accessory is placed, in canvas units, as a gesture shows it.
    private func anchor(of element: ElementSlot, on stage: Stage) -> Rect? {
        switch element {
        case .node(let slot):
            guard stage.document.isPlaced(slot), !stage.document.isConcealed(slot) else { return nil }
            return shownFrame(of: slot, stage.document)
        case .edge(let slot):
            guard !stage.document.isConcealed(edge: slot) else { return nil }
            return shownRoute(ofEdge: slot, stage.document, stage.scene).map { Rect($0.label, $0.label) }
        }
    }

    /// The route of an edge as the open gesture shows it.
    private func shownRoute(ofEdge slot: Edge.Slot, _ document: Document, _ scene: Scene) -> Route? {
        let form = shownForm(ofEdge: slot, document)
        if scene.routes.contains(slot) {
            var displacement = Displacement()
            var preview = RoutePreview()
            _ = displacement.follow(gesture, gestureCount, document, scene)
            _ = preview.follow(displacement, document, scene)
            let routes = preview.routes ?? scene.routes
            if let route = routes.route(ofEdge: slot, form: form, in: document) { return route }
        }
        let ends = document.drawnEnds(ofEdge: slot)
        return scene.routes.route(
            ofEdge: slot, from: shownFrame(of: ends.source, document), to: shownFrame(of: ends.target, document),
            form: form ?? EdgeForm(), in: document)
    }
}

extension Size {
    fileprivate var isFinite: Bool { width.isFinite && height.isFinite }
}
