import Geometry
import Graph
import Wire

/// Labels one under another, as trees or as a list: what a text that is not a document is read into.
struct Outline {
    /// One label, with the item above it.
    struct Item {
        var id: String?
        var label: JSONString?
        /// Is true if the label is the value in the data, too, and the data hold nothing else.
        var hasValue = false
        /// The other members given for it, as the JSON text of an object; empty if there were none.
        var data: [UInt8] = []
        /// The place of the item above it, which comes before it.
        var parent: Int?

        fileprivate func saysSame(as other: Item) -> Bool { label == other.label && hasValue == other.hasValue }
    }

    private(set) var items: [Item] = []
    /// The parts that could not be read.
    var losses: [Loss] = []
    /// Is true if all items are one below another, and not side by side.
    var isList = false

    /// A node with its edge takes more bytes than this in the text of a document.
    private static let leastBytes = 64

    /// Adds an item and returns its place.
    ///
    /// - Throws: `limits`, before memory runs out.
    @discardableResult
    mutating func add(_ item: Item) throws(EditError) -> Int {
        if items.count >= Limits.translatedBytes / Outline.leastBytes { throw Outline.tooLong }
        items.append(item)
        return items.count - 1
    }

    /// Says what was found out of an item after it was added.
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
    /// It is written in the own shape, which `DocumentReader` reads, so that there is one reader of elements; but where
    /// items have labels alone, there is nothing to be read.
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
            // What lay high up in a tree lies deeper in the data of its node.
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

    /// A number of bytes above that around the label of an item, twice, in the text of a document.
    private static let mostBytes = 512

    /// The document of items that have labels alone; nil if one has more, or the text of the document may be too long.
    private func plainDocument() -> Document? {
        var bytes = 0
        for index in items.indices {
            if items[index].id != nil || !items[index].data.isEmpty { return nil }
            // A byte takes six at most, and the label occurs twice.
            bytes += Outline.mostBytes + 12 * (items[index].label?.withUTF8 { $0.count } ?? 0)
        }
        if bytes > Limits.translatedBytes { return nil }
        var builder = DocumentBuilder(nodes: items.count)
        var writer = JSONWriter(capacity: 1 << 8)
        let places = places
        for index in items.indices {
            // Items one after another often say the same, which is written already.
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

    /// An edge between items that say their ids is named after them, so that it is the same one in the next version of the
    /// tree; others are counted.
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
