import Geometry
import Graph
import Wire

/// The values of members in SwiftFlow, and their counterparts in Nodewire.
enum SwiftFlow {
    /// The path of an edge.
    enum PathType: String, CaseIterable, Sendable {
        case bezier, straight, smoothStep, simpleBezier

        var edgeType: EdgeType {
            switch self {
            case .bezier: .bezier
            case .straight: .straight
            case .smoothStep: .smoothStep
            case .simpleBezier: .simpleBezier
            }
        }

        /// The most similar path for a type.
        init(nearest type: EdgeType) {
            switch type {
            case .bezier, .horizontalBezier: self = .bezier
            case .straight: self = .straight
            case .smoothStep, .step, .orthogonal: self = .smoothStep
            case .simpleBezier: self = .simpleBezier
            }
        }
    }

    /// The value that decides if a node is written into files.
    enum Persistence: String, CaseIterable, Sendable { case persistent, transient }

    /// The state of a drafted node.
    enum DraftState: String, CaseIterable, Sendable { case neutral, valid, invalid }

    static let pathTypes = Shape<PathType>.choice(of: PathType.self)
    static let persistences = Shape<Persistence>.choice(of: Persistence.self)
    static let draftStates = Shape<DraftState>.choice(of: DraftState.self)
    static let kinds = Shape<Handle.Kind>.choice(of: Handle.Kind.self)
    static let sides = Shape<Side>.choice(of: Side.self)

    /// Members that are state of a view in SwiftFlow, not content.
    static let viewState: Set<JSONString> = ["isSelected", "isHovered", "isDropTarget"]

    /// The SwiftFlow names of node members that are written from other members; with such a name, a member here belongs
    /// to the application.
    static let nodeNamesThere: Set<JSONString> = ["size", "isDraggable", "persistence", "parentID"]
    /// The same for edges.
    static let edgeNamesThere: Set<JSONString> = [
        "sourceNodeID", "sourceHandleID", "targetNodeID", "targetHandleID", "pathType",
    ]

    /// Reads an enum with payloads in Swift's encoding: an object whose only member is the case, with the payload as
    /// value.
    static func readCase(
        _ cursor: inout JSONCursor, of cases: [String], _ body: (Int, inout JSONCursor) throws(ShapeError) -> Void
    ) throws(ShapeError) {
        try cursor.enterObject()
        let expected = "expected an object with one of \(cases.map { "\"\($0)\"" }.joined(separator: ", "))"
        guard let name = cursor.nextMember(), let place = cases.firstIndex(of: name.description) else {
            throw ShapeError(expected)
        }
        do throws(ShapeError) {
            guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
            try body(place, &cursor)
        } catch {
            throw error.inside(.member(cases[place]))
        }
        if cursor.nextMember() != nil { throw ShapeError(expected) }
    }

    /// Reads the payload object and returns the value of its only required member.
    static func readPayload<Value>(
        _ member: StaticString, _ cursor: inout JSONCursor, _ read: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value {
        var result: Value?
        try cursor.enterObject()
        while let name = cursor.nextMember() {
            guard name == member else {
                cursor.skipValue()
                continue
            }
            do throws(ShapeError) { result = try read(&cursor) } catch { throw error.inside(.member("\(member)")) }
        }
        guard let result else { throw ShapeError("missing member \"\(member)\"") }
        return result
    }

    /// Checks a node's phase; returns true for a draft.
    static func readPhase(_ cursor: inout JSONCursor) throws(ShapeError) -> Bool {
        var isDraft = false
        try readCase(&cursor, of: ["normal", "draft"]) { (place, cursor) throws(ShapeError) in
            isDraft = place == 1
            if !isDraft { return cursor.skipValue() }
            _ = try readPayload("_0", &cursor) { (cursor) throws(ShapeError) in
                try draftStates.read(&cursor)
            }
        }
        return isDraft
    }
}

/// The area of a handle in which a press starts an edge, or a drop ends one.
enum SwiftFlowArea: Equatable {
    case disabled, node
    case point(radius: Double)
    case nodeBorder(width: Double)

    /// Reads an area in SwiftFlow's form.
    init(reading cursor: inout JSONCursor) throws(ShapeError) {
        var area = SwiftFlowArea.disabled
        try SwiftFlow.readCase(
            &cursor, of: ["disabled", "node", "point", "nodeBorder"]
        ) { (place, cursor) throws(ShapeError) in
            func length(_ member: StaticString) throws(ShapeError) -> Double {
                try SwiftFlow.readPayload(member, &cursor) { (cursor) throws(ShapeError) in try cursor.readDouble() }
            }
            switch place {
            case 2: area = .point(radius: try length("radius"))
            case 3: area = .nodeBorder(width: try length("width"))
            default:
                area = place == 0 ? .disabled : .node
                cursor.skipValue()
            }
        }
        self = area
    }

    /// Reads the area of a handle in Nodewire's form; nil for an area that SwiftFlow does not have.
    init?(_ json: JSON) {
        if json.stringValue == "none" {
            self = .disabled
        } else if json.stringValue == "node" {
            self = .node
        } else if case .object(let object) = json, object.count == 1, let radius = object["radius"]?.doubleValue {
            self = .point(radius: radius)
        } else if case .object(let object) = json, object.count == 1, let width = object["border"]?.doubleValue {
            self = .nodeBorder(width: width)
        } else {
            return nil
        }
    }

    /// The area in Nodewire's form.
    var json: JSON {
        switch self {
        case .disabled: "none"
        case .node: "node"
        case .point(let radius): ["radius": .number(radius)]
        case .nodeBorder(let width): ["border": .number(width)]
        }
    }

    /// The area in SwiftFlow's form.
    var encoded: JSON {
        switch self {
        case .disabled: ["disabled": [:]]
        case .node: ["node": [:]]
        case .point(let radius): ["point": ["radius": .number(radius)]]
        case .nodeBorder(let width): ["nodeBorder": ["width": .number(width)]]
        }
    }
}

extension Double {
    /// A sum or difference of coordinates without rounding errors: the nearest decimal with six places, if it differs
    /// by no more than such an error.
    ///
    /// So a position that becomes relative and absolute again is the same number, if it had at most six places.
    func withoutNoise(ofTerms terms: Double...) -> Double {
        let scale = terms.reduce(abs(self)) { max($0, abs($1)) }
        guard scale < 1e9 else { return self }
        let decimal = (self * 1e6).rounded() / 1e6
        return abs(decimal - self) <= 64 * scale.ulp ? decimal + 0 : self
    }
}
