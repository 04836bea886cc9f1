import Editing
import Geometry
import Interaction
import Wire

/// How a view goes to what a method has it show: at once if there is none.
struct Animation: Sendable {
    var duration = ViewportAnimation.standardDuration
    var easing = Easing.easeInOut
    var path = ViewportAnimation.Path.straight
}

extension Shape where Value == Animation? {
    /// `true` for the usual one, or an object.
    static let animation: Shape = {
        let members = Shape<Animation>.object(
            "", "", initial: Animation(),
            members: [
                .defaulted("duration", \.duration, .number(in: 0...60_000), "milliseconds", default: "250"),
                .defaulted(
                    "easing", \.easing, .choice(of: Easing.self), "how it gains and loses speed", default: "easeInOut"),
                .defaulted(
                    "path", \.path, .choice(of: ViewportAnimation.Path.self),
                    "smooth zooms out on the way, as one would fly over a map", default: "straight"),
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
    mutating func show(_ target: Viewport, _ animation: Animation?, in view: Int, at now: Double) {
        guard let animation else { return show(target, in: view) }
        animate(
            to: target, duration: animation.duration, easing: animation.easing, path: animation.path, in: view, at: now)
    }
}
