import Storage
import Wire

/// A document as a file in Nodewire's own format: members sorted, elements in order, one a line.
///
/// The members of the document are sorted, and so are those of its nodes, edges, handles, positions, settings and
/// types. The contents of `data` and of unknown members are written as stored: members in their order, numbers in
/// their spelling.
public struct CanonicalJSON: Sendable {
    /// The program for which the file is written.
    public enum Dialect: Sendable {
        /// Nodewire's own format.
        case nodewire
        /// React Flow's, for a document that came from there: types of edges have the names that React Flow knows.
        case reactFlow
    }

    /// The program for which the file is written.
    public var dialect: Dialect
    /// Is written instead of the document's own.
    public var viewport: JSON?

    /// The number of bytes that are gathered between two flushes.
    public static let chunkBytes = 256 << 10

    /// A file in a dialect; a given viewport replaces the document's.
    public init(_ dialect: Dialect = .nodewire, viewport: JSON? = nil) {
        self.dialect = dialect
        self.viewport = viewport
    }
}

extension Document {
    /// Writes the document as JSON with a line feed at the end.
    ///
    /// `flush` is called about every 256 KiB, to send and empty the writer's bytes; its error ends the writing.
    public func write<Failure: Error>(
        _ file: CanonicalJSON = CanonicalJSON(), into writer: inout JSONWriter,
        flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("{\n")
        var isFirst = true
        for part in parts(of: file) {
            if !isFirst { writer.append(",\n") }
            isFirst = false
            switch part {
            case .nodes: try writeNodes(file, into: &writer, flush)
            case .edges: try writeEdges(file, into: &writer, flush)
            case .member(let name, let value): writeMember(name, value, into: &writer)
            }
        }
        writer.append("\n}\n")
        try flush(&writer)
    }

    /// Writes the document as JSON in one piece.
    public func write(_ file: CanonicalJSON = CanonicalJSON(), into writer: inout JSONWriter) {
        write(file, into: &writer) { (_) throws(Never) in }
    }
}

// MARK: Members of the document

extension Document {
    private enum Part {
        case nodes, edges
        case member(JSONString, JSON)
    }

    /// Members that the document keeps elsewhere, so they are not read from its content.
    private static let kept: Set<JSONString> = ["nodewire", "nodes", "edges", "viewport", "counters", "stamps"]

    /// The members of the file in their order.
    private func parts(of file: CanonicalJSON) -> [Part] {
        var parts: [(name: JSONString, part: Part)] = [("nodes", .nodes), ("edges", .edges)]
        func add(_ name: JSONString, _ value: JSON) { parts.append((name, .member(name, value))) }
        for member in content.members
        where isReactFlow && (member.name == "counters" || member.name == "stamps")
            || !Document.kept.contains(member.name)
        {
            add(member.name, member.value)
        }
        if let viewport = file.viewport ?? viewport { add("viewport", viewport) }
        if !isReactFlow && file.dialect == .nodewire {
            add("nodewire", 1)
            var made = JSONObject()
            if counters.edge > 0 { made["edge"] = .number(counters.edge) }
            if counters.node > 0 { made["node"] = .number(counters.node) }
            if !made.isEmpty { add("counters", .object(made)) }
            if let stamps = stamps?.json(of: self) { add("stamps", stamps) }
        }
        return parts.sorted { $0.name < $1.name }.map(\.part)
    }

    /// Settings and types each have a line, so that one change is one line.
    private func writeMember(_ name: JSONString, _ value: JSON, into writer: inout JSONWriter) {
        var elements = ElementWriter(.stored)
        writer.name(name)
        let isList = Document.dividedMembers.contains(name) || name == "stamps" && !isReactFlow
        guard isList, case .object(let object) = value, !object.isEmpty else {
            return elements.write(value, isNode: false, into: &writer)
        }
        writer.append("{\n")
        for (index, member) in object.sorted.members.enumerated() {
            if index > 0 { writer.append(",\n") }
            writer.name(member.name)
            elements.write(member.value, isNode: name == "types", into: &writer)
        }
        writer.append("\n}")
    }
}

// MARK: Elements

extension Document {
    private func writeNodes<Failure: Error>(
        _ file: CanonicalJSON, into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("\"nodes\":[\n")
        var elements = ElementWriter(.stored)
        let transients = TransientElements(of: self).nodes
        try writeNodes(with: &elements, without: transients, into: &writer, flush)
        if nodes.count == transients.count { writer.append("]") } else { writer.append("\n]") }
    }

    private func writeEdges<Failure: Error>(
        _ file: CanonicalJSON, into writer: inout JSONWriter, _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        writer.append("\"edges\":[\n")
        var elements = ElementWriter(.stored, translatesEdgeTypes: file.dialect == .reactFlow)
        let transients = TransientElements(of: self).edges
        try writeEdges(with: &elements, without: transients, into: &writer, flush)
        if edges.count == transients.count { writer.append("]") } else { writer.append("\n]") }
    }

    /// Writes the nodes in order, one a line, without omitted ones.
    ///
    /// `flush` is called about every 256 KiB, and at the end.
    func writeNodes<Failure: Error>(
        with elements: inout ElementWriter, without left: SlotSet<Node>, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var enough = writer.count + CanonicalJSON.chunkBytes
        var isFirst = true
        var next = nodes.order.first
        while let slot = next {
            next = nodes.order.next(slot)
            if left.contains(slot) { continue }
            if !isFirst { writer.append(",\n") }
            isFirst = false
            elements.writeNode(slot, of: self, into: &writer)
            if writer.count < enough { continue }
            try flush(&writer)
            enough = writer.count + CanonicalJSON.chunkBytes
        }
        try flush(&writer)
    }

    /// Writes the edges.
    func writeEdges<Failure: Error>(
        with elements: inout ElementWriter, without left: SlotSet<Edge>, into writer: inout JSONWriter,
        _ flush: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        var enough = writer.count + CanonicalJSON.chunkBytes
        var isFirst = true
        var next = edges.order.first
        while let slot = next {
            next = edges.order.next(slot)
            if left.contains(slot) { continue }
            if !isFirst { writer.append(",\n") }
            isFirst = false
            elements.writeEdge(slot, of: self, into: &writer)
            if writer.count < enough { continue }
            try flush(&writer)
            enough = writer.count + CanonicalJSON.chunkBytes
        }
        try flush(&writer)
    }
}
