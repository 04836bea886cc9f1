import Geometry
import Graph
import Storage

/// A canvas held by a point: the viewport follows the pointer.
public struct PanGesture: GesturePayload {
    var origin: GestureOrigin
    /// The screen point by which it is held, and what the view would show then if no limit gave way.
    var held: (at: Point, viewport: Viewport)
    /// Whether limits give way while a hand pulls, to which the release has to lead back.
    let isElastic: Bool

    init(_ origin: GestureOrigin) {
        self.origin = origin
        isElastic = false
        held = (origin.start, origin.viewport)
    }

    /// A pan that a hand leads.
    ///
    /// - Parameter pulled: what the view would show where the hand takes it, if no limit gave way.
    init(_ origin: GestureOrigin, pulled: Viewport) {
        self.origin = origin
        isElastic = true
        held = (origin.start, pulled)
    }

    mutating func update(to at: Point, _: Modifiers, on stage: Stage) -> GestureEffect {
        guard stage.document.settings.interaction.panEnabled else { return .nothing }
        let zoom = stage.viewport.zoom
        let start = held.viewport
        var viewport = start.panned(by: at - held.at)
        if zoom != start.zoom {
            let anchor = start.canvas(held.at)
            viewport = Viewport(x: at.x - anchor.x * zoom, y: at.y - anchor.y * zoom, zoom: zoom)
        }
        return .show(viewport, isElastic: isElastic)
    }

    var state: GestureState { .pan }
}

extension Workspace {
    /// Begins a pan that a hand leads, from what the view shows now.
    mutating func beginPan(_ at: Point, _ pointer: PointerKind, in view: View.Slot) {
        let origin = GestureOrigin(views[view], at: at, pointer)
        let pulled = views[view].pulled(origin.viewport, document.settings.interaction)
        open(.pan(PanGesture(origin, pulled: pulled)), in: view)
    }

    /// Lets the canvas stay where it is under the pointer that pans, after something else has moved the view.
    mutating func holdAgain(_ at: Point, in view: View.Slot) {
        guard case .pan(var pan)? = views[view].gesture else { return }
        pan.held = (at, views[view].pulled(views[view].viewport, document.settings.interaction))
        views[view].gesture = .pan(pan)
    }
}
