import Schemas
import Wire

extension Shape where Value == DataProblem {
    /// The problem of data with a schema.
    static let dataProblem = Shape(
        schema: .named(
            "DataProblem", "A problem of a value with its schema.",
            .object(
                [
                    member("path", "a JSON Pointer to the value, or to the missing or surplus member"),
                    member(
                        "code", "the keyword; `false` where nothing is allowed, `limit` where the check was given up"),
                    member("message", "the same in words"),
                ], isOpen: false)),
        read: { (cursor) throws(ShapeError) in throw cursor.wrongKind("nothing: problems are only sent") },
        write: { problem, writer in problem.json.write(into: &writer) })

    private static func member(_ name: String, _ doc: String) -> Schema.Member {
        Schema.Member(name: name, schema: .string(), isRequired: true, doc: doc)
    }
}

extension DataProblem {
    /// The problem as it is sent.
    var json: JSON { ["path": .string(path), "code": .string(code), "message": .string(message)] }
}
