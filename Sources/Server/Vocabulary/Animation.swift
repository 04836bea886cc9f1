import Editing
import Geometry
import Interaction
import Storage
import Wire

/// How a view goes to the viewport that a method asks for; without one it goes at once.
struct Animation: Sendable {
    var duration = ViewportAnimation.standardDuration
    var easing = Easing.easeInOut
    var path = ViewportAnimation.Path.straight
}

extension Shape where Value == Animation? {
    /// `true` for the default one, or an object.
    static let animation: Shape = {
        let members = Shape<Animation>.object(
            "", "", initial: Animation(),
            members: [
                .defaulted("duration", \.duration, .number(in: 0...60_000), "milliseconds", default: "250"),
                .defaulted(
                    "easing", \.easing, .choice(of: Easing.self), "how the speed changes", default: "easeInOut"),
                .defaulted(
                    "path", \.path, .choice(of: ViewportAnimation.Path.self),
                    "smooth passes through a smaller zoom", default: "straight"),
            ])
        return Shape(
            schema: .named("Animation", "How a view goes to its new viewport.", .oneOf([.boolean, members.schema])),
            read: { (cursor) throws(ShapeError) in
                switch cursor.peek() {
                case .object: return try members.read(&cursor)
                case .boolean: return try cursor.readBoolean() ? Animation() : nil
                default: throw cursor.wrongKind("true or an object")
                }
            },
            write: { _, writer in writer.null() })
    }()
}

extension Workspace {
    /// Brings a view to a viewport: at once, or animated.
    mutating func show(_ target: Viewport, _ animation: Animation?, in view: View.Slot, at now: Double) {
        guard let animation else { return show(target, in: view) }
        animate(
            to: target, duration: animation.duration, easing: animation.easing, path: animation.path, in: view, at: now)
    }
}
