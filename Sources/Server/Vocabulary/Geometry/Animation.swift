import Editing
import Geometry
import Interaction
import Storage
import Wire

/// The animation to the viewport of a method; without one the view jumps.
struct Animation: Sendable {
    var transition = Transition()
    var path = ViewportAnimation.Path.straight
}

extension Shape where Value == Animation? {
    /// `true` for the default one, or an object.
    static let animation = trueOrObject(
        "Animation", "How a view goes to its new viewport.",
        Shape<Animation>.object(
            "", "", initial: Animation(),
            members: Transition.members.map { $0.inside(\.transition) } + [
                .defaulted(
                    "path", \.path, .choice(of: ViewportAnimation.Path.self),
                    "smooth passes through a smaller zoom", default: "straight")
            ]), default: Animation())
}

extension Animation? {
    /// Brings a view to a viewport: at once, or animated.
    func show(_ target: Viewport, in view: View.Slot, of workspace: inout Workspace, at now: Double) {
        guard let self else { return workspace[view].show(target) }
        workspace.animate(
            to: target, self.transition, path: self.path, in: view, at: now)
    }
}

/// The viewport of a view after it moved.
struct ViewportResult: Sendable {
    var viewport = Viewport()
}

extension Shape where Value == ViewportResult {
    static let viewportResult = Shape.object(
        "", "", initial: ViewportResult(),
        members: [.required("viewport", \.viewport, .viewport, "what the view shows now")])
}
