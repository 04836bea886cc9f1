import Geometry
import Graph
import Storage
import Wire

/// The nodes and edges of a document as passages and links of a story, with the losses.
struct StoryExport {
    /// A node as a passage.
    struct Passage {
        var text: String
        var tags: [String]
        /// The members that only the format knows.
        var kept: JSONObject
        var ways: [StoryChanges.Way]
        /// The target names of the passage's links when the file was read.
        var made: [String] { kept["links"]?.arrayValue?.compactMap { $0.stringValue } ?? [] }
    }

    let document: Document
    /// The nodes that become passages, in order.
    let nodes: [Node.Slot]
    let names: ElementNames
    var tally = ExportTally()
    /// The name of the format, which is the key of its own members.
    private let format: String
    /// The name that users know.
    private let title: String
    private let noHandles: String
    /// The messages about lost members, by member.
    private var messages: [String: String] = [:]

    /// - Parameter fit: converts a text into a valid passage name.
    init(_ document: Document, _ format: Format, fit: (String) -> String = { $0 }) {
        let graph = ExportGraph(document, &tally)
        self.document = graph.document
        (self.format, title, noHandles) = (format.name, format.title, "\(format.title) has no handles")
        var nodes: [Node.Slot] = []
        for slot in graph.nodes {
            if graph.isGroup(slot) {
                tally.add(
                    .node, document.nodeID(slot), "group", "\(format.title) has no groups; what they hold is written")
            } else {
                nodes.append(slot)
            }
        }
        self.nodes = nodes
        names = ElementNames(document, nodes, fit: fit)
        for slot in nodes {
            let id = document.nodeID(slot)
            if names[slot] != document.withLabel(ofNode: slot, { $0?.description }) ?? id.string {
                tally.add(.node, id, "name", "the name of the passage is not the label of the node")
            }
        }
        for slot in graph.edges {
            let ends = document.edges.ends(slot)
            if names[ends.source] == nil || names[ends.target] == nil {
                tally.add(.edge, document.edgeID(slot), "end", "an edge without its ends is not written")
            }
        }
        var known: Set<JSONString> = ["stamps", "foreign", "title"]
        if let types = document.content["types"], StoryType.areAll(of: types) { known.insert("types") }
        tally.addContent(of: document, format.title, besides: known)
    }

    /// The members of the document that only the format knows.
    var kept: JSON? { document.content["foreign"]?[format] }

    /// The name of the first passage; nil if only the format states it.
    var start: String? {
        if let start = nodes.first(where: { document.dialogRole($0) == .start }) { return names[start] }
        return kept == nil ? document.dialogStart().flatMap { names[$0] } : nil
    }

    /// The position of a node on the canvas; nil without one.
    func corner(_ slot: Node.Slot) -> Point? {
        guard document.isPlaced(slot) else { return nil }
        let geometry = document.nodes.geometry(slot)
        var point = document.frame(slot).origin
        if document.nodes.parent(slot) != nil {
            point.x = point.x.withoutNoise(ofTerms: geometry.x)
            point.y = point.y.withoutNoise(ofTerms: geometry.y)
        }
        return point.x.isFinite && point.y.isFinite ? point : nil
    }

    /// The members of nodes and edges that a story can hold.
    private static let ofNodes = NameTable(["id", "label", "position", "width", "height", "measured"])
    private static let ofEdges = NameTable(["id", "source", "target", "label"])

    /// The passage of a node; other members are reported as losses.
    ///
    /// - Complexity: O(*n* log *n*) in the node and its edges.
    mutating func passage(_ slot: Node.Slot) -> Passage {
        let id = document.nodeID(slot)
        var kept = JSONObject()
        var tags: JSON?
        let document = document
        document.withNodeMembers(slot) { members in
            JSONMembers.visit(members) { name, value in
                if StoryExport.ofNodes.index(of: name) != nil { return }
                if name == "data" {
                    JSONMembers.visit(value) { inner, value in
                        if inner == "tags" {
                            tags = value.json
                        } else if !(inner == "text") && !value.isNull {
                            let message = message("data.\(inner.description)")
                            tally.add(.node, id, "data", message)
                        }
                    }
                } else if name == "foreign" {
                    for inner in value.json?.objectValue?.members ?? [] {
                        if inner.name == JSONString(format) {
                            kept = inner.value.objectValue ?? kept
                        } else {
                            tally.add(.node, id, "foreign", "what only \(inner.name) knows is left out")
                        }
                    }
                } else if name == "type", JSONCursor(value).string.flatMap(StoryType.init(rawValue:)) != nil {
                    return
                } else {
                    lose(name, value, .node, id)
                }
            }
        }
        let content = document.dialogContent(of: slot)
        if content.textPath == "/text/text" {
            tally.add(.node, id, "text", "the text is written without its looks")
        }
        return Passage(
            text: content.textPath == nil ? "" : content.text ?? "",
            tags: tags?.arrayValue?.compactMap { $0.stringValue } ?? [], kept: kept,
            ways: ways(from: slot))
    }

