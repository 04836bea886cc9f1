import Storage
import Wire

/// Writes nodes and edges with their members in the order of the names' bytes.
///
/// The values are written as stored, or in the common spelling of all equal values.
struct ElementWriter {
    enum Spelling { case stored, canonical }

    private enum Column {
        static let id = 0
        static let position = 1
        static let width = 2
        static let height = 3
        static let source = 4
        static let sourceHandle = 5
        static let target = 6
        static let targetHandle = 7
        static let measured = 8
    }

    let spelling: Spelling
    /// Is true if types of edges get the names that React Flow knows them by.
    let translatesEdgeTypes: Bool
    private var sorter = MemberSorter()
    private var values = CanonicalValueWriter()

    init(_ spelling: Spelling, translatesEdgeTypes: Bool = false) {
        self.spelling = spelling
        self.translatesEdgeTypes = translatesEdgeTypes
    }

    // MARK: Nodes

    mutating func writeNode(_ slot: Node.Slot, of document: borrowing Document, into writer: inout JSONWriter) {
        let geometry = document.columnGeometry(slot)
        let measured = spelling == .stored ? document.keptSize(slot) : nil
        let isDone = document.withNodeMembers(slot) { members in
            sorter.removeLast(to: 0)
            if !geometry.height.isNaN { sorter.add(column: Column.height, named: "height") }
            sorter.add(column: Column.id, named: "id")
            if !geometry.x.isNaN { sorter.add(column: Column.position, named: "position") }
            if !geometry.width.isNaN { sorter.add(column: Column.width, named: "width") }
            if members.count > 2 {
                guard sorter.split(members) else { return false }
                // A measured size is no content, however it is spelled.
                if spelling == .canonical || measured != nil { sorter.remove(Self.measured, count: 8) }
            }
            if measured != nil { sorter.add(column: Column.measured, named: "measured") }
            guard sorter.entries.count < 2 || sorter.sort(from: 0) else { return false }
            writer.beginObject()
            var index = 0
            while index < sorter.entries.count {
                switch sorter.entries[index].column {
                case Column.id:
                    writer.name("id")
                    document.writeNodeID(slot, into: &writer)
                case Column.position:
                    writer.name("position")
                    writer.beginObject()
                    writer.name("x")
                    number(geometry.x, &writer)
                    writer.name("y")
                    number(geometry.y, &writer)
                    writer.endObject()
                case Column.width:
                    writer.name("width")
                    number(geometry.width, &writer)
                case Column.height:
                    writer.name("height")
                    number(geometry.height, &writer)
                case Column.measured:
                    writer.name("measured")
                    if let measured { writer.measured(measured) }
                default: index = writeRun(at: index, of: members, isNode: true, &writer)
                }
                index += 1
            }
            writer.endObject()
            return true
        }
        if isDone { return }
        var node = document.node(at: slot)
        node.measured = measured
        if spelling == .canonical { node.members = JSONMembers.removing(["measured"], from: node.members) }
        write(node.json, isNode: true, into: &writer)
    }

    // MARK: Edges

    mutating func writeEdge(_ slot: Edge.Slot, of document: borrowing Document, into writer: inout JSONWriter) {
        let ends = document.edges.ends(slot)
        if document.isPlain(edge: slot) { return writePlainEdge(slot, ends, of: document, into: &writer) }
        let isDone = document.withEdgeMembers(slot) { members in
            sorter.removeLast(to: 0)
            sorter.add(column: Column.id, named: "id")
            sorter.add(column: Column.source, named: "source")
            if ends.sourceHandle != nil { sorter.add(column: Column.sourceHandle, named: "sourceHandle") }
            sorter.add(column: Column.target, named: "target")
            if ends.targetHandle != nil { sorter.add(column: Column.targetHandle, named: "targetHandle") }
            guard sorter.split(members), sorter.sort(from: 0) else { return false }
            writer.beginObject()
            var index = 0
            while index < sorter.entries.count {
                let column = sorter.entries[index].column
                if column < 0 {
                    index = writeRun(at: index, of: members, isNode: false, &writer)
                } else {
                    writeEnd(column, slot, ends, of: document, into: &writer)
                }
                index += 1
            }
            writer.endObject()
            return true
        }
        if !isDone { write(document.edge(at: slot).json, isNode: false, into: &writer) }
    }

    /// Writes an edge that has only its ends, in the order of their names.
    private func writePlainEdge(
        _ slot: Edge.Slot, _ ends: EdgeEnds, of document: borrowing Document, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writeEnd(Column.id, slot, ends, of: document, into: &writer)
        writeEnd(Column.source, slot, ends, of: document, into: &writer)
        if ends.sourceHandle != nil { writeEnd(Column.sourceHandle, slot, ends, of: document, into: &writer) }
        writeEnd(Column.target, slot, ends, of: document, into: &writer)
        if ends.targetHandle != nil { writeEnd(Column.targetHandle, slot, ends, of: document, into: &writer) }
        writer.endObject()
    }

    @inline(__always)
    private func writeEnd(
        _ column: Int, _ slot: Edge.Slot, _ ends: EdgeEnds, of document: borrowing Document,
        into writer: inout JSONWriter
    ) {
        switch column {
        case Column.id:
            writer.name("id")
            document.writeEdgeID(slot, into: &writer)
        case Column.source:
            writer.name("source")
            document.writeNodeID(ends.source, into: &writer)
        case Column.sourceHandle:
            writer.name("sourceHandle")
            if let symbol = ends.sourceHandle { document.writeSymbol(symbol, into: &writer) }
        case Column.target:
            writer.name("target")
            document.writeNodeID(ends.target, into: &writer)
        default:
            writer.name("targetHandle")
            if let symbol = ends.targetHandle { document.writeSymbol(symbol, into: &writer) }
        }
    }

