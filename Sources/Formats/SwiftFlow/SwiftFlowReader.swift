import Geometry
import Graph
import Storage
import Wire

/// Makes a document of the text of a SwiftFlow `FlowDocument`.
///
/// The text is translated into Nodewire's own form, which `DocumentReader` then reads, so that there is only one reader
/// of elements and one repair of structure. The translation handles the differences: positions become relative to
/// parents, and parents that SwiftFlow refuses are left out.
/// A text that SwiftFlow's decoder refuses is refused here, too.
///
/// - Complexity: O(*n*) in the bytes, in time and memory, regardless of the depth of parents.
struct SwiftFlowReader {
    let text: DocumentText
    var writer: JSONWriter
    var losses: [Loss] = []
    var nodes: [SwiftFlowNode] = []
    /// The first node with each id.
    var places: [Identifier: Int] = [:]
    /// Is true if the document has settings, so that an edge cannot rely on the default type.
    var hasSettings = false
    /// The positions of elements in the new text, ascending, and in the old text.
    var origins: [(new: Int, old: Int)] = []

    static func read(
        _ text: DocumentText, with forkJoin: ForkJoin
    ) throws(ShapeError) -> Format.Content {
        guard text.isObject else { throw ShapeError("expected an object") }
        var reader = SwiftFlowReader(text: text)
        try reader.translate()
        return try reader.finish(with: forkJoin)
    }

    private init(text: DocumentText) {
        self.text = text
        writer = JSONWriter(capacity: 1 << 16)
    }

    private mutating func translate() throws(ShapeError) {
        let (nodes, edges) = (try list("nodes"), try list("edges"))
        guard let viewport = text.member("viewport") else { throw ShapeError("missing member \"viewport\"") }
        hasSettings = text.member("settings") != nil
        writer.beginObject()
        try translateViewport(viewport)
        translateOthers()
        try inside("nodes") { (reader) throws(ShapeError) in
            try reader.outline(nodes)
            reader.resolveParents()
            try reader.translateNodes(nodes)
        }
        try inside("edges") { (reader) throws(ShapeError) in try reader.translateEdges(edges) }
        writer.endObject()
    }

    /// Reads the new text. Losses are reported with their positions in the old one.
    private mutating func finish(with forkJoin: ForkJoin) throws(ShapeError) -> Format.Content {
        let (document, found) = try writer.withBytes { (bytes) throws(ShapeError) in
            try DocumentReader.read(DocumentText(validated: bytes), isFile: false, isOwn: false, with: forkJoin)
        }
        for loss in found { losses.append(inOldText(loss)) }
        let ordered = losses.enumerated().sorted { a, b in
            (a.element.place ?? 0, a.offset) < (b.element.place ?? 0, b.offset)
        }
        let all = ordered.map(\.element)
        return Format.Content(document: document, losses: all, seen: SeenElements(text, document, all))
    }

    private func inOldText(_ loss: Loss) -> Loss {
        var loss = loss
        if loss.kind == .document {
            let member = text.members.first { $0.name.description == loss.id }
            loss.place = member?.value
        } else if let place = loss.place {
            var (low, high) = (0, origins.count)
            while low < high {
                let middle = (low + high) / 2
                if origins[middle].new <= place { low = middle + 1 } else { high = middle }
            }
            loss.place = low > 0 ? origins[low - 1].old : nil
        }
        if let place = loss.place { loss.element = element(at: place) }
        return loss
    }

    // MARK: Members of the document

    private func list(_ name: StaticString) throws(ShapeError) -> JSONCursor {
        guard var cursor = text.member(name) else { throw ShapeError("missing member \"\(name)\"") }
        guard cursor.peek() == .array else { throw cursor.wrongKind("an array").inside(.member("\(name)")) }
        return cursor
    }

    private mutating func inside(
        _ member: String, _ body: (inout SwiftFlowReader) throws(ShapeError) -> Void
    ) throws(ShapeError) {
        do throws(ShapeError) { try body(&self) } catch { throw error.inside(.member(member)) }
    }

