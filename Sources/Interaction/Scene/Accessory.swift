import Geometry
import Graph
import Routing
import Storage

/// Something that a client shows beside the one selected element: where it goes. All of it is in screen points.
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
    /// Where it would cross the margin on its side it goes to the other side, unless it crosses that margin too. Then it
    /// is pushed inside the margins, along both axes; where it is too large for that it keeps to the low ones.
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

extension Workspace {
    /// Where an accessory of the selection goes; nil unless exactly one element, or the edges of one bundle, are
    /// selected and drawn.
    public mutating func accessory(
        of view: View.Slot, size: Size, placement: Accessory.Placement = .top, spacing: Double = 8, margin: Double = 8
    ) -> Accessory? {
        guard let element = selectedAlone(in: view), let anchor = anchor(of: element, in: view) else { return nil }
        let viewport = views[view].viewport
        let screen = Rect(viewport.screen(anchor.origin), viewport.screen(Point(x: anchor.maxX, y: anchor.maxY)))
        guard screen.isFinite, screen.size.isFinite, screen.center.isFinite else { return nil }
        return Accessory(
            anchor: screen, size: size, placement: placement, spacing: spacing, margin: margin, in: views[view].size)
    }

    /// The one selected element, or the edge that stands for the bundle whose edges alone are selected.
    private mutating func selectedAlone(in view: View.Slot) -> View.Element? {
        let selection = views[view].selection
        if let element = views[view].selectedAlone { return element }
        if !selection.nodes.isEmpty || document.nodes.collapsedCount == 0 { return nil }
        refresh()
        let shown = scene.bundles.gathered(selection.edges).slots
        return shown.count == 1 ? .edge(shown[0]) : nil
    }

    /// What an accessory is placed at, in canvas units, where a gesture shows it.
    private mutating func anchor(of element: View.Element, in view: View.Slot) -> Rect? {
        refresh()
        switch element {
        case .node(let slot):
            guard document.isPlaced(slot), !document.isConcealed(slot) else { return nil }
            return shownFrame(of: slot, in: view)
        case .edge(let slot):
            guard !document.isConcealed(edge: slot) else { return nil }
            return shownRoute(ofEdge: slot, in: view).map { Rect($0.label, $0.label) }
        }
    }

    /// The route of an edge where the open gesture of a view shows it.
    private func shownRoute(ofEdge slot: Edge.Slot, in view: View.Slot) -> Route? {
        let form = views[view].previewForm(ofEdge: slot, document)
        if scene.routes.contains(slot) {
            var displacement = Displacement()
            var preview = RoutePreview()
            _ = displacement.follow(views[view].gesture, views[view].gestureCount, document, scene)
            _ = preview.follow(displacement, document, scene)
            return (preview.routes ?? scene.routes).route(ofEdge: slot, form: form, in: document)
        }
        let ends = document.drawnEnds(ofEdge: slot)
        return document.plainRoute(
            ofEdge: slot, from: shownFrame(of: ends.source, in: view), to: shownFrame(of: ends.target, in: view),
            form: form ?? EdgeForm())
    }

    /// The frame of a node where the open gesture of a view shows it.
    func shownFrame(of slot: Node.Slot, in view: View.Slot) -> Rect {
        if let preview = views[view].previewFrame(of: slot) { return preview }
        let original = document.frame(slot)
        return views[view].displacement(of: slot).map { original.offset(by: $0) } ?? original
    }
}

extension Size {
    fileprivate var isFinite: Bool { width.isFinite && height.isFinite }
}

extension View {
    /// The one selected element; nil if there is none or more than one.
    var selectedAlone: Element? {
        switch (selection.nodes.count, selection.edges.count) {
        case (1, 0): selection.nodes.single.map { .node($0) }
        case (0, 1): selection.edges.single.map { .edge($0) }
        default: nil
        }
    }
}
