import Geometry
import Wire

/// The conditions of a search: an element fits if all stated members hold for it.
public struct Query: Sendable, Equatable {
    /// The two kinds of elements.
    public enum Kind: String, CaseIterable, Sendable { case node, edge }

    /// The condition for a label.
    public enum Label: Sendable, Equatable {
        /// Exactly these characters, in the same case.
        case whole(String)
        /// A text with these characters in it, in any case.
        case part(String)
    }

    /// A number of edges, both ends included.
    public struct Count: Sendable, Equatable {
        /// The least number; nil for no limit.
        public var min: Int?
        /// The greatest number; nil is none.
        public var max: Int?

        /// Accepts any number.
        public init() {}
    }

    /// The numbers of edges that end and begin at a node; a loop does both.
    public struct Degree: Sendable, Equatable {
        /// Edges that end at the node.
        public var incoming: Count?
        /// Edges that begin at the node.
        public var outgoing: Count?

        /// Accepts any numbers.
        public init() {}
    }

    /// The direction of edges along which nodes are near: with their direction, against it, or both.
    public enum Direction: String, CaseIterable, Sendable { case `in`, out, both }

    /// The nodes around a node.
    public struct Near: Sendable, Equatable {
        /// The node in the middle, which is not in the result.
        public var id = Identifier("")
        /// The direction along edges.
        public var direction = Direction.both
        /// The greatest number of edges away.
        public var depth = 1

        /// The neighbors of a node without a name.
        public init() {}
    }

    /// The condition on a value in `data`; all stated members hold.
    public struct Value: Sendable, Equatable {
        /// It is equal to this one.
        public var equal: JSON?
        /// It is a number, and not less than this one.
        public var min: Double?
        /// It is a number, and not more.
        public var max: Double?
        /// It is a string with this one in it, in any case; or a list with an element that is equal.
        public var contains: JSON?

        /// Accepts any value.
        public init() {}
    }

    /// A pointer into `data` and the condition on its value.
    public struct Data: Sendable, Equatable {
        /// The way from `data` to the value.
        public var pointer: JSONPointer
        /// The value that is asked for.
        public var value: Value

        /// A condition on the value at a pointer.
        public init(_ pointer: JSONPointer, _ value: Value) {
            self.pointer = pointer
            self.value = value
        }
    }

    /// The kind of element.
    public var kind: Kind?
    /// The element's own type.
    public var type: Identifier?
    /// The label.
    public var label: Label?
    /// The conditions for values in `data`.
    public var data: [Data]?
    /// The numbers of edges; fits nodes only.
    public var degree: Degree?
    /// The rectangle on the canvas that the element touches.
    public var within: Rect?
    /// A node that contains the element at any depth; fits nodes only.
    public var group: Identifier?
    /// The node the element is near; fits nodes only.
    public var near: Near?
    /// The ends of directed paths on which the element is: two nodes.
    public var between: [Identifier]?
    /// The condition that the node has no edges, or has some if it is false; fits nodes only.
    public var orphan: Bool?
    /// Queries of which at least one must fit.
    public var any: [Query]?
    /// Queries of which none may fit.
    public var not: [Query]?

    /// Fits every element.
    public init() {}
}

// MARK: Limits

extension Query {
    /// Refuses a query of more parts, deeper or with longer texts than `Limits` allow.
    ///
    /// - Throws: `limits`.
    public func checkLimits() throws(EditError) {
        var left = Limits.queryConditions
        try checkLimits(depth: 1, &left)
    }

    private func checkLimits(depth: Int, _ left: inout Int) throws(EditError) {
        if depth > Limits.queryDepth {
            throw EditError(.limits, "queries stand at most \(Limits.queryDepth) deep inside each other")
        }
        // A query counts as one more than its members, so that empty ones are counted, too.
        left -= 1 + ownConditions
        if left < 0 { throw EditError(.limits, "a query has at most \(Limits.queryConditions) conditions") }
        if case .part(let text)? = label { try Query.checkLength(text) }
        for condition in data ?? [] {
            if let text = condition.value.contains?.stringValue { try Query.checkLength(text) }
        }
        for query in (any ?? []) + (not ?? []) { try query.checkLimits(depth: depth + 1, &left) }
    }

    /// Is true if it depends on positions of elements.
    public var asksPlaces: Bool { within != nil || ((any ?? []) + (not ?? [])).contains { $0.asksPlaces } }

    /// The number of its conditions, as `checkLimits` counts them.
    public var conditionCount: Int {
        1 + ownConditions + ((any ?? []) + (not ?? [])).reduce(0) { $0 + $1.conditionCount }
    }

    private var ownConditions: Int {
        let members = [
            kind != nil, type != nil, label != nil, degree != nil, within != nil, group != nil, near != nil,
            between != nil, orphan != nil,
        ]
        return members.count(where: { $0 }) + (data?.count ?? 0)
    }

    /// Checks the length of a text.
    ///
    /// - Throws: `limits`.
    static func checkLength(_ text: String) throws(EditError) {
        if text.utf8.count > Limits.queryTextBytes {
            throw EditError(.limits, "a text that is searched for has at most \(Limits.queryTextBytes) bytes")
        }
    }
}