    // MARK: Members

    /// Writes the member at `index` and the following members that are contiguous in the text, as one piece; returns
    /// the last.
    @inline(__always)
    private mutating func writeRun(
        at index: Int, of text: UnsafeBufferPointer<UInt8>, isNode: Bool, _ writer: inout JSONWriter
    ) -> Int {
        guard let base = text.baseAddress else { return index }
        let first = sorter.entries[index]
        let start = first.name - base - 1
        if isWrittenApart(first, isNode) {
            writer.raw(UnsafeBufferPointer(start: first.name - 1, count: first.count + 2))
            writer.append(":")
            writeApart(UnsafeBufferPointer(rebasing: text[first.value]), isNode, &writer)
            return index
        }
        var end = first.value.upperBound
        var last = index
        while last + 1 < sorter.entries.count {
            let next = sorter.entries[last + 1]
            guard next.column < 0, next.name - base == end + 2, !isWrittenApart(next, isNode) else { break }
            end = next.value.upperBound
            last += 1
        }
        writer.raw(UnsafeBufferPointer(start: base + start, count: end - start))
        return last
    }

    private static let handles = MemberSorter.key(of: "handles")
    private static let position = MemberSorter.key(of: "position")
    private static let type = MemberSorter.key(of: "type")
    private static let measured = MemberSorter.key(of: "measured")

    /// Returns true if the value of a member is not written as it is stored.
    @inline(__always)
    private func isWrittenApart(_ entry: MemberSorter.Entry, _ isNode: Bool) -> Bool {
        if spelling == .canonical { return true }
        if isNode {
            return entry.key == Self.handles && entry.count == 7 || entry.key == Self.position && entry.count == 8
        }
        return translatesEdgeTypes && entry.key == Self.type && entry.count == 4
    }

    private mutating func writeApart(
        _ value: UnsafeBufferPointer<UInt8>, _ isNode: Bool, _ writer: inout JSONWriter
    ) {
        if spelling == .canonical {
            values.write(value, into: &writer)
        } else if isNode {
            writeObjects(value, into: &writer)
        } else {
            writeEdgeType(value, into: &writer)
        }
    }

    /// Writes an object, or a list of objects as handles are, with the members of each sorted; anything else unchanged.
    private mutating func writeObjects(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        var cursor = JSONCursor(text)
        guard cursor.entersArray() else {
            return writeObject(text, into: &writer)
        }
        writer.beginArray()
        while cursor.nextElement() {
            let range = cursor.rawValue()
            writeObject(UnsafeBufferPointer(rebasing: text[range]), into: &writer)
        }
        writer.endArray()
    }

    /// Writes an object with its members sorted and their values unchanged; anything else unchanged.
    mutating func writeObject(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        guard let base = text.baseAddress, text[0] == UInt8(ascii: "{") else { return writer.raw(text) }
        let first = sorter.entries.count
        defer { sorter.removeLast(to: first) }
        guard sorter.split(text), sorter.sort(from: first) else {
            var cursor = JSONCursor(text)
            guard case .object(let object)? = try? JSON(reading: &cursor, checked: false) else { return }
            return JSON.object(object.sorted).write(into: &writer)
        }
        writer.beginObject()
        for index in first..<sorter.entries.count {
            let entry = sorter.entries[index]
            let start = entry.name - 1
            writer.raw(UnsafeBufferPointer(start: start, count: base + entry.value.upperBound - start))
        }
        writer.endObject()
    }

    private func writeEdgeType(_ text: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        var cursor = JSONCursor(text)
        guard cursor.peek() == .string, let name = try? cursor.readName() else { return writer.raw(text) }
        if name == "bezier" { return writer.raw("\"default\"") }
        if name == "simpleBezier" { return writer.raw("\"simplebezier\"") }
        if name == "smoothStep" { return writer.raw("\"smoothstep\"") }
        writer.raw(text)
    }

    // MARK: Values

    @inline(__always)
    private mutating func number(_ value: Double, _ writer: inout JSONWriter) {
        if spelling == .stored { writer.number(value) } else { values.write(value, into: &writer) }
    }

    /// Writes an element that the fast path cannot write: one with a name that is written with escapes.
    mutating func write(_ element: JSON, isNode: Bool, into writer: inout JSONWriter) {
        guard case .object(let object) = element else { return element.write(into: &writer) }
        if spelling == .canonical { return values.write(element, into: &writer) }
        writer.beginObject()
        for member in object.sorted.members {
            writer.name(member.name)
            let text = member.value.text.bytes
            text.withUnsafeBufferPointer { text in
                if isNode && (member.name == "handles" || member.name == "position") {
                    writeObjects(text, into: &writer)
                } else if !isNode && translatesEdgeTypes && member.name == "type" {
                    writeEdgeType(text, into: &writer)
                } else {
                    writer.raw(text)
                }
            }
        }
        writer.endObject()
    }
}

extension JSONObject {
    /// The same members in the order of their names' bytes.
    var sorted: JSONObject { JSONObject(members.sorted { $0.name < $1.name }) }
}
