import Graph
import Interaction
import Wire

extension Shape where Value == ItemContents {
    static let itemContents = Shape.oneOf([
        Alternative(
            .boolean, make: { $0 ? .data : ItemContents() },
            match: { contents in
                if contents == .data { return true }
                return contents == ItemContents() ? false : nil
            }),
        Alternative(
            Shape.object(
                "", "", initial: ItemContents(),
                members: [
                    .defaulted(
                        "nodes", \.nodes, .array(of: .jsonPointer), "JSON Pointers into a node, as `/data/text`",
                        default: "[]"),
                    .defaulted(
                        "edges", \.edges, .array(of: .jsonPointer), "JSON Pointers into an edge", default: "[]"),
                ]), make: { $0 }, match: { $0 }),
    ])
}

extension ItemContents {
    /// Refuses pointers that are too many, repeated, or lead to values with a frame member of their own.
    ///
    /// - Throws: `invalidValue`, `limits`.
    func check() throws(Failure) {
        try ItemContents.check(nodes, "nodes", besides: ["id", "position", "width", "height"])
        try ItemContents.check(
            edges, "edges", besides: ["id", "source", "target", "sourceHandle", "targetHandle"])
    }

    private static func check(
        _ pointers: [JSONPointer], _ kind: String, besides columns: Set<JSONString>
    ) throws(Failure) {
        if pointers.count > Limits.contentPointers {
            throw Failure(
                "contentPointers", "items carry at most \(Limits.contentPointers) values", path: "/contents/\(kind)")
        }
        var seen: Set<JSONPointer> = []
        for (index, pointer) in pointers.enumerated() {
            let path = "/contents/\(kind)/\(index)"
            guard let first = pointer.tokens.first else {
                throw Failure(.invalidValue, "the pointer of a value is not empty", path: path)
            }
            if columns.contains(first) {
                throw Failure(.invalidValue, "\"\(pointer.text)\" is no value that contents carry", path: path)
            }
            if !seen.insert(pointer).inserted {
                throw Failure(.invalidValue, "\"\(pointer.text)\" is there twice", path: path)
            }
        }
    }
}
