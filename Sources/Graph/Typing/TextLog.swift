import Storage
import Wire

/// The latest changes of nodes, to transform changes of their texts from an earlier revision.
///
/// It keeps the changes as they are, within the limits, and examines them only when needed.
public struct TextLog: Sendable {
    /// A change of a text by an edit with offsets.
    public struct Typed: Sendable {
        let node: Node.Slot
        let pointer: JSONPointer
        let change: TextChange
        /// Is true if the reply has the performed operations, so that the view that wrote it need not receive them.
        let isAnswered: Bool
    }

    /// A change of one text, and the resulting revision.
    public struct Change: Sendable {
        /// The revision.
        public let revision: Int
        /// The change.
        public let change: TextChange
        /// The view that wrote it and receives the operations in the reply; nil for none.
        public let writer: Identifier?
    }

    private struct Entry: Sendable {
        let revision: Int
        var delta: Delta
        let typed: [Typed]
        let view: Identifier?
        let bytes: Int
    }

    /// The entries from `first` on count.
    private var entries: [Entry] = []
    private var first = 0
    private var bytes = 0
    /// All changes after this revision are known.
    private var start = 0
    /// The revision of the document.
    private(set) var revision = 0

    /// A log that knows nothing before the first revision.
    public init() {}

    // MARK: Writing

    /// Takes in a change of the document.
    ///
    /// - Complexity: O(the nodes that it touches).
    public mutating func note(_ delta: Delta, _ typed: [Typed], from view: Identifier?, revision: Int) {
        self.revision = revision
        var count = 0
        for index in delta.nodes.indices { if case .changed = delta.nodes[index].content { count += 1 } }
        if count == 0 { return }
        let size = delta.bytes
        if count > Limits.textNodes || size > Limits.textBytes { return forget() }
        entries.append(Entry(revision: revision, delta: delta, typed: typed, view: view, bytes: size))
        bytes += size
        while bytes > Limits.textBytes || entries.count - first > Limits.textRevisions { dropFirst() }
    }

    private mutating func forget() {
        (entries, first, bytes, start) = ([], 0, 0, revision)
    }

    private mutating func dropFirst() {
        start = entries[first].revision
        bytes -= entries[first].bytes
        entries[first].delta = Delta()
        first += 1
        // The rest moves up once for many that have gone.
        if first < Limits.textRevisions { return }
        entries.removeFirst(first)
        first = 0
    }

    // MARK: Reading

    /// The changes of a text since a revision, the oldest first.
    ///
    /// - Returns: nil if they are not known: the revision is too old, or the text was missing in between.
    /// - Complexity: O(the data of the node in these changes).
    public func changes(
        of slot: Node.Slot, at pointer: JSONPointer, since revision: Int, until last: Int = .max
    ) -> [Change]? {
        if revision < start || revision > self.revision { return nil }
        var changes: [Change] = []
        for entry in entries[first...].reversed() where entry.revision <= last {
            if entry.revision <= revision { break }
            guard let change = entry.delta.nodes.first(where: { $0.slot == slot }),
                case .changed(let before, let after) = change.content
            else { continue }
            guard let before, let after, before.id == after.id,
                let own = changesIn(entry, slot, from: before, to: after, at: pointer)
            else { return nil }
            changes += own.reversed()
        }
        return changes.reversed()
    }

    private func changesIn(
        _ entry: Entry, _ slot: Node.Slot, from before: Node, to after: Node, at pointer: JSONPointer
    ) -> [Change]? {
        let typed = entry.typed.filter { $0.node == slot && $0.pointer == pointer }
        guard let changes = TextLog.changes(from: before, to: after, at: pointer, typed) else { return nil }
        let writer = typed.allSatisfy(\.isAnswered) && !typed.isEmpty && changes.isTyped ? entry.view : nil
        return changes.all.map { Change(revision: entry.revision, change: $0, writer: writer) }
    }

    /// The changes from one text to the other: the typed ones, if they match, else the shortest one.
    static func changes(
        from before: Node, to after: Node, at pointer: JSONPointer, _ typed: [Typed]
    ) -> (all: [TextChange], isTyped: Bool)? {
        if before.members == after.members { return ([], false) }
        guard let old = before.text(at: pointer), let new = after.text(at: pointer) else { return nil }
        if old == new { return ([], false) }
        var text = old
        for one in typed { one.change.apply(to: &text) }
        if !typed.isEmpty && text == new { return (typed.map(\.change), true) }
        return ([TextChange(from: old, to: new)], false)
    }
}

extension Node {
    /// The text at a path in its data; nil if there is none.
    public func text(at pointer: JSONPointer) -> [Unicode.Scalar]? {
        TextChange.text(of: members.withUnsafeBufferPointer { JSONMembers.value("data", in: $0) }?[pointer])
    }
}
