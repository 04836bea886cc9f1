import Geometry
import Graph
import Storage

/// A canvas held by a point: the viewport follows the pointer.
public struct PanGesture: NamedGesture {
    var origin: GestureOrigin
    /// The screen point at which it is held, and the viewport that would be shown there without limits.
    var held: (at: Point, viewport: Viewport)
    /// Is true if limits give way while a hand pulls; its release must then lead back.
    let isElastic: Bool

    init(_ origin: GestureOrigin) {
        self.origin = origin
        isElastic = false
        held = (origin.start, origin.viewport)
    }

    /// A pan that a hand leads.
    ///
    /// - Parameter pulled: the viewport to which the hand takes the view, without limits.
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

    // MARK: Description

    static let kind = Gesture.Kind("pan", followsToBorder: false, movesView: true)
    static let rows: [GestureRow] = [.viewport]
    var values: [GestureValue] { [.viewport] }
    var cursor: Cursor { .grabbing }
}

extension PanGesture {
    static var edits: Bool { false }
    static func switchedOff(by settings: InteractionSettings) -> String? { settings.panEnabled ? nil : "panEnabled" }

    init(
        _ parameters: GestureParameters, _ origin: GestureOrigin, pulled: Viewport, on _: Stage
    ) throws(EditError) {
        if parameters.isElastic {
            self.init(origin, pulled: pulled)
        } else {
            self.init(origin)
        }
    }
}
