import Graph
import Wire

/// A document as a few lines of text.
///
/// A line is a node, `id [x,y] [WIDTHxHEIGHT] [in parent] [{other members}]`; an edge,
/// `id: source[.handle] -> target[.handle] [{other members}]`; or `settings {…}`, `types {…}` and
/// `edgeTypes {…}`.
public struct Sketch: Equatable, Sendable, ExpressibleByStringLiteral {
    public var content: JSON

    public init(content: JSON) {
        self.content = content
    }

    public init(stringLiteral text: String) {
        self.init(text)
    }

    public init(_ text: String) {
        var nodes: [JSON] = []
        var edges: [JSON] = []
        var others = JSONObject()
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if line.isEmpty { continue }
            let brace = line.firstIndex(of: "{") ?? line.endIndex
            let words = line[..<brace].split(separator: " ").map(String.init)
            var tail = JSONObject()
            if brace < line.endIndex {
                guard case .object(let object)? = JSON(parsing: String(line[brace...])) else {
                    fatalError("not JSON: \(line)")
                }
                tail = object
            }
            if words.count == 1, ["settings", "types", "edgeTypes"].contains(words[0]) {
                others[words[0]] = .object(tail)
            } else if words.contains("->") {
                edges.append(Sketch.edge(words, tail))
            } else {
                nodes.append(Sketch.node(words, tail))
            }
        }
        others["nodes"] = .array(nodes)
        others["edges"] = .array(edges)
        content = .object(others)
    }

    /// The content of a document.
    public init(_ document: Document) {
        var content = document.content
        content["nodes"] = .array(document.nodeSlots.map { document.node(at: $0).json })
        content["edges"] = .array(document.edgeSlots.map { document.edge(at: $0).json })
        self.content = .object(content)
    }

    private static func node(_ words: [String], _ members: JSONObject) -> JSON {
        var node = members
        node["id"] = .string(words[0])
        var index = 1
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "in" {
                node["parentId"] = .string(words[index])
                index += 1
            } else if word.contains("x") {
                let size = word.split(separator: "x").compactMap { Double($0) }
                node["width"] = .number(size[0])
                node["height"] = .number(size[1])
            } else {
                let point = word.split(separator: ",").compactMap { Double($0) }
                node["position"] = .object(["x": .number(point[0]), "y": .number(point[1])])
            }
        }
        return .object(node)
    }

    private static func edge(_ words: [String], _ members: JSONObject) -> JSON {
        var edge = members
        edge["id"] = .string(String(words[0].dropLast()))
        for (name, word) in [("source", words[1]), ("target", words[3])] {
            let parts = word.split(separator: ".").map(String.init)
            edge[name] = .string(parts[0])
            if parts.count > 1 { edge[name + "Handle"] = .string(parts[1]) }
        }
        return .object(edge)
    }

    /// The document; what the sketch says must not be lost.
    public var document: Document {
        let text = content.text
        return text.bytes.withUnsafeBufferPointer { bytes in
            guard let result = try? DocumentReader.read(bytes, isFile: false) else { fatalError("no document") }
            if let loss = result.losses.first { fatalError(loss.message) }
            return result.document
        }
    }
}

/// All of a document that can be seen, to be compared byte for byte.
public func picture(of document: Document) -> String {
    var lines = document.nodeSlots.map { slot in
        "\(String(decoding: document.node(at: slot).text.bytes, as: UTF8.self)) \(document.handles(slot).map(\.id))"
    }
    lines += document.edgeSlots.map { String(decoding: document.edge(at: $0).text.bytes, as: UTF8.self) }
    var writer = JSONWriter()
    JSON.object(document.content).writeCanonical(into: &writer)
    lines.append(String(decoding: writer.bytes, as: UTF8.self))
    return lines.joined(separator: "\n")
}

extension Identifier: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
