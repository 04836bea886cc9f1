import Geometry
import Storage
import Wire

// Elements as JSON: what `document/read` returns, what files hold, what `document/changed` carries.

extension Document {
    /// Members of the document whose entries count separately: in merges, undo by view and files.
    public static let dividedMembers: Set<JSONString> = ["settings", "types", "edgeTypes", "conflicts"]

    /// Members of a document that are not content, besides the elements.
    public static let uncountedMembers: Set<JSONString> = [
        "nodewire", "nodes", "edges", "viewport", "counters", "stamps",
    ]

    /// Writes a node as stored: id, members, geometry, and the measured size unless it is not wanted.
    public func writeNode(_ slot: Node.Slot, isMeasured: Bool = true, into writer: inout JSONWriter) {
        withNodeID(slot) { id in
            withNodeMembers(slot) { members in
                let isWritten = nodes.flags(slot).contains(.writtenGeometry)
                Node.write(
                    id: id, geometry: storedGeometry(slot), members: members,
                    written: isWritten ? WrittenGeometry(in: members) : [], measured: isMeasured ? measured(slot) : nil,
                    into: &writer)
            }
        }
    }

    /// Writes an edge as stored: id, ends, members.
    public func writeEdge(_ slot: Edge.Slot, into writer: inout JSONWriter) {
        let ends = edges.ends(slot)
        writer.beginObject()
        writer.name("id")
        writeEdgeID(slot, into: &writer)
        writer.name("source")
        writeNodeID(ends.source, into: &writer)
        if let symbol = ends.sourceHandle {
            writer.name("sourceHandle")
            writeSymbol(symbol, into: &writer)
        }
        writer.name("target")
        writeNodeID(ends.target, into: &writer)
        if let symbol = ends.targetHandle {
            writer.name("targetHandle")
            writeSymbol(symbol, into: &writer)
        }
        withEdgeMembers(slot) { writer.members($0) }
        writer.endObject()
    }

    /// The slots of all nodes, back to front.
    public var nodeSlots: [Node.Slot] { nodes.order.slots }

    /// The slots of all edges, back to front.
    public var edgeSlots: [Edge.Slot] { edges.order.slots }
}

extension Node {
    /// Writes the node as one JSON object, members in the order of the protocol.
    public func write(into writer: inout JSONWriter) {
        id.withBytes { id in
            members.withUnsafeBufferPointer { members in
                Node.write(
                    id: id, geometry: geometry, members: members, written: writtenGeometry, measured: measured,
                    into: &writer)
            }
        }
    }

    /// The node as a tree.
    public var json: JSON {
        var writer = JSONWriter()
        write(into: &writer)
        return writer.parsed
    }

    @inline(__always)
    static func write(
        id: UnsafeBufferPointer<UInt8>, geometry: NodeGeometry, members: UnsafeBufferPointer<UInt8>,
        written: WrittenGeometry, measured: Size?, into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name("id")
        writer.string(utf8: id)
        if let measured { writer.members(members, measured: measured) } else { writer.members(members) }
        if !geometry.x.isNaN && !written.contains(.position) {
            writer.name("position")
            writer.position(geometry.position)
        }
        if !geometry.width.isNaN && !written.contains(.width) {
            writer.name("width")
            writer.number(geometry.width)
        }
        if !geometry.height.isNaN && !written.contains(.height) {
            writer.name("height")
            writer.number(geometry.height)
        }
        writer.endObject()
    }
}

extension Edge {
    /// Writes the edge as one JSON object, members in the order of the protocol.
    public func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id")
        writer.string(id.string)
        writer.name("source")
        writer.string(source.string)
        if let sourceHandle {
            writer.name("sourceHandle")
            writer.string(sourceHandle.string)
        }
        writer.name("target")
        writer.string(target.string)
        if let targetHandle {
            writer.name("targetHandle")
            writer.string(targetHandle.string)
        }
        members.withUnsafeBufferPointer { writer.members($0) }
        writer.endObject()
    }

    /// The edge as a tree.
    public var json: JSON {
        var writer = JSONWriter()
        write(into: &writer)
        return writer.parsed
    }
}

extension JSONWriter {
    /// Writes the members of a compact object into the object that is open.
    public mutating func members(_ object: UnsafeBufferPointer<UInt8>) {
        if object.count > 2 { raw(UnsafeBufferPointer(rebasing: object[1..<object.count - 1])) }
    }

    /// Writes the members of an object without its braces.
    public mutating func members(_ object: [UInt8]) {
        object.withUnsafeBufferPointer { members($0) }
    }

    /// Writes the members of a node and its measured size, which replaces one in another spelling.
    @inline(never)
    fileprivate mutating func members(_ object: UnsafeBufferPointer<UInt8>, measured size: Size) {
        JSONMembers.visit(object) { name, value in
            if name == "measured" { return }
            self.name(JSONString(name))
            raw(value)
        }
        name("measured")
        measured(size)
    }

    /// Writes a measured size.
    public mutating func measured(_ size: Size) {
        beginObject()
        name("width")
        number(size.width)
        name("height")
        number(size.height)
        endObject()
    }

    /// Writes a position of a node.
    public mutating func position(_ point: Point) {
        beginObject()
        name("x")
        number(point.x)
        name("y")
        number(point.y)
        endObject()
    }

    /// The text as a tree; only for whole values.
    var parsed: JSON {
        (try? withBytes { bytes throws(ShapeError) in
            var cursor = JSONCursor(bytes)
            return try JSON(reading: &cursor, checked: false)
        }) ?? .null
    }
}
