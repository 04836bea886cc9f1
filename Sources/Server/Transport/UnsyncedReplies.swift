import Editing
import Wire

/// The replies to requests whose changes are not on the disk yet: they are refused if they cannot come there.
struct UnsyncedReplies: Sendable {
    /// A request that has changed a document, after the journal of that had come to be on the disk so many times.
    private struct Reply: Sendable {
        let document: DocumentKey
        let syncs: Int
        let id: [UInt8]
    }

    /// The number of the outbox's own bytes that waited to be written before the first of them.
    private(set) var start = 0
    private var replies: [Reply] = []
    /// The document that was changed by what is performed now.
    private var current: (document: DocumentKey, syncs: Int)?

    /// Notes that a document was changed; the next reply is that to the request that did so.
    mutating func note(_ document: DocumentKey, _ mark: UnsyncedMark, waiting: Int) {
        if replies.isEmpty { start = waiting }
        current = (document, mark.syncs)
    }

    /// Notes that a request is answered; without an id nothing is sent.
    @inline(__always)
    mutating func note(_ id: UnsafeBufferPointer<UInt8>?) { if current != nil { take(id) } }

    private mutating func take(_ id: UnsafeBufferPointer<UInt8>?) {
        if let id, let current {
            replies.append(Reply(document: current.document, syncs: current.syncs, id: Array(id)))
        }
        current = nil
    }

    /// The ids of those to a document since its journal was last on the disk.
    func ids(of document: DocumentKey, _ mark: UnsyncedMark) -> [[UInt8]] {
        replies.filter { $0.document == document && $0.syncs == mark.syncs }.map(\.id)
    }

    mutating func removeAll() { self = UnsyncedReplies() }
}

extension Outbox {
    /// Puts errors in place of replies, which have not been written to the client.
    mutating func refuse(_ refused: [[UInt8]: Failure]) {
        if refused.isEmpty { return }
        replaceLast(ownWaiting - unsynced.start) { UnsyncedReplies.copy($0, refused, into: &$1) }
        guard var replies = batch else { return }
        replies.endArray()
        beginBatch()
        reply { batch in replies.withBytes { UnsyncedReplies.copy(elements: $0, refused, into: &batch) } }
    }
}

extension UnsyncedReplies {
    /// Writes a message as it was, or the error in place of a reply.
    fileprivate static func copy(
        _ message: UnsafeBufferPointer<UInt8>, _ refused: [[UInt8]: Failure], into writer: inout JSONWriter
    ) {
        var cursor = JSONCursor(message)
        guard cursor.peek() == .array else { return copy(reply: message, refused, into: &writer) }
        writer.beginArray()
        copy(elements: message, refused, into: &writer)
        writer.endArray()
    }

    fileprivate static func copy(
        elements array: UnsafeBufferPointer<UInt8>, _ refused: [[UInt8]: Failure], into writer: inout JSONWriter
    ) {
        var cursor = JSONCursor(array)
        cursor.entersArray()
        while cursor.nextElement() {
            let element = UnsafeBufferPointer(rebasing: array[cursor.rawValue()])
            copy(reply: element, refused, into: &writer)
        }
    }

    private static func copy(
        reply: UnsafeBufferPointer<UInt8>, _ refused: [[UInt8]: Failure], into writer: inout JSONWriter
    ) {
        if let id = id(ofResult: reply), let failure = refused[id] {
            id.withUnsafeBufferPointer { Request.writeFailure(failure, id: $0, into: &writer) }
        } else {
            writer.raw(reply)
        }
    }

    /// The id of a reply that is not an error.
    private static func id(ofResult message: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var cursor = JSONCursor(message)
        var id: [UInt8]?
        guard cursor.entersObject() else { return nil }
        while let name = cursor.nextMember() {
            let value = cursor.rawValue()
            if name == "id" { id = Array(message[value]) }
            if name == "result" { return id }
        }
        return nil
    }
}
