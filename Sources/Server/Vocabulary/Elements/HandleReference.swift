import Wire

extension Shape where Value == EdgeTargets.End {
    static let handleReference = Shape.object(
        "HandleReference", "A handle of a node.", initial: EdgeTargets.End(),
        members: [
            .required("node", \.node, .identifier, "the node"),
            .required("handle", \.handle, .identifier, "the handle there"),
        ])
}
