import Geometry
import Graph

/// A canvas held by a point: the viewport follows the pointer.
public struct PanGesture: Sendable {
    var origin: GestureOrigin
    /// Whether limits give way while a hand pulls, to which the release has to lead back.
    var isElastic = false
}

extension Editor {
    mutating func update(_ pan: PanGesture, to at: Point, in view: Int) {
        guard document.settings.panEnabled else { return }
        let zoom = views[view].viewport.zoom
        let start = pan.origin.viewport
        var viewport = start.panned(by: at - pan.origin.start)
        if zoom != start.zoom {
            let anchor = pan.origin.anchor
            viewport = Viewport(x: at.x - anchor.x * zoom, y: at.y - anchor.y * zoom, zoom: zoom)
        }
        let settings = document.settings
        let shown = pan.isElastic ? views[view].stretched(viewport, settings) : views[view].confined(viewport, settings)
        if shown != views[view].viewport { views[view].viewport = shown }
    }
}
