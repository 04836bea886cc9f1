import Graph
import Testing
import Wire

/// A document as a few lines of text, and what every edit of it has to obey.
///
/// A line is a node, `id [x,y] [WIDTHxHEIGHT] [in parent] [{other members}]`; an edge,
/// `id: source[.handle] -> target[.handle] [{other members}]`; or `settings {…}` and `types {…}`.
struct Sketch: Equatable, ExpressibleByStringLiteral {
    var content: JSON

    init(stringLiteral text: String) {
        self.init(text)
    }

    init(_ text: String) {
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
            if words == ["settings"] || words == ["types"] {
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
    init(_ document: Document) {
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
    var document: Document {
        let text = content.text
        return text.bytes.withUnsafeBufferPointer { bytes in
            guard let result = try? DocumentReader.read(bytes, isFile: false) else { fatalError("no document") }
            if let loss = result.losses.first { fatalError(loss.message) }
            return result.document
        }
    }
}

/// All of a document that can be seen, to be compared byte for byte.
func picture(of document: Document) -> String {
    var lines = document.nodeSlots.map { slot in
        "\(String(decoding: document.node(at: slot).text.bytes, as: UTF8.self)) \(document.handles(slot).map(\.id))"
    }
    lines += document.edgeSlots.map { String(decoding: document.edge(at: $0).text.bytes, as: UTF8.self) }
    var writer = JSONWriter()
    JSON.object(document.content).writeCanonical(into: &writer)
    lines.append(String(decoding: writer.bytes, as: UTF8.self))
    return lines.joined(separator: "\n")
}

typealias Edit = (inout Transaction) throws(EditError) -> Void

/// Performs an edit and compares; then undoes and redoes it, and tries it as a dry run.
func check(
    _ before: Sketch, becomes after: Sketch, sourceLocation: SourceLocation = #_sourceLocation, _ edit: Edit
) {
    var document = before.document
    let start = picture(of: document)
    do throws(EditError) {
        _ = try document.transact(dryRun: true, edit)
        #expect(picture(of: document) == start, "a dry run changes nothing", sourceLocation: sourceLocation)
        let counters = document.counters
        let delta = try document.transact(edit).delta
        let end = picture(of: document)
        let result = Sketch(document)
        #expect(result == after, "\(result.content)", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        #expect(delta.isEmpty == (before == after), "what changes is told", sourceLocation: sourceLocation)
        document.replay(delta.inverse)
        #expect(picture(of: document) == start, "undo", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        document.replay(delta)
        #expect(picture(of: document) == end, "redo", sourceLocation: sourceLocation)
        #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
        #expect(document.counters.node >= counters.node, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error.reason): \(error.message)", sourceLocation: sourceLocation)
    }
}

/// Performs an edit that must be refused and leave everything as it was; the error goes to `inspect`.
func refuse(
    _ before: Sketch, _ reason: EditError.Reason, sourceLocation: SourceLocation = #_sourceLocation, _ edit: Edit,
    inspect: (EditError) -> Void = { _ in }
) {
    var document = before.document
    let start = picture(of: document)
    do throws(EditError) {
        _ = try document.transact(edit)
        Issue.record("it was not refused: \(Sketch(document).content)", sourceLocation: sourceLocation)
    } catch {
        #expect(error.reason == reason, "\(error.message)", sourceLocation: sourceLocation)
        inspect(error)
    }
    #expect(picture(of: document) == start, "a refused edit leaves no trace", sourceLocation: sourceLocation)
    #expect(document.checkInvariants() == [], sourceLocation: sourceLocation)
    #expect(document.counters == Counters(), sourceLocation: sourceLocation)
}

extension Identifier: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}
