import Geometry
import Graph
import Wire

/// Labels in trees or in a list: the result of reading a text that is not a document.
struct Outline {
    /// A label with a reference to the item above it.
    struct Item {
        var id: String?
        var label: JSONString?
        /// Is true if the data contain the label as the value, and nothing else.
        var hasValue = false
        /// Its other members as the JSON text of an object; empty without any.
        var data: [UInt8] = []
        /// The index of the item above it, which comes before it.
        var parent: Int?

        fileprivate func saysSame(as other: Item) -> Bool { label == other.label && hasValue == other.hasValue }
    }

    private(set) var items: [Item] = []
    /// The parts that could not be read.
    var losses: [Loss] = []
    /// Is true for a list without hierarchy.
    var isList = false

    /// The least number of bytes of a node with its edge in the text of a document.
    private static let leastBytes = 64

    /// Adds an item; returns its index.
    ///
    /// - Throws: `limits`, before memory runs out.
    @discardableResult
    mutating func add(_ item: Item) throws(EditError) -> Int {
        if items.count >= Limits.translatedBytes / Outline.leastBytes { throw Outline.tooLong }
        items.append(item)
        return items.count - 1
    }

    /// Sets the parts of an item that were read after it was added.
    mutating func describe(_ place: Int, id: String?, label: JSONString?, data: [UInt8]) {
        items[place].id = id
        items[place].label = label
        items[place].data = data
    }

    private static var tooLong: EditError {
        EditError(.limits, "the text makes a document of more than \(Limits.translatedBytes) bytes", path: ["text"])
    }
}

extension Outline {
    /// The outline as a document, with an edge from each item to those below it.
    ///
    /// It is written in Nodewire's own form and read by `DocumentReader`, so that there is only one reader of elements.
    /// If items have only labels, this detour is not needed.
    ///
    /// - Throws: `limits`.
    /// - Complexity: O(*n*).
    func document() throws(EditError) -> Format.Content {
        var seen = SeenElements(items.count + items.count { $0.parent != nil })
        for loss in losses where loss.kind == .node { seen.leaveOut(loss.code) }
        if let document = plainDocument() { return Format.Content(document: document, losses: losses, seen: seen) }
        var writer = JSONWriter(capacity: 1 << 12)
        try write(into: &writer)
        return try writer.withBytes { (bytes) throws(EditError) in
            // Data from a shallow part of a tree may be too deep inside a node.
            guard let content = try? DocumentText(validating: bytes) else {
                throw EditError(.limits, "the data of a node is nested too deeply", path: ["text"])
            }
            do throws(ShapeError) {
                let (document, found) = try DocumentReader.read(content, isFile: true, isOwn: true)
                seen.note(found)
                return Format.Content(document: document, losses: losses + found, seen: seen)
            } catch {
                throw EditError(.format, "not a document: \(error.description)", path: ["text"])
            }
        }
    }

    private var places: [Point] {
        isList ? OutlinePlaces.column(items.count) : OutlinePlaces.forest(items.map(\.parent))
    }

    /// An upper bound for the bytes of an item in the text of a document, apart from its label, which occurs twice.
    private static let mostBytes = 512

    /// The document of items with labels only; nil if an item has more, or the text of the document may be too long.
    private func plainDocument() -> Document? {
        var bytes = 0
        for index in items.indices {
            if items[index].id != nil || !items[index].data.isEmpty { return nil }
            // A byte takes at most six in JSON, and the label occurs twice.
            bytes += Outline.mostBytes + 12 * (items[index].label?.withUTF8 { $0.count } ?? 0)
        }
        if bytes > Limits.translatedBytes { return nil }
        var builder = DocumentBuilder(nodes: items.count)
        var writer = JSONWriter(capacity: 1 << 8)
        let places = places
        for index in items.indices {
            // Successive items are often equal; their text is written once.
            if index == 0 || !items[index].saysSame(as: items[index - 1]) {
                writer.removeAll()
                writer.beginObject()
                writeMembers(of: items[index], into: &writer)
                writer.endObject()
            }
            writer.withBytes { builder.addNode(at: places[index], members: $0) }
        }
        for index in items.indices {
            if let parent = items[index].parent { builder.addEdge(from: parent, to: index) }
        }
        return builder.finish()
    }

    private func write(into writer: inout JSONWriter) throws(EditError) {
        let ids = TextIdentifiers.distinct(items.map(\.id), prefix: "n")
        writer.beginObject()
        writer.name("nodewire")
        writer.integer(1)
        writer.name("nodes")
        writer.beginArray()
        let places = places
        for (index, item) in items.enumerated() {
            write(item, ids[index], at: places[index], into: &writer)
            if writer.count > Limits.translatedBytes { throw Outline.tooLong }
        }
        writer.endArray()
        writer.name("edges")
        writer.beginArray()
        let edgeIDs = edgeIDs(between: ids)
        var count = 0
        for (index, item) in items.enumerated() {
            guard let parent = item.parent else { continue }
            write(edgeIDs[count], from: ids[parent], to: ids[index], into: &writer)
            count += 1
            if writer.count > Limits.translatedBytes { throw Outline.tooLong }
        }
        writer.endArray()
        writer.endObject()
    }

    /// The ids of edges. Between items with stated ids they are derived from these, so that the next version of the
    /// tree has the same ones; other edges are numbered.
    private func edgeIDs(between ids: [String]) -> [String] {
        func isStated(_ place: Int) -> Bool { items[place].id == ids[place] }
        let stated: [String?] = items.indices.compactMap { place in
            items[place].parent.map { isStated($0) && isStated(place) ? "\(ids[$0])-\(ids[place])" : String?.none }
        }
        return TextIdentifiers.distinct(stated, prefix: "e")
    }

    private func write(_ item: Item, _ id: String, at place: Point, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id")
        writer.string(id)
        writer.name("position")
        writer.beginObject()
        writer.name("x")
        writer.number(place.x)
        writer.name("y")
        writer.number(place.y)
        writer.endObject()
        writeMembers(of: item, into: &writer)
        writer.endObject()
    }

    private func writeMembers(of item: Item, into writer: inout JSONWriter) {
        if let label = item.label {
            writer.name("label")
            writer.string(label)
            if item.hasValue {
                writer.name("data")
                writer.beginObject()
                writer.name("value")
                writer.string(label)
                writer.endObject()
            }
            if !CardMeasures.holds(label.shown, in: Node.defaultSize) {
                let needed = CardMeasures.fittingSize(label: label.shown, shape: .rectangle)
                writer.name("width")
                writer.number(max(needed.width, Node.defaultSize.width))
                writer.name("height")
                writer.number(max(needed.height, Node.defaultSize.height))
            }
        }
        if !item.data.isEmpty {
            writer.name("data")
            writer.raw(item.data)
        }
    }

    private func write(_ id: String, from source: String, to target: String, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id")
        writer.string(id)
        writer.name("source")
        writer.string(source)
        writer.name("target")
        writer.string(target)
        writer.endObject()
    }
}
