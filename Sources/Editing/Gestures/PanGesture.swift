import Geometry
import Graph

/// A canvas held by a point: the viewport follows the pointer.
public struct PanGesture: Sendable {
    var origin: GestureOrigin
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
        views[view].viewport = views[view].confined(viewport, document.settings)
    }
}
