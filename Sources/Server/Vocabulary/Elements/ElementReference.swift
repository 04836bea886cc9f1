import Wire

extension Shape where Value == ViewRead.ElementReference {
    static let elementReference = Shape.object(
        "ElementReference", "One node or one edge.", initial: ViewRead.ElementReference(),
        members: [
            .optional("node", \.node, .identifier, "a node"), .optional("edge", \.edge, .identifier, "or an edge"),
        ])
}
