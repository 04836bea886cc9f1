import Testing
import Wire

/// Names that are near one that is not known.
struct NearNameTests {
    @Test(
        arguments: [
            ("sanp", ["at", "snap", "span"], "snap"), ("parent_id", ["parent", "parentId"], "parentId"),
            ("nodeIds", ["id", "ids"], "ids"), ("label", ["table", "labels"], "labels"), ("x", ["y", "z"], "y"),
            ("colr", ["color"], "color"), ("quick", ["snap", "by"], nil), ("", ["a"], nil), ("a", [], nil),
            ("nodes/move", ["node/check", "node/move"], "node/move"), ("document/fold", ["document/find"], nil),
            ("move", ["node/move"], nil), ("node/", ["node/move"], nil),
            (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], nil),
        ] as [(String, [String], String?)])
    func theNearestIsFound(name: String, names: [String], nearest: String?) {
        #expect(NearName.nearest(to: name, among: names) == nearest)
    }
}
