import Geometry
import Graph
import Wire

// Elements as they cross the wire: known members have a type, others are kept as they are.

/// An element as a client sends it: checked against what is known of its kind, kept as text.
struct ElementText: Sendable {
    var text: JSONText

    init(_ text: JSONText = JSONText(trusted: Array("{}".utf8))) { self.text = text }

    /// The members as a tree.
    var object: JSONObject { (try? JSON(text))?.objectValue ?? [:] }

    /// The element as the document keeps it; the place of what is wrong is told from the parameters on.
    func read<Element>(
        _ member: String, _ body: (JSONText) throws(EditError) -> Element
    ) throws(EditError) -> Element {
        do throws(EditError) {
            return try body(text)
        } catch {
            throw error.inside(member)
        }
    }

    /// An id may be left out; one that is there is not empty.
    func refuseEmptyID(_ member: String) throws(EditError) {
        if object["id"]?.stringValue != nil { throw .invalid("an id is not empty", path: [member, "id"]) }
    }
}

extension Shape where Value == ElementText {
    static let node = element(
        "Node", "An element with a frame; members not listed here are kept.", nodeMembers(position: storedPosition),
        required: [])
    static let edge = element(
        "Edge", "A directed connection; members not listed here are kept.", edgeMembers(offset: storedPosition),
        required: ["source", "target"])
    /// RFC 7396 on a node: a null removes a member.
    static let nodePatch = element(
        "NodePatch", "Changes of a node's members (RFC 7396): null removes one.",
        nodeMembers(position: patchedPosition),
        required: [], isPatch: true)
    static let edgePatch = element(
        "EdgePatch", "Changes of an edge's members (RFC 7396): null removes one.", edgeMembers(offset: patchedPosition),
        required: [], isPatch: true)

    private struct Known: Sendable {
        let name: StaticString
        let doc: String
        let schema: Schema
        let check: @Sendable (inout JSONCursor) throws(ShapeError) -> Void

        init<V>(_ name: StaticString, _ shape: Shape<V>, _ doc: String) {
            self.name = name
            self.doc = doc
            schema = shape.schema
            check = { (cursor) throws(ShapeError) in _ = try shape.read(&cursor) }
        }
    }

    private static let storedPosition = Shape<Point>.object(
        "", "", initial: .zero,
        members: [.required("x", \.x, .number, "to the right"), .required("y", \.y, .number, "down")],
        unknown: .ignored)

    private static let patchedPosition = Shape<Point>.object(
        "", "", initial: .zero,
        members: [
            .defaulted("x", \.x, .number, "to the right", default: "stays"),
            .defaulted("y", \.y, .number, "down", default: "stays"),
        ], unknown: .ignored)

    private static func nodeMembers(position: Shape<Point>) -> [Known] {
        [Known("position", position, "relative to the parent; absent is unknown")] + nodeMembers
    }

    private static let nodeMembers: [Known] = [
        Known("id", Shape<String>.string, "unique among the nodes; made if left out"),
        Known("type", Shape<String>.string, "names an entry of the document's types"),
        Known("width", Shape<Double>.number, "canvas units; the type's or 150 if absent"),
        Known("height", Shape<Double>.number, "canvas units; the type's or 60 if absent"),
        Known("data", Shape<JSONText>.text, "the application's own"),
        Known("parentId", Shape<String>.string, "the group the node lies in"),
        Known("zIndex", Shape<Double>.number, "its place in the stack"),
        Known(
            "handles", Shape<[ElementText]>.array(of: handle),
            "where edges attach; absent: the type's, else the defaults"),
        Known("label", Shape<String>.string, "what is written on it"),
        Known("draggable", Shape<Bool>.boolean, "whether gestures move it"),
        Known("selectable", Shape<Bool>.boolean, "whether gestures select it"),
        Known("connectable", Shape<Bool>.boolean, "whether gestures connect it"),
        Known("deletable", Shape<Bool>.boolean, "whether gestures delete it"),
        Known("hidden", Shape<Bool>.boolean, "not drawn, not hit"),
        Known("locked", Shape<Bool>.boolean, "refuses every edit but an update of `locked`"),
        Known("collapsed", Shape<Bool>.boolean, "conceals what it contains"),
        Known("acceptsChildren", Shape<Bool>.boolean, "whether drops put nodes into it"),
        Known("expandParent", Shape<Bool>.boolean, "drags make the parent grow"),
        Known("extent", extent, "\"parent\" or [[x, y], [x, y]]: where drags keep it"),
        Known("sourcePosition", Shape<Side>.choice(of: Side.self), "the side of the default source"),
        Known("targetPosition", Shape<Side>.choice(of: Side.self), "the side of the default target"),
    ]

