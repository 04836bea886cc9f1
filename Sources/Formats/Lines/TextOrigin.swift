import Graph
import Wire

/// The file that a document comes from, as what it says is told apart from what reading it has made.
public struct TextOrigin: Sendable {
    /// Is true if the ids of its edges are counted where it states none, so that they change with each that comes before.
    let countsEdges: Bool
    /// Is true if it says of no node where it lies.
    let isUnplaced: Bool

    /// The nodes whose frame follows from what they hold: those that hold others, or the outermost ones.
    private enum Holders { case none, outermost, all }
    private let holders: Holders

    /// Nil for a file whose format has ids and places of its own.
    public init?(_ format: Format, isUnplaced: Bool) {
        if [Format.nodewire, .reactFlow, .swiftFlow, .svg].contains(format) { return nil }
        (countsEdges, self.isUnplaced) = (format != .jsonCanvas, isUnplaced)
        holders = isUnplaced ? .none : format == .cytoscape ? .all : format == .nodeRed ? .outermost : .none
    }

    /// The members of elements that follow from a layout.
    static let computed: Set<JSONString> = [
        "position", "width", "height", "waypoints", "labelPosition", "sourcePosition", "targetPosition",
    ]

    private static let frame: Set<JSONString> = ["position", "width", "height"]

    /// Returns true if a member of an element follows from a layout.
    func isComputed(_ name: JSONString, isEdge: Bool) -> Bool {
        isUnplaced && (TextOrigin.computed.contains(name) || isEdge && name == "type")
    }

    /// Returns true if reading has made the id of an edge.
    func isCounted(_ id: String) -> Bool {
        countsEdges && id.utf8.first == UInt8(ascii: "e") && id.utf8.count > 1
            && id.utf8.dropFirst().allSatisfy(\.isDigit)
    }

    /// Returns three versions of a document as they are merged: without what follows from layouts, and with one id for edges that
    /// join the same ends, that of ours.
    ///
    /// - Throws: `format` for a document that cannot be read back.
    /// - Complexity: O(*n*).
    public func aligned(
        base: Document, ours: Document, theirs: Document
    ) throws(EditError) -> (base: Document, ours: Document, theirs: Document) {
        var ids: [String: String] = [:]
        var taken = Set(ours.edgeSlots.map { ours.edgeID($0).string })
        let known = Set([base, ours].flatMap { side in side.nodeSlots.map { side.nodeID($0) } })
        var count = 0
        eachEdge(of: ours) { ids[$0] = $1 }
        for other in [base, theirs] {
            eachEdge(of: other) { (key, _) in
                if ids[key] != nil { return }
                repeat { count += 1 } while !taken.insert("e\(count)").inserted
                ids[key] = "e\(count)"
            }
        }
        var (origin, other) = (
            plain(base, ids, keepsPlaces: false, known, ours), plain(theirs, ids, keepsPlaces: true, known, ours)
        )
        let own = plain(ours, ids, keepsPlaces: false, known, ours)
        NativeMerge.align(&origin, own, &other)
        return (try TextOrigin.document(origin), try TextOrigin.document(own), try TextOrigin.document(other))
    }

    /// Calls `body` with each edge whose id was counted: what it joins, as the first or a later one, and its id.
    private func eachEdge(of document: Document, _ body: (_ key: String, _ id: String) -> Void) {
        var counts: [String: Int] = [:]
        for slot in document.edgeSlots {
            let edge = document.edge(at: slot)
            if !isCounted(edge.id.string) { continue }
            let ends: JSON = [
                .string(edge.source.string), .string(edge.sourceHandle?.string ?? ""), .string(edge.target.string),
                .string(edge.targetHandle?.string ?? ""),
            ]
            let key = ends.description
            counts[key, default: 0] += 1
            body("\(key) \(counts[key] ?? 0)", edge.id.string)
        }
    }

    /// Returns true if the frame of a node follows from what it holds.
    private func followsContents(_ slot: Node.Slot, in document: Document) -> Bool {
        switch holders {
        case .none: false
        case .outermost: document.nodes.parent(slot) == nil
        case .all: document.nodes.firstChild(of: slot) != nil
        }
    }

    /// The position of a node in a holder as it is in ours, whose frame is another one there.
    private func position(_ slot: Node.Slot, in document: Document, _ ours: Document) -> JSON? {
        guard holders == .all, let parent = document.nodes.parent(slot),
            let own = ours.node(document.nodeID(parent)), ours.nodes.firstChild(of: own) != nil
        else { return nil }
        let (place, origin) = (document.frame(slot).origin, ours.frame(own).origin)
        return place.isFinite && origin.isFinite
            ? ["x": .number(place.x - origin.x), "y": .number(place.y - origin.y)] : nil
    }

    private func plain(
        _ document: Document, _ ids: [String: String], keepsPlaces: Bool, _ known: Set<Node.ID>, _ ours: Document
    ) -> JSONObject {
        var names: [String: String] = [:]
        eachEdge(of: document) { names[$1] = ids[$0] }
        var content = document.countedContent
        content["nodewire"] = 1
        content["nodes"] = .array(
            document.nodeSlots.map { slot in
                var node = document.node(at: slot).json.objectValue ?? [:]
                if let position = position(slot, in: document, ours) { node["position"] = position }
                // A new one brings the place where it was drawn.
                if keepsPlaces && !known.contains(document.nodeID(slot)) { return .object(node) }
                let follows = followsContents(slot, in: document)
                for member in node.members
                where isComputed(member.name, isEdge: false) || follows && TextOrigin.frame.contains(member.name) {
                    node[member.name] = nil
                }
                return .object(node)
            })
        content["edges"] = .array(
            document.edgeSlots.map { slot in
                var edge = document.edge(at: slot).json.objectValue ?? [:]
                for member in edge.members where isComputed(member.name, isEdge: true) { edge[member.name] = nil }
                if let id = names[document.edgeID(slot).string] { edge["id"] = .string(id) }
                return .object(edge)
            })
        return content
    }

    private static func document(_ content: JSONObject) throws(EditError) -> Document {
        do throws(ShapeError) {
            return try JSON.object(content).text.bytes.withUnsafeBufferPointer { (text) throws(ShapeError) in
                try DocumentReader.read(text, isFile: true).document
            }
        } catch {
            throw EditError(.format, "not a document: \(error.description)")
        }
    }
}
