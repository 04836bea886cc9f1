import Geometry
import LayoutKinds
import Storage
import Wire

/// An entry of the document's `constraints`: a property that drawings of some of its elements keep.
public struct Constraint: Sendable {
    /// The name for its removal; nil if the file has none.
    public let id: Identifier?
    /// The required relation of nodes and edges, by their indices in the lists; nil for an unknown kind.
    public let wish: LayoutConstraint?
    /// The nodes that it names, in their order.
    public let nodes: [Node.ID]
    /// The edges that it names.
    public let edges: [Edge.ID]
    /// The names of its lanes, if it has any.
    let lanes: [LaneName]

    /// Reads an entry; a malformed one is refused.
    ///
    /// - Throws: the mistake, with its place.
    public init(_ json: JSON) throws(ShapeError) {
        guard let object = json.objectValue else { throw ShapeError("a constraint is an object") }
        var reader = ConstraintReader(object)
        id = try reader.optional("id") { $0.stringValue.map { Identifier($0) } }
        wish = try reader.wish()
        (nodes, edges, lanes) = (reader.nodes, reader.edges, reader.lanes)
    }

    /// The sides, as they are called in documents.
    public static let sides: [(name: String, side: Side)] = [
        ("left", .left), ("right", .right), ("above", .top), ("below", .bottom),
    ]

    /// The entries of a member of a document, without malformed ones.
    static func list(_ json: JSON?) -> [Constraint] {
        guard case .array(let entries)? = json else { return [] }
        return entries.compactMap { try? Constraint($0) }
    }

    /// The entries of a member of a document by their ids, in the order of these, which means nothing to drawings; nil if
    /// some have none, or the same.
    static func byID(_ json: JSON) -> [JSONObject.Member]? {
        guard case .array(let entries) = json else { return nil }
        var members: [JSONObject.Member] = []
        for entry in entries {
            guard let id = entry["id"]?.stringValue else { return nil }
            members.append(JSONObject.Member(name: JSONString(id), value: entry))
        }
        members.sort { $0.name < $1.name }
        return zip(members, members.dropFirst()).contains { $0.name == $1.name } ? nil : members
    }
}

/// The id of a lane, and the title in its band.
struct LaneName: Sendable {
    let id: Identifier
    let title: String?
}

/// Reads the members of a constraint.
private struct ConstraintReader {
    private let object: JSONObject
    var nodes: [Node.ID] = []
    var edges: [Edge.ID] = []
    private(set) var lanes: [LaneName] = []

    init(_ object: JSONObject) { self.object = object }

    func optional<Value>(_ name: JSONString, _ read: (JSON) -> Value?) throws(ShapeError) -> Value? {
        guard let json = object[name], json != .null else { return nil }
        guard let value = read(json) else {
            throw ShapeError("this is no `\(name)` of a constraint", path: [.member(name.description)])
        }
        return value
    }

    private func required<Value>(_ name: JSONString, _ read: (JSON) -> Value?) throws(ShapeError) -> Value {
        guard let value = try optional(name, read) else { throw ShapeError("missing member \"\(name)\"") }
        return value
    }

    mutating func wish() throws(ShapeError) -> LayoutConstraint? {
        switch try required("kind", { $0.stringValue }) {
        case "layer":
            let places = try takeNodes(required("ids", Self.ids))
            return .layer(places, try required("layer", Self.layer))
        case "order": return .order(takeNodes(try required("ids", Self.ids)))
        case "lanes":
            let entries = try required("lanes", Self.lanes)
            lanes = entries.map(\.name)
            return .lanes(entries.map { takeNodes($0.ids) })
        case "align":
            let places = try takeNodes(required("ids", Self.ids))
            let axis = try required("axis") { $0.stringValue.flatMap { LayoutConstraint.Axis(rawValue: $0) } }
            return .align(
                places, axis, try required("edge") { $0.stringValue.flatMap { LayoutAlignment(rawValue: $0) } })
        case "relative":
            let places = try takeNodes(required("ids") { Self.ids($0).flatMap { $0.count == 2 ? $0 : nil } })
            let side = try required("side") { json in
                Constraint.sides.first { $0.name == json.stringValue }?.side
            }
            let gap = try optional("gap") { $0.doubleValue.flatMap { (0...1e9).contains($0) ? $0 : nil } }
            return .beside(places[0], places[1], side, gap: gap)
        case "forward":
            edges = try required("edges", Self.ids)
            return .forward(Array(edges.indices))
        default: return nil
        }
    }

    private mutating func takeNodes(_ ids: [Identifier]) -> [Int] {
        nodes += ids
        return Array(nodes.count - ids.count..<nodes.count)
    }

    private static func ids(_ json: JSON) -> [Identifier]? {
        guard case .array(let entries) = json else { return nil }
        let ids = entries.compactMap(\.stringValue)
        return ids.count == entries.count ? ids.map { Identifier($0) } : nil
    }

    private static func layer(_ json: JSON) -> LayoutConstraint.Layer? {
        switch json {
        case .string("same"): return .same
        case .string("first"): return .first
        case .string("last"): return .last
        case .number:
            guard let number = json.doubleValue, number >= 0, number <= Double(Limits.constraintLayer),
                number == number.rounded()
            else { return nil }
            return .number(Int(number))
        default: return nil
        }
    }

    private static func lanes(_ json: JSON) -> [(name: LaneName, ids: [Identifier])]? {
        guard case .array(let entries) = json else { return nil }
        let lanes = entries.compactMap { entry -> (LaneName, [Identifier])? in
            guard let id = entry["id"]?.stringValue, let ids = entry["ids"].flatMap({ ids($0) }) else { return nil }
            return (LaneName(id: Identifier(id), title: entry["title"]?.stringValue), ids)
        }
        return lanes.count == entries.count ? lanes : nil
    }
}