    /// The edges that leave a node, in their order.
    private mutating func ways(from slot: Node.Slot) -> [StoryChanges.Way] {
        let document = document
        let order = document.edges.order
        let edges = document.outgoing(slot).sorted { order.key($0) < order.key($1) }
        var ways: [StoryChanges.Way] = []
        for edge in edges where !document.edges.flags(edge).contains(.transient) {
            let target = document.edges.ends(edge).target
            guard let name = names[target] else { continue }
            var way = StoryChanges.Way(edge: edge, target: target, id: document.nodeID(target), name: name)
            let text = document.withLabel(ofEdge: edge) { $0?.description } ?? handleLabel(edge, slot)
            way.text = text?.onOneLine.trimmed
            if document.edges.ends(edge).sourceHandle != nil { loseHandle(edge) }
            if document.edges.ends(edge).targetHandle != nil { loseHandle(edge) }
            document.withEdgeMembers(edge) { members in
                JSONMembers.visit(members) { name, value in
                    if StoryExport.ofEdges.index(of: name) != nil { return }
                    if name == "sourceHandle" || name == "targetHandle" {
                        loseHandle(edge)
                    } else if name == "data", value.json == ["jump": "detour"] {
                        way.isDetour = true
                    } else {
                        lose(name, value, .edge, document.edgeID(edge))
                    }
                }
            }
            ways.append(way)
        }
        return ways
    }

    /// The label of the handle at which an edge begins.
    private func handleLabel(_ edge: Edge.Slot, _ source: Node.Slot) -> String? {
        document.edges.ends(edge).sourceHandle.flatMap {
            document.handle(document.symbols[$0], of: source, kind: .source)?.label
        }
    }

    private mutating func loseHandle(_ edge: Edge.Slot) {
        tally.add(.edge, document.edgeID(edge), "handle", noHandles)
    }

    private mutating func lose(
        _ name: JSONName, _ value: UnsafeBufferPointer<UInt8>, _ kind: ExportLoss.Kind, _ id: Identifier
    ) {
        if saysNothing(name, value) { return }
        let message = message(name.description)
        tally.add(kind, id, "member", message)
    }

    /// The message that a story has no such member; it is made once.
    private mutating func message(_ member: String) -> String {
        if let known = messages[member] { return known }
        let message = "\(title) has no `\(member)`"
        if messages.count < Limits.unshownKinds { messages[member] = message }
        return message
    }

    /// Computes the changes of a passage's links from its edges; reports the edges whose links were deleted.
    mutating func changes(_ links: [StoryLink], _ passage: Passage) -> StoryChanges {
        let changes = StoryChanges(links, passage.ways, made: passage.made) { [document, names] name in
            document.node(Identifier(name)).flatMap { names[$0] == nil ? nil : $0 } ?? names.node(name)
        }
        for way in changes.dropped {
            tally.add(.edge, document.edgeID(way.edge), "link", "the text has no link for the edge any more")
        }
        return changes
    }

    /// A text with some parts replaced; of overlapping parts the first counts.
    ///
    /// - Complexity: O(*n* log *n*) in the parts, O(*n*) in the bytes.
    static func text(_ text: String, replacing parts: [(range: Range<Int>, text: String)]) -> String {
        if parts.isEmpty { return text }
        var text = text
        var bytes: [UInt8] = []
        text.withUTF8 { text in
            var index = 0
            for part in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
            where part.range.lowerBound >= index && part.range.upperBound <= text.count {
                bytes += text[index..<part.range.lowerBound]
                bytes += part.text.utf8
                index = part.range.upperBound
            }
            bytes += text[index...]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
