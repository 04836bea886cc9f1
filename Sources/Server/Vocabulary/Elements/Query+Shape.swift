import Geometry
import Graph
import Wire

extension Shape where Value == Query {
    /// The conditions of a search. They may be nested as deeply as messages; `Limits.queryDepth` is checked later.
    static let query: Shape<Query> = Shape.object(
        "Query", "The conditions of a search: an element must fit every given member.", initial: Query(),
        members: [
            .optional("kind", \.kind, .choice(of: Query.Kind.self), "nodes or edges only"),
            .optional("type", \.type, .identifier, "their own type; React Flow's names of types of edges count, too"),
            .optional("label", \.label, .queryLabel, "their label, or a part of it"),
            .optional("data", \.data, .queryData, "values in `data`, by JSON Pointers into it"),
            .optional("degree", \.degree, .queryDegree, "how many edges nodes have"),
            .optional("within", \.within, .rect, "touch this rectangle: nodes by frame, edges by curve"),
            .optional("group", \.group, .identifier, "nodes inside this node, at any depth"),
            .optional("near", \.near, .queryNear, "nodes a few edges away from a node"),
            .optional(
                "between", \.between, .queryEnds,
                "on a directed path from the first of these nodes to the second, with both"),
            .optional("orphan", \.orphan, .boolean, "true for nodes without edges, false for those with edges"),
            .optional("any", \.any, .array(of: .innerQuery), "fit at least one of these; an empty list fits nothing"),
            .optional("not", \.not, .excludedQuery, "do not fit this one"),
        ])

    /// A query inside a query.
    private static let innerQuery: Shape<Query> = Shape(
        schema: .reference("Query"), read: { (cursor) throws(ShapeError) in try query.read(&cursor) },
        write: { value, writer in query.write(value, &writer) })
}

extension Shape where Value == [Query] {
    fileprivate static let excludedQuery: Shape<[Query]> = Shape(
        schema: .reference("Query"),
        read: { (cursor) throws(ShapeError) in [try Shape<Query>.query.read(&cursor)] },
        write: { queries, writer in for query in queries { Shape<Query>.query.write(query, &writer) } })
}

extension Shape where Value == Query.Label {
    fileprivate static let queryLabel = Shape.oneOf([
        Alternative(.string, make: { .whole($0) }, match: { if case .whole(let text) = $0 { text } else { nil } }),
        Alternative(
            Shape<TextPart>.object(
                "", "", initial: TextPart(),
                members: [.required("contains", \.contains, .string, "a part of it, in any case")]),
            make: { .part($0.contains) },
            match: { if case .part(let text) = $0 { TextPart(contains: text) } else { nil } }
        ),
    ])
}

/// A label that has a text in it, as it is written on the wire.
private struct TextPart: Sendable { var contains = "" }

extension Shape where Value == Query.Value {
    fileprivate static let queryValue = Shape.oneOf([
        Alternative(
            .valueToEqual, make: { value in Query.Value(equalTo: value) }, match: { $0.equal }),
        Alternative(
            Shape.object(
                "", "", initial: Query.Value(),
                members: [
                    .optional("min", \.min, .number, "a number that is not less"),
                    .optional("max", \.max, .number, "a number that is not more"),
                    .optional(
                        "contains", \.contains, .json,
                        "a string with this string in it, in any case; or a list with an element equal to this"),
                ]
            ).mapped(
                { (value) throws(ShapeError) in
                    try checkRange(value.min, value.max)
                    return value
                }, from: { $0 }),
            make: { $0 }, match: { $0.equal == nil ? $0 : nil }),
    ])
}

extension Query.Value {
    fileprivate init(equalTo value: JSON) {
        self.init()
        equal = value
    }
}

/// - Throws: that the range is impossible.
private func checkRange<Bound: Comparable>(_ min: Bound?, _ max: Bound?) throws(ShapeError) {
    if let min, let max, min > max { throw ShapeError.impossible("`min` is not more than `max`") }
}

extension Shape where Value == JSON {
    /// Any value except an object, which is a condition on the value.
    fileprivate static let valueToEqual = Shape(
        schema: .oneOf([.null, .boolean, .number(), .string(), .array(of: .any)]), read: json.read, write: json.write)
}

extension Shape where Value == [Query.Data] {
    fileprivate static let queryData = Shape<[(String, Query.Value)]>.dictionary(of: .queryValue).mapped(
        { (members) throws(ShapeError) in
            var data: [Query.Data] = []
            for (text, value) in members {
                guard let pointer = JSONPointer(text) else {
                    throw ShapeError.impossible("a JSON Pointer is empty or begins with a slash").inside(.member(text))
                }
                data.append(Query.Data(pointer, value))
            }
            return data
        },
        from: { $0.map { ($0.pointer.text, $0.value) } })
}

extension Shape where Value == Query.Count {
    fileprivate static let queryCount = Shape.oneOf([
        Alternative(
            .integer(in: 0...1_000_000_000), make: { Query.Count(exactly: $0) },
            match: { $0.min == $0.max ? $0.min : nil }),
        Alternative(
            Shape.object(
                "", "", initial: Query.Count(),
                members: [
                    .optional("min", \.min, .integer(in: 0...1_000_000_000), "the least number"),
                    .optional("max", \.max, .integer(in: 0...1_000_000_000), "the greatest number"),
                ]
            ).mapped(
                { (count) throws(ShapeError) in
                    try checkRange(count.min, count.max)
                    return count
                }, from: { $0 }),
            make: { $0 }, match: { $0 }),
    ])
}

extension Query.Count {
    fileprivate init(exactly count: Int) {
        self.init()
        min = count
        max = count
    }
}

extension Shape where Value == Query.Degree {
    fileprivate static let queryDegree = Shape.object(
        "", "", initial: Query.Degree(),
        members: [
            .optional("in", \.incoming, .queryCount, "how many edges end at the node"),
            .optional("out", \.outgoing, .queryCount, "how many edges begin at the node"),
        ])
}

extension Shape where Value == Query.Near {
    fileprivate static let queryNear = Shape.object(
        "", "", initial: Query.Near(),
        members: [
            .required("id", \.id, .identifier, "the node in the middle, which does not fit itself"),
            .defaulted(
                "direction", \.direction, .choice(of: Query.Direction.self),
                "the direction of edges: to it, away from it, or both", default: "both"),
            .defaulted(
                "depth", \.depth, .integer(in: 1...1_000_000_000), "how many edges away at most", default: "1"),
        ])
}

extension Shape where Value == [Identifier] {
    fileprivate static let queryEnds = Shape(
        schema: .array(of: Shape<Identifier>.identifier.schema, minimumCount: 2, maximumCount: 2),
        read: { (cursor) throws(ShapeError) in
            let ends = try array(of: .identifier).read(&cursor)
            if ends.count != 2 { throw ShapeError("expected two ids of nodes") }
            return ends
        }, write: { ends, writer in array(of: .identifier).write(ends, &writer) })
}
