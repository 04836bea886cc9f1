import Storage
import Wire

/// An edge of an opened file that waits for its ends and its slot.
struct WaitingEdge {
    /// The hash of the id.
    var hash: UInt32
    var flags: EdgeFlags
    var z: Double
    var text: TextArena.Reference
    /// The position of the element in the file.
    var element: Int
    /// Lies in the file, or wherever the edge read last has it.
    var id: WaitingName
    /// Is true if the file gives no id, and the text has a placeholder.
    var isUnnamed = false
    var source: WaitingEnd
    var target: WaitingEnd

    @inline(__always)
    var hasEnds: Bool { source.found.slot != nil && target.found.slot != nil }
}

/// An id as it is in a text that is only read, in little space.
///
/// Threads may share it: no thread writes the text, and the lender of `DocumentText` keeps it until both have ended.
struct WaitingName: @unchecked Sendable {
    private let start: UnsafePointer<UInt8>?
    private let count: UInt32

    /// Makes a name of a text of less than 4 GiB.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        start = bytes.baseAddress
        count = UInt32(truncatingIfNeeded: bytes.count)
    }

    @inline(__always)
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(count)) }
}

/// One end of an edge that waits.
struct WaitingEnd {
    /// The node's id.
    var node: WaitingName
    /// The hash of the node's id.
    var hash: UInt32
    /// `IdentifierHash.word` of the node's id.
    var word: UInt64
    /// The symbol of the handle's id.
    var handle: Link<Identifier>
    /// The node, once it is found.
    fileprivate(set) var found = Link<Node>.none
    private(set) var handleList = HandleList.standard
    /// Is true if the word of its id is the same, so that it is the node.
    fileprivate(set) var isSure = false

    @inline(__always)
    init(_ node: JSONName, handle: Symbol?) {
        self.node = WaitingName(node.spelling)
        self.handle = Link(handle)
        hash = IdentifierHash.hash(node.spelling)
        word = IdentifierHash.word(node.spelling)
    }

    /// Ends at a node that seems to be the one, if there is one.
    @inline(__always)
    mutating func lead(to slot: Node.Slot?, _ marks: ContiguousArray<NodeMark>) {
        found = Link(slot)
        guard let slot else { return }
        isSure = word != 0 && word == marks[slot.index].word
        handleList = marks[slot.index].handleList
    }
}

extension NodeStore {
    /// Finds the nodes that waiting edges name, in steps for a batch of them, so that their cache misses overlap.
    func findEnds(
        of rows: inout ContiguousArray<WaitingEdge>, _ marks: ContiguousArray<NodeMark>, _ arena: TextArena
    ) {
        rows.withUnsafeMutableBufferPointer { rows in
            for first in stride(from: 0, to: rows.count, by: IdentifierHash.batch) {
                let batch = first..<min(first + IdentifierHash.batch, rows.count)
                for place in batch {
                    rows[place].source.isSure = table.home(of: rows[place].source.hash) != 0
                    rows[place].target.isSure = table.home(of: rows[place].target.hash) != 0
                }
                for place in batch {
                    rows[place].source.found = Link(table.candidate(hash: rows[place].source.hash))
                    rows[place].target.found = Link(table.candidate(hash: rows[place].target.hash))
                }
                for place in batch {
                    rows[place].source.lead(to: rows[place].source.found.slot, marks)
                    rows[place].target.lead(to: rows[place].target.found.slot, marks)
                }
                for place in batch {
                    confirm(&rows[place].source, marks, arena)
                    confirm(&rows[place].target, marks, arena)
                }
            }
        }
    }

    /// Compares the id of the node that was found by its hash.
    @inline(__always)
    private func confirm(_ end: inout WaitingEnd, _ marks: ContiguousArray<NodeMark>, _ arena: TextArena) {
        if !end.isSure, end.found.slot != nil { search(&end, marks, arena) }
    }

    @inline(never)
    private func search(_ end: inout WaitingEnd, _ marks: ContiguousArray<NodeMark>, _ arena: TextArena) {
        let name = end.node.bytes
        let slot = table.find(hash: end.hash) { slot in
            arena.text(rows[slot].text).withID { $0.hasSameBytes(as: name) }
        }
        end.lead(to: slot, marks)
    }
}
