import Wire

/// The messages for several clients that wait in an outbox: parts of `SharedMessages`, between the outbox's own bytes.
struct SharedParts: Sendable {
    /// A run of whole messages; the first one may be written in part.
    struct Part: Sendable {
        /// The number of the outbox's own bytes before it, counted from the first one ever sent.
        fileprivate var position: Int
        fileprivate var messages: SharedMessages.Framed
        /// The index of the first byte that is not written.
        fileprivate var sent: Int
        /// Is true if `document/reset` may replace it.
        fileprivate var isChange: Bool

        fileprivate var count: Int { messages.range.upperBound - sent }
    }

    /// The parts in their order; one that is written is nil.
    private var parts: [Part?] = []
    /// The index of the first part that is not written.
    private var first = 0
    /// The documents whose changes may be among the parts.
    private var documents: Set<DocumentKey> = []
    /// The number of bytes that are not written.
    private(set) var bytes = 0
    /// The number of them that are changes of documents.
    private(set) var changeBytes = 0
    /// The number of bytes that were written.
    private(set) var writtenBytes = 0

    /// The number of own bytes that come before the next part; nil if there is none.
    var position: Int? { first < parts.count ? parts[first]?.position : nil }

    /// - Parameter document: the document of the changes; nil if they are none.
    mutating func add(_ messages: SharedMessages.Framed, behind position: Int, changing document: DocumentKey?) {
        bytes += messages.range.count
        if let document {
            changeBytes += messages.range.count
            documents.insert(document)
        }
        let isChange = document != nil
        if let last = parts.last, var part = last, part.position == position, part.isChange == isChange,
            let joined = part.messages.joined(with: messages)
        {
            part.messages = joined
            parts[parts.count - 1] = part
        } else {
            parts.append(
                Part(position: position, messages: messages, sent: messages.range.lowerBound, isChange: isChange))
        }
    }

    /// Gives the bytes of the next part to `write`, which returns how many it has written; returns how many of it are left.
    ///
    /// - Complexity: amortized O(*n*) in the bytes written.
    mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) -> Int {
        guard var part = parts[first] else { return 0 }
        let count = part.messages.bytes.withBytes { bytes in
            write(
                UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[part.sent..<part.messages.range.upperBound]))
            )
        }
        bytes -= count
        writtenBytes += count
        if part.isChange { changeBytes -= count }
        part.sent += count
        if part.count > 0 {
            parts[first] = part
            return part.count
        }
        // What is written is no longer held.
        parts[first] = nil
        first += 1
        if first > parts.count / 2 {
            parts.removeFirst(first)
            first = 0
        }
        if changeBytes == 0 { documents.removeAll() }
        return 0
    }

    /// Replaces the changes of each document by a message at the position of the first; a partly written one stays.
    ///
    /// - Parameter message: nil if the client need not hear of the document.
    /// - Complexity: O(*n*) in the parts, and in the bytes of the partly written one.
    mutating func replaceChanges(by message: (DocumentKey) -> SharedMessages.Framed?) {
        var left: [Part] = []
        var isReplaced = false
        for case let part? in parts[first...] {
            guard part.isChange else {
                left.append(part)
                continue
            }
            if let begun = part.begun { left.append(begun) }
            if isReplaced { continue }
            isReplaced = true
            for document in documents.sorted() {
                guard let reset = message(document) else { continue }
                left.append(
                    Part(position: part.position, messages: reset, sent: reset.range.lowerBound, isChange: true))
            }
        }
        (parts, first) = (left, 0)
        bytes = left.reduce(0) { $0 + $1.count }
        changeBytes = left.reduce(0) { $0 + ($1.isChange ? $1.count : 0) }
    }

    /// Removes the parts after a number of own bytes, to be put back.
    mutating func takeParts(behind position: Int) -> ArraySlice<Part> {
        var start = parts.count
        while start > first, let part = parts[start - 1], part.position > position { start -= 1 }
        defer { parts.removeSubrange(start...) }
        return ArraySlice(parts[start...].compactMap { $0 })
    }

    /// Puts back those parts that were after a number of own bytes, at another position.
    mutating func put(_ taken: inout ArraySlice<Part>, upTo former: Int, at position: Int) {
        while var part = taken.first, part.position <= former {
            part.position = position
            parts.append(part)
            taken.removeFirst()
        }
    }
}

extension SharedParts.Part {
    /// The partly written message, alone; nil if there is none.
    ///
    /// - Complexity: O(*n*) in the bytes before it.
    fileprivate var begun: SharedParts.Part? {
        messages.bytes.withBytes { bytes in
            var framing = WrittenMessages(messages.style)
            var end = messages.range.lowerBound
            let whole = UnsafeBufferPointer(rebasing: bytes[..<messages.range.upperBound])
            while end < sent, framing.next(in: whole, from: &end) != nil {}
            if end == sent { return nil }
            var part = self
            part.messages.range = messages.range.lowerBound..<end
            part.isChange = false
            return part
        }
    }
}
