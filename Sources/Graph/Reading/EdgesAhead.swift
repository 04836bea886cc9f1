import Storage
import Wire

/// Edges that one task reads while another reads the nodes: all is done that needs no nodes.
///
/// Their texts and the symbols of their handles are not yet the document's.
struct EdgesAhead: Sendable {
    /// The edges, many at a time, so that their memory is given back bit by bit.
    fileprivate var rows: [ContiguousArray<WaitingEdge>] = []
    fileprivate var texts = TextArena()
    fileprivate var symbols = Symbols()
    /// The first edge that may report a loss, at which serial reading resumes; nil at the end of the list.
    private(set) var rest: Int?

    /// The number of edges that are read before memory is taken for more.
    private static let chunk = 1 << 16

    /// Reads a list of edges up to the first that may report a loss.
    init(_ list: JSONCursor, of text: DocumentText) {
        var reader = DocumentReader(text: text, .serial)
        var cursor = list
        guard (try? cursor.enterArray()) != nil else { preconditionFailure("a list of edges is a list") }
        repeat {
            reader.waitingEdges = []
            reader.waitingEdges.reserveCapacity(EdgesAhead.chunk)
            rest = reader.collectEdges(&cursor, upTo: EdgesAhead.chunk)?.index
            rows.append(reader.waitingEdges)
        } while rest == nil && reader.waitingEdges.count == EdgesAhead.chunk
        (texts, symbols) = (reader.document.arena, reader.document.symbols)
    }
}

extension DocumentReader {
    /// Reads the nodes, and at the same time the edges of a list.
    mutating func readNodes(_ list: JSONCursor?, and edges: JSONCursor) throws(ShapeError) {
        // The text is only read, and only while this function waits.
        nonisolated(unsafe) let (text, edges) = (text, edges)
        let (ahead, result) = forkJoin.both {
            EdgesAhead(edges, of: text)
        } _: {
            Result { () throws(ShapeError) in try readNodes(list) }
        }
        try result.get()
        edgesAhead = ahead
    }

    /// Adds the edges that were read ahead: one task finds the ends of many, the other adds those before them.
    mutating func add(_ ahead: inout EdgesAhead) {
        let shift = document.arena.takeAll(of: &ahead.texts)
        let symbols = ahead.symbols.identifiers.map { document.symbols.intern($0) }
        let (nodes, marks, arena) = (document.nodes, nodeMarks, document.arena)
        ahead.rows.reverse()
        // While one task changes it, the other does not look at it.
        nonisolated(unsafe) var next = ahead.rows.popLast() ?? []
        nodes.findEnds(of: &next, marks, arena)
        while !next.isEmpty {
            let rows = next
            next = ahead.rows.popLast() ?? []
            _ = forkJoin.both {
                nodes.findEnds(of: &next, marks, arena)
            } _: {
                add(rows, shift, symbols)
            }
        }
    }

    private mutating func add(_ rows: ContiguousArray<WaitingEdge>, _ shift: TextArena.Shift, _ symbols: [Symbol]) {
        for var row in rows {
            row.text = shift.moved(row.text)
            row.source.handle.slot = row.source.handle.slot.map { symbols[$0.index] }
            row.target.handle.slot = row.target.handle.slot.map { symbols[$0.index] }
            waitingEdges.append(row)
            if waitingEdges.count == IdentifierHash.batch { addFoundEdges() }
        }
        addFoundEdges()
    }
}
