import Geometry
import Wire

// Elements as JSON: what `document/read` tells, what files hold, what `document/changed` carries.

extension Document {
    /// Writes a node as stored: id, members, geometry.
    public func writeNode(_ slot: Int32, into writer: inout JSONWriter) {
        withNodeID(slot) { id in
            withNodeMembers(slot) { members in
                Node.write(id: id, geometry: storedGeometry(slot), members: members, into: &writer)
            }
        }
    }

    /// Writes an edge as stored: id, ends, members.
    public func writeEdge(_ slot: Int32, into writer: inout JSONWriter) {
        let ends = edges.ends(slot)
        writer.beginObject()
        writer.name("id")
        withEdgeID(slot) { writer.string(utf8: $0) }
        writer.name("source")
        withNodeID(ends.source) { writer.string(utf8: $0) }
        if ends.sourceHandle >= 0 {
            writer.name("sourceHandle")
            writer.string(symbols[ends.sourceHandle].string)
        }
        writer.name("target")
        withNodeID(ends.target) { writer.string(utf8: $0) }
        if ends.targetHandle >= 0 {
            writer.name("targetHandle")
            writer.string(symbols[ends.targetHandle].string)
        }
        withEdgeMembers(slot) { writer.members($0) }
        writer.endObject()
    }

    /// What a node's stored position holds besides x and y; nil for nearly every node.
    public func extraPosition(_ slot: Int32) -> JSON? {
        guard nodes.flags(slot).contains(.extraPosition) else { return nil }
        return withNodeMembers(slot) { NodeGeometry.extraPosition(in: $0) }
    }

    /// The slots of all nodes, back to front.
    public var nodeSlots: [Int32] {
        var slots: [Int32] = []
        slots.reserveCapacity(nodes.count)
        var slot = nodes.order.first
        while slot >= 0 {
            slots.append(slot)
            slot = nodes.order.next(slot)
        }
        return slots
    }

    /// The slots of all edges, back to front.
    public var edgeSlots: [Int32] {
        var slots: [Int32] = []
        slots.reserveCapacity(edges.count)
        var slot = edges.order.first
        while slot >= 0 {
            slots.append(slot)
            slot = edges.order.next(slot)
        }
        return slots
    }
}

extension Node {
    public func write(into writer: inout JSONWriter) {
        id.withBytes { id in
            members.withUnsafeBufferPointer { Node.write(id: id, geometry: geometry, members: $0, into: &writer) }
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
        into writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.name("id")
        writer.string(utf8: id)
        var extra: JSON?
        if members.count > 2 {
            // A position among the members holds what is not x and y; it is written with them below. One that is no
            // object stands as it is.
            extra = NodeGeometry.extraPosition(in: members)
            if extra?.kind != .object { extra = nil }
            if extra == nil {
                writer.members(members)
            } else {
                writer.members(JSONMembers.removing(["position"], from: Array(members)))
            }
        }
        if !geometry.x.isNaN || extra != nil {
            writer.name("position")
            writer.position(geometry, extra: extra)
        }
        if !geometry.width.isNaN {
            writer.name("width")
            writer.number(geometry.width)
        }
        if !geometry.height.isNaN {
            writer.name("height")
            writer.number(geometry.height)
        }
        writer.endObject()
    }
}

extension Edge {
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

extension NodeGeometry {
    /// What a position holds besides x and y, kept among the members; nil for nearly every node.
    static func extraPosition(in members: UnsafeBufferPointer<UInt8>) -> JSON? {
        // The name is looked for as text first: it seldom stands there.
        guard members.containsName("position") else { return nil }
        return JSONMembers.value("position", in: members)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether `"name"` stands anywhere in the text; that it does proves nothing, that it does not proves it is no member.
    fileprivate func containsName(_ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        guard let base = baseAddress, count >= length + 2 else { return false }
        var index = 0
        let last = count - length - 2
        while index <= last {
            if base[index] == UInt8(ascii: "\"") && base[index + 1] == name.utf8Start[0]
                && base[index + length + 1] == UInt8(ascii: "\"")
            {
                var same = true
                for offset in 0..<length where base[index + 1 + offset] != name.utf8Start[offset] { same = false }
                if same { return true }
            }
            index += 1
        }
        // An escaped spelling would be missed above.
        return contains(UInt8(ascii: "\\"))
    }
}

extension JSONWriter {
    /// Writes the members of a compact object into the object that is open.
    public mutating func members(_ object: UnsafeBufferPointer<UInt8>) {
        if object.count > 2 { raw(UnsafeBufferPointer(rebasing: object[1..<object.count - 1])) }
    }

    public mutating func members(_ object: [UInt8]) {
        object.withUnsafeBufferPointer { members($0) }
    }

    /// Writes a stored position with whatever else the file holds in it.
    public mutating func position(_ geometry: NodeGeometry, extra: JSON? = nil) {
        beginObject()
        if !geometry.x.isNaN {
            name("x")
            number(geometry.x)
            name("y")
            number(geometry.y)
        }
        if case .object(let object)? = extra {
            for member in object.members {
                name(member.name)
                member.value.write(into: &self)
            }
        }
        endObject()
    }

    /// What was written, as a tree; only for whole values.
    var parsed: JSON {
        (try? withBytes { bytes throws(ShapeError) in
            var cursor = JSONCursor(bytes)
            return try JSON(reading: &cursor, checked: false)
        }) ?? .null
    }
}
