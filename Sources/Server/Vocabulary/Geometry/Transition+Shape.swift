import Interaction
import Wire

extension Shape where Value == Transition {
    /// The duration of a client's movement, and the change of its speed.
    static let fullTransition = Shape.object("", "", initial: Transition(), members: Transition.members)
}

extension Shape where Value == Spring {
    /// A spring; a response that is not above 0 is at once.
    static let spring = Shape.object(
        "Spring", "A damped spring that pulls to the target.", initial: Spring(),
        members: [
            .defaulted(
                "response", \.response, .number(in: -60...60),
                "seconds that one swing would take without damping; at once if not above 0", default: "0.55"),
            .defaulted(
                "damping", \.damping, .number(in: 0.01...100),
                "the damping ratio; below 1 it swings over, above 1 it creeps", default: "1"),
        ])
}

extension Shape where Value == Transition? {
    /// `true` for the default one, or an object.
    static let transition = trueOrObject(
        "Transition", "How clients animate a change.", .fullTransition, default: Transition())
}

extension Shape {
    /// `true` for a default, false for none, or an object.
    static func trueOrObject<Object>(
        _ name: String, _ doc: String, _ object: Shape<Object>, default initial: Object
    ) -> Shape where Value == Object?, Object: Sendable {
        Shape(
            schema: .named(name, doc, .oneOf([.boolean, object.schema])),
            read: { (cursor) throws(ShapeError) in
                switch cursor.peek() {
                case .object: return try object.read(&cursor)
                case .boolean: return try cursor.readBoolean() ? initial : nil
                default: throw cursor.wrongKind("true or an object")
                }
            },
            write: { value, writer in
                if let value { object.write(value, &writer) } else { writer.boolean(false) }
            })
    }
}

extension Transition {
    static let members: [Member<Transition>] = [
        .defaulted(
            "duration", \.duration, .number(in: 0...60_000), "milliseconds; with a `spring` it follows from that",
            default: "250"),
        .defaulted("easing", \.easing, .choice(of: Easing.self), "how the speed changes", default: "easeInOut"),
        .optional("spring", \.spring, .spring, "the spring that pulls to the target, in place of duration and easing"),
    ]
}

extension Member {
    /// Makes the member by which the frames of a change ask clients to animate it.
    static func animate(_ path: WritableKeyPath<Root, Transition?> & Sendable) -> Member {
        .defaulted("animate", path, .transition, "the frames of the change carry `transition`", default: "false")
    }
}