    private mutating func translateViewport(_ start: JSONCursor) throws(ShapeError) {
        try inside("viewport") { (reader) throws(ShapeError) in
            var cursor = start
            var (offset, zoom): (Point?, JSONCursor?)
            reader.writer.name("viewport")
            reader.writer.beginObject()
            try cursor.enterObject()
            while let name = cursor.nextMember() {
                if name == "offset" {
                    offset = try SwiftFlowReader.readPair("offset", &cursor)
                } else if name == "zoom" {
                    zoom = cursor
                    _ = try SwiftFlowReader.read("zoom", &cursor) { (cursor) throws(ShapeError) in
                        try cursor.readDouble()
                    }
                } else if name == "x" || name == "y" {
                    reader.loseMember(name, &cursor, of: .document, Identifier("viewport"), at: start.index)
                } else {
                    reader.copy(name, &cursor)
                }
            }
            guard let offset, var zoom else {
                throw ShapeError("missing member \"\(offset == nil ? "offset" : "zoom")\"")
            }
            reader.writer.name("x")
            reader.writer.number(offset.x)
            reader.writer.name("y")
            reader.writer.number(offset.y)
            reader.writer.name("zoom")
            reader.copyValue(&zoom)
            reader.writer.endObject()
        }
    }

    private mutating func translateOthers() {
        var seen: Set<JSONString> = []
        for (name, place) in text.members {
            var cursor = text.cursor(at: place)
            let isKnown = name == "nodes" || name == "edges" || name == "viewport"
            if !seen.insert(JSONString(name)).inserted {
                lose(
                    .document, Identifier(name.description), "invalidValue",
                    "the member occurs twice; the first is kept", place)
            } else if name == "nodewire" || name == "counters" {
                loseMember(name, &cursor, of: .document, Identifier(name.description), at: place)
            } else if !isKnown {
                copy(name, &cursor)
            }
        }
    }

    // MARK: Values

    /// Reads a member; errors contain its name.
    static func read<Value>(
        _ member: String, _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value {
        do throws(ShapeError) { return try body(&cursor) } catch { throw error.inside(.member(member)) }
    }

    /// Reads a member that may be null or absent.
    static func readOptional<Value>(
        _ member: String, _ cursor: inout JSONCursor, _ body: (inout JSONCursor) throws(ShapeError) -> Value
    ) throws(ShapeError) -> Value? {
        if cursor.skipNull() { return nil }
        return try read(member, &cursor, body)
    }

    /// Reads `[x, y]`.
    static func readPair(_ member: String, _ cursor: inout JSONCursor) throws(ShapeError) -> Point {
        try read(member, &cursor) { (cursor) throws(ShapeError) in
            let start = cursor
            var numbers: [Double] = []
            try cursor.enterArray()
            while cursor.nextElement() {
                if numbers.count == 2 { throw ShapeError("expected two numbers") }
                do throws(ShapeError) {
                    numbers.append(try cursor.readDouble())
                } catch {
                    throw error.inside(.element(numbers.count))
                }
            }
            guard numbers.count == 2 else {
                cursor = start
                throw ShapeError("expected two numbers")
            }
            return Point(x: numbers[0], y: numbers[1])
        }
    }

    /// Writes a member unchanged.
    mutating func copy(_ name: JSONName, _ cursor: inout JSONCursor) {
        // With its quotes and escapes, up to the colon.
        writer.raw(UnsafeBufferPointer(start: name.start - 1, count: name.count + 2))
        writer.append(":")
        copyValue(&cursor)
    }

    mutating func copyValue(_ cursor: inout JSONCursor) {
        let range = cursor.rawValue()
        writer.raw(UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count))
    }

    // MARK: Losses

    /// Leaves out a member that has another meaning in Nodewire.
    mutating func loseMember(
        _ name: JSONName, _ cursor: inout JSONCursor, of kind: Loss.Kind, _ id: Identifier?, at place: Int
    ) {
        cursor.skipValue()
        lose(
            kind, id, "invalidValue", "`\(name.description)` is no member of SwiftFlow's and means something else here",
            place)
    }

    mutating func lose(_ kind: Loss.Kind, _ id: Identifier?, _ code: String, _ message: String, _ place: Int) {
        losses.append(
            Loss(
                kind: kind, id: id?.string, code: code, message: message, element: element(at: place), place: place))
    }

    private func element(at place: Int) -> JSONText {
        var cursor = text.cursor(at: place)
        return (try? JSONText(copying: &cursor, checked: false)) ?? .null
    }
}
