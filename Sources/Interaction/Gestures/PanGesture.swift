import Geometry
import Graph

/// A canvas held by a point: the viewport follows the pointer.
public struct PanGesture: Sendable {
    var origin: GestureOrigin
    /// The screen point by which it is held, and what the view would show then if no limit gave way.
    var held: (at: Point, viewport: Viewport)
    /// Whether limits give way while a hand pulls, to which the release has to lead back.
    let isElastic: Bool

    init(_ origin: GestureOrigin, isElastic: Bool = false) {
        self.origin = origin
        self.isElastic = isElastic
        held = (origin.start, origin.viewport)
    }
}

extension Workspace {
    /// A pan that a hand leads, from what the view shows now.
    func handPan(_ origin: GestureOrigin, in view: Int) -> PanGesture {
        var pan = PanGesture(origin, isElastic: true)
        pan.held.viewport = views[view].pulled(origin.viewport, document.settings)
        return pan
    }

    mutating func update(_ pan: PanGesture, to at: Point, in view: Int) {
        guard document.settings.panEnabled else { return }
        let zoom = views[view].viewport.zoom
        let start = pan.held.viewport
        var viewport = start.panned(by: at - pan.held.at)
        if zoom != start.zoom {
            let anchor = start.canvas(pan.held.at)
            viewport = Viewport(x: at.x - anchor.x * zoom, y: at.y - anchor.y * zoom, zoom: zoom)
        }
        let settings = document.settings
        if pan.isElastic {
            stretch(to: views[view].stretched(viewport, settings), in: view)
        } else {
            let shown = views[view].confined(viewport, settings)
            if shown != views[view].viewport { views[view].viewport = shown }
        }
    }
}
