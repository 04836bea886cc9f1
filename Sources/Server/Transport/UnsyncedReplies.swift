import Editing
import Wire

/// The replies to requests whose changes are not on the disk yet: they are refused if the disk fails.
struct UnsyncedReplies: Sendable {
    /// A request that has changed a document, with the count of earlier syncs of its journal.
    private struct Reply: Sendable {
        let document: DocumentKey
        let syncs: Int
        let id: [UInt8]
    }

    /// The number of the outbox's own bytes that waited to be written before the first of them.
    private(set) var start = 0
    private var replies: [Reply] = []
    /// The document changed by the present message.
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

    /// The ids of those for a document since its journal was last synced.
    func ids(of document: DocumentKey, _ mark: UnsyncedMark) -> [[UInt8]] {
        replies.filter { $0.document == document && $0.syncs == mark.syncs }.map(\.id)
    }

    mutating func removeAll() { self = UnsyncedReplies() }
}

extension Outbox {
    /// Replaces replies, which have not been written to the client, by errors.
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
    /// Writes a message unchanged, or the error in place of a reply.
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
