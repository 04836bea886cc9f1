import Editing
import Interaction
import Wire

/// The viewport of a view after it moved.
struct ViewportResult: Sendable {
    var viewport = Viewport()
}

extension Shape where Value == ViewportResult {
    static let viewportResult = Shape.object(
        "", "", initial: ViewportResult(),
        members: [.required("viewport", \.viewport, .viewport, "what the view shows now")])
}
