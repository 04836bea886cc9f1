import Geometry
import Storage
import Wire

/// A query prepared for one state of a document: names are symbols and slots, and the surroundings of a node are a
/// set.
///
/// Its conditions are checked for many elements one after the other, first those that read only columns.
public struct QueryPlan: Sendable {
    var conditions: [Condition] = []

    /// A condition of a query for an element.
    indirect enum Condition: Sendable {
        case kind(Query.Kind)
        case type(TypeTest)
        case elements(ElementSet)
        case degree(Query.Degree)
        case orphan(Bool)
        case label(LabelTest)
        case data(JSONPointer, ValueTest)
        case any([QueryPlan])
        case not(QueryPlan)
    }

    /// A type as nodes and edges have it in their columns.
    struct TypeTest: Sendable {
        let name: Identifier
        /// The symbol of the type; nil if no node has it.
        let symbol: Symbol?
        /// 0 for a type that edges have only by name.
        let number: Int
    }

    enum LabelTest: Sendable {
        case whole(JSONString)
        case part(FoldedWord?)
    }

    struct ValueTest: Sendable {
        let value: Query.Value
        /// The word that a string must have in it, if it is not empty.
        let word: FoldedWord?
    }
}

/// Some nodes and some edges of a document.
public struct ElementSet: Sendable, Equatable {
    /// The nodes.
    public var nodes = SlotSet<Node>()
    /// The edges.
    public var edges = SlotSet<Edge>()

    /// No elements.
    public init() {}

    /// The elements that are in both.
    func intersection(_ other: ElementSet) -> ElementSet {
        var set = self
        set.nodes.formIntersection(other.nodes)
        set.edges.formIntersection(other.edges)
        return set
    }
}

extension Query {
    /// The query for a document as it is now.
    ///
    /// - Parameter touching: the elements that touch a rectangle on the canvas.
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the surroundings, paths and contents of the named nodes), for each of its conditions.
    public func plan(
        in document: Document, touching: (Rect) -> ElementSet
    ) throws(EditError) -> QueryPlan {
        try checkLimits()
        var known: [KnownSet] = []
        return try unlimitedPlan(in: document, &known, touching)
    }

    /// A set of elements, and the query for only that set.
    private struct KnownSet {
        let query: Query
        let set: ElementSet
    }

    /// Returns a plan as deep as the query, which was checked.
    private func unlimitedPlan(
        in document: Document, _ known: inout [KnownSet], _ touching: (Rect) -> ElementSet
    ) throws(EditError) -> QueryPlan {
        var plan = QueryPlan()
        if let kind { plan.conditions.append(.kind(kind)) }
        if let type {
            let number = EdgeType(name: type.string)?.number ?? 0
            plan.conditions.append(
                .type(QueryPlan.TypeTest(name: type, symbol: document.symbols.find(type), number: number)))
        }
        if let orphan { plan.conditions.append(.orphan(orphan)) }
        if let degree { plan.conditions.append(.degree(degree)) }
        for query in placed {
            if let same = known.first(where: { $0.query == query }) {
                plan.conditions.append(.elements(same.set))
            } else {
                let set = try query.set(in: document, touching)
                known.append(KnownSet(query: query, set: set))
                plan.conditions.append(.elements(set))
            }
        }
        if let label { plan.conditions.append(.label(QueryPlan.LabelTest(label))) }
        for condition in data ?? [] {
            plan.conditions.append(.data(condition.pointer, QueryPlan.ValueTest(condition.value)))
        }
        for query in not ?? [] { plan.conditions.append(.not(try query.unlimitedPlan(in: document, &known, touching))) }
        if let any {
            var plans: [QueryPlan] = []
            for query in any { plans.append(try query.unlimitedPlan(in: document, &known, touching)) }
            plan.conditions.append(.any(plans))
        }
        return plan
    }

    /// A query for each of the sets that must contain an element.
    private var placed: [Query] {
        var parts = [Query](repeating: Query(), count: 4)
        parts[0].within = within
        parts[1].group = group
        parts[2].near = near
        parts[3].between = between
        return parts.filter { $0 != Query() }
    }

    /// The set of a query among `placed`.
    private func set(in document: Document, _ touching: (Rect) -> ElementSet) throws(EditError) -> ElementSet {
        var set = ElementSet()
        if let within { return touching(within) }
        if let group { document.visitDescendants(of: try document.slot(node: group)) { set.nodes.insert($0) } }
        if let near {
            return document.neighbors(of: try document.slot(node: near.id), near.direction, depth: near.depth)
        }
        if let between {
            let ends = try document.slots(nodes: between)
            guard ends.count == 2 else { throw .invalid("paths have two ends", path: ["between"]) }
            return document.elements(between: ends[0], ends[1])
        }
        return set
    }
}

extension QueryPlan.LabelTest {
    init(_ label: Query.Label) {
        switch label {
        case .whole(let text): self = .whole(JSONString(text))
        case .part(let text): self = .part(text.isEmpty ? nil : FoldedWord(text))
        }
    }

    /// Returns true if a label fits; an element without a label has none that fits.
    func fits(_ label: JSONName?) -> Bool {
        guard let label else { return false }
        return switch self {
        case .whole(let text): text.withUTF8 { label.equals($0) }
        case .part(let word): word?.occurs(in: label) ?? true
        }
    }
}

extension QueryPlan.ValueTest {
    init(_ value: Query.Value) {
        self.value = value
        let text = value.contains?.stringValue ?? ""
        word = text.isEmpty ? nil : FoldedWord(text)
    }

    /// Returns true if the next value of a cursor fits.
    func fits(_ cursor: JSONCursor) -> Bool {
        if value.min != nil || value.max != nil {
            var copy = cursor
            guard copy.peek() == .number, let number = try? copy.readDouble() else { return false }
            if let least = value.min, number < least { return false }
            if let most = value.max, number > most { return false }
        }
        if let equal = value.equal {
            var copy = cursor
            guard copy.peek() == equal.kind, let found = try? JSON(reading: &copy, checked: false), found == equal
            else {
                return false
            }
        }
        return value.contains.map { contains($0, cursor) } ?? true
    }

    private func contains(_ wanted: JSON, _ cursor: JSONCursor) -> Bool {
        var cursor = cursor
        switch cursor.peek() {
        case .string:
            guard wanted.kind == .string, let string = try? cursor.readName() else { return false }
            return word?.occurs(in: string) ?? true
        case .array:
            guard case .array(let elements)? = try? JSON(reading: &cursor, checked: false) else { return false }
            return elements.contains(wanted)
        default: return false
        }
    }
}

extension FoldedWord {
    /// Returns true if the word is in a string.
    func occurs(in string: JSONName) -> Bool {
        string.withMeaning { bytes in
            if isASCII { return firstIndex(in: bytes) != nil }
            return CaseFolding.folded(bytes).withUnsafeBufferPointer { firstIndex(in: $0) != nil }
        }
    }
}