    private static func edgeMembers(offset: Shape<Point>) -> [Known] {
        edgeMembers + [Known("labelOffset", offset, "how far from there its label is")]
    }

    private static let edgeMembers: [Known] = [
        Known("id", Shape<String>.string, "unique among the edges; made if left out"),
        Known("source", Shape<String>.string, "the node it leads from"),
        Known("sourceHandle", Shape<String>.string, "the handle there"),
        Known("target", Shape<String>.string, "the node it leads to"),
        Known("targetHandle", Shape<String>.string, "the handle there"),
        Known("type", Shape<String>.string, "the form of its path"),
        Known("label", Shape<String>.string, "what is written on it"),
        Known("data", Shape<JSONText>.text, "the application's own"),
        Known("zIndex", Shape<Double>.number, "its place in the stack of edges"),
        Known("hidden", Shape<Bool>.boolean, "not drawn, not hit"),
        Known("locked", Shape<Bool>.boolean, "refuses every edit but an update of `locked`"),
        Known("selectable", Shape<Bool>.boolean, "whether gestures select it"),
        Known("deletable", Shape<Bool>.boolean, "whether gestures delete it"),
        Known(
            "waypoints", Shape<[Point]>.array(of: storedPosition), "the points its path passes, absolute, source first"),
        Known(
            "labelPosition", Shape<Double>.number(in: 0...1),
            "where along the path its label is, as a fraction of the length; the type's place if absent"),
        Known("pathOptions", anyObject, "{offset, borderRadius, curvature, stepPosition}"),
    ]

    static let handle = element(
        "Handle", "Where edges attach to a node; members not listed here are kept.",
        [
            Known("id", Shape<String>.string, "unique among the node's handles of its type"),
            Known("type", Shape<Handle.Kind>.choice(of: Handle.Kind.self), "whether edges start or end here"),
            Known("position", Shape<Side>.choice(of: Side.self), "the side it faces"),
            Known("offset", Shape<Double>.number(in: 0...1), "how far along the side; the middle if absent"),
            Known("dataType", Shape<String>.string, "fits an equal one, or none"),
            Known("limit", Shape<Int>.integer(in: 0...1_000_000_000), "the greatest number of edges"),
            Known("connectable", Shape<Bool>.boolean, "whether gestures connect it"),
        ], required: ["type"])

    private static let anyObject = Shape<JSONText>(
        schema: .object([], isOpen: true),
        read: { (cursor) throws(ShapeError) in
            guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
            return try JSONText(copying: &cursor)
        },
        write: { value, writer in writer.raw(value) })

    private static let extent = Shape<JSON>(
        schema: .oneOf([.choice(["parent"]), .array(of: .array(of: .number()))]),
        read: { (cursor) throws(ShapeError) in
            let json = try JSON(reading: &cursor)
            if json.stringValue == "parent" || Rect(extent: json) != nil { return json }
            if case .array(let corners) = json, corners.count == 2, corners.allSatisfy({ Point(pair: $0) != nil }) {
                throw ShapeError.impossible("the least corner of an extent comes first")
            }
            throw ShapeError("expected \"parent\" or [[x, y], [x, y]]")
        },
        write: { value, writer in value.write(into: &writer) })

    /// An open object whose known members are checked; a null stands for an absent one.
    private static func element(
        _ name: String, _ doc: String, _ known: [Known], required: [String], isPatch: Bool = false
    ) -> Shape<ElementText> {
        let members = known.map {
            Schema.Member(
                name: $0.name.description, schema: $0.schema.orNull,
                isRequired: required.contains($0.name.description), doc: $0.doc)
        }
        return Shape<ElementText>(
            schema: .named(name, doc, .object(members, isOpen: true)),
            read: { (cursor) throws(ShapeError) in
                guard cursor.peek() == .object else { throw cursor.wrongKind("an object") }
                var check = cursor
                let text = try JSONText(copying: &cursor)
                var missing = required
                try check.enterObject()
                while let name = check.nextMember() {
                    missing.removeAll { $0 == name.description }
                    guard let member = known.first(where: { name == $0.name }), check.peek() != .null else {
                        check.skipValue()
                        continue
                    }
                    do throws(ShapeError) {
                        try member.check(&check)
                    } catch {
                        throw error.inside(.member(member.name.description))
                    }
                }
                if let name = missing.first, !isPatch { throw ShapeError("missing member \"\(name)\"") }
                return ElementText(text)
            },
            write: { value, writer in writer.raw(value.text) })
    }
}
