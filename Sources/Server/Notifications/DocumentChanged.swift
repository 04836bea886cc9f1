import Editing
import Graph
import Interaction
import Storage
import Wire

/// `document/changed`: applied to the content at `from` it gives the content at `revision`.
enum DocumentChanged {
    private static func member(_ name: String, _ schema: Schema, _ doc: String, isRequired: Bool = false)
        -> Schema.Member
    {
        Schema.Member(name: name, schema: schema, isRequired: isRequired, doc: doc)
    }

    static let notification = ServerNotification(
        name: "document/changed", summary: "A change was committed; sent before the reply of what caused it.",
        params: .object(
            [
                member("document", .string(), "which", isRequired: true),
                member("revision", .integer(), "the revision the change leads to", isRequired: true),
                member("from", .integer(), "the revision it starts from", isRequired: true),
                member("cause", .string(), "the method the client sent", isRequired: true),
            ] + changeMembers + [member("history", history, "what undo and redo would do", isRequired: true)],
            isOpen: false))

    /// What `document/apply` takes, too.
    static let changeMembers: [Schema.Member] = [
        member("nodes", .dictionary(of: change), "by id"),
        member("edges", .dictionary(of: change), "by id"),
        member("order", order, "the places of elements that were not appended"),
        member("settings", change, "of the settings"),
        member("types", change, "of the types"),
        member("content", change, "of the other members of the document, together"),
    ]

    static let change = Schema.named(
        "Change", "Of an element: `whole` replaces or inserts it, `set` and `unset` change members, null removes it.",
        .oneOf([
            .object(
                [
                    member("whole", .any, "the element"),
                    member("set", .dictionary(of: .any), "members with whole new values"),
                    member("unset", .array(of: .string()), "members that are gone"),
                ], isOpen: false), .null,
        ]))

    private static let placement = Schema.named(
        "Placement", "The place of an element: before another one, or without `before` at the end.",
        .object(
            [member("id", .string(), "which", isRequired: true), member("before", .string(), "its successor")],
            isOpen: false))

    private static let order = Schema.object(
        [
            member("nodes", .array(of: placement), "applied from the last to the first"),
            member("edges", .array(of: placement), "likewise"),
        ],
        isOpen: false)

    private static let history = Schema.named(
        "HistoryState", "What undo and redo would do.",
        .object(
            [
                member("canUndo", .boolean, "whether there is a step to undo", isRequired: true),
                member("canRedo", .boolean, "whether there is a step to redo", isRequired: true),
                member("undoLabel", .string(), "of the step to undo"),
                member("redoLabel", .string(), "of the step to redo"),
                member("dirty", .boolean, "whether there are unsaved changes", isRequired: true),
            ], isOpen: false))

    /// Sends the changes of a document that were not sent yet.
    ///
    /// `document/reset` replaces a change that is too long for a message, and changes that occur while too many wait to
    /// be read, unless the same messages must give the same bytes.
    ///
    /// - Parameter isHeldBack: whether the reset may wait too, so that one replaces all.
    @inline(__always)
    static func announce(_ open: inout OpenDocument, _ clock: Clock, isHeldBack: Bool, into outbox: inout Outbox) {
        if open.workspace.editor.commits.isEmpty && !open.owesReset { return }
        announceCommits(of: &open, clock, isHeldBack: isHeldBack, into: &outbox)
    }

    private static func announceCommits(
        of open: inout OpenDocument, _ clock: Clock, isHeldBack: Bool, into outbox: inout Outbox
    ) {
        let commits = open.workspace.takeCommits()
        if clock == .server && (open.owesReset || outbox.hasTooManyChanges) {
            open.owesReset = isHeldBack
            if !isHeldBack { outbox.send { DocumentReset.write(open.name, open.workspace.revision, into: &$0) } }
            return
        }
        for (index, commit) in commits.enumerated() {
            outbox.begin()
            write(commit, open.name, open.workspace, before: commits[(index + 1)...], into: &outbox.writer)
            if outbox.bodyCount > outbox.limits.messageBytes && clock == .server {
                outbox.cancel()
                outbox.send { DocumentReset.write(open.name, commit.revision, into: &$0) }
            } else {
                outbox.endChange()
            }
        }
    }

    /// - Parameter later: the commits after this one, which the document already has.
    private static func write(
        _ commit: DocumentEditor.Commit, _ name: String, _ workspace: Workspace,
        before later: ArraySlice<DocumentEditor.Commit>, into writer: inout JSONWriter
    ) {
        let document = workspace.document
        let delta = commit.delta
        writer.notification("document/changed")
        writer.beginObject()
        writer.name("document")
        writer.string(name)
        writer.name("revision")
        writer.integer(commit.revision)
        writer.name("from")
        writer.integer(commit.revision - 1)
        writer.name("cause")
        writer.string(commit.cause)
        writeChange(delta, document, before: later.lazy.map(\.delta), into: &writer)
        write(workspace.history, into: &writer)
        writer.endObject()
        writer.endObject()
    }

    /// Writes what is different after a delta, as members of the object that is open.
    ///
    /// - Parameters:
    ///   - document: after the delta, and after the later ones.
    ///   - later: the deltas after this one, which the document already has.
    static func writeChange(
        _ delta: Delta, _ document: Document, before later: some Sequence<Delta>, into writer: inout JSONWriter
    ) {
        let returnedNodes = returned(
            delta.nodes.indices, gone: { delta.nodes[$0].goneID }, new: { delta.nodes[$0].newID })
        let returnedEdges = returned(
            delta.edges.indices, gone: { delta.edges[$0].goneID }, new: { delta.edges[$0].newID })
        if !delta.nodes.isEmpty {
            writer.name("nodes")
            writer.beginObject()
            for index in delta.nodes.indices {
                write(delta.nodes[index], document, besides: returnedNodes, into: &writer)
            }
            writer.endObject()
        }
        if !delta.edges.isEmpty {
            writer.name("edges")
            writer.beginObject()
            for index in delta.edges.indices {
                write(delta.edges[index].before, delta.edges[index].after, besides: returnedEdges, into: &writer)
            }
            writer.endObject()
        }
        // What returns is replaced in its place, and so has to be placed.
        let nodeOrder = ChangedOrder(
            delta.nodeOrder, document.nodes.order, before: later.lazy.flatMap(\.nodeOrder),
            isInserted: returnedNodes.isEmpty ? insertions(delta.nodes) : [])
        let edgeOrder = ChangedOrder(
            delta.edgeOrder, document.edges.order, before: later.lazy.flatMap(\.edgeOrder),
            isInserted: returnedEdges.isEmpty ? insertions(delta.edges) : [])
        if !nodeOrder.slots.isEmpty || !edgeOrder.slots.isEmpty {
            writer.name("order")
            writer.beginObject()
            if !nodeOrder.slots.isEmpty {
                writer.name("nodes")
                nodeOrder.write(into: &writer) { document.withNodeID($0, $1) }
            }
            if !edgeOrder.slots.isEmpty {
                writer.name("edges")
                edgeOrder.write(into: &writer) { document.withEdgeID($0, $1) }
            }
            writer.endObject()
        }
        for change in delta.members { write(change, into: &writer) }
        writeContent(delta.members, into: &writer)
    }

    // MARK: Elements

    /// The ids that were removed with one slot and inserted with another: to the client these elements were replaced.
    @inline(__always)
    private static func returned(
        _ changes: Range<Int>, gone: (Int) -> Identifier?, new: (Int) -> Identifier?
    ) -> Set<Identifier> {
        // A removal alone returns nothing.
        if !changes.contains(where: { new($0) != nil }) { return [] }
        var left: Set<Identifier> = []
        for index in changes { if let id = gone(index) { left.insert(id) } }
        if left.isEmpty { return [] }
        var returned: Set<Identifier> = []
        for index in changes { if let id = new(index), left.contains(id) { returned.insert(id) } }
        return returned
    }

    private static func insertions(_ changes: [NodeChange]) -> [Node.Slot] {
        changes.indices.filter { changes[$0].isInsertion }.map { changes[$0].slot }
    }

    private static func insertions(_ changes: [EdgeChange]) -> [Edge.Slot] {
        changes.indices.filter { changes[$0].isInsertion }.map { changes[$0].slot }
    }

    private static func write(
        _ change: NodeChange, _ document: Document, besides returned: Set<Identifier>, into writer: inout JSONWriter
    ) {
        switch change.content {
        case .same:
            // Only the geometry: the common case of a move, and of ten thousand of them.
            document.writeNodeID(change.slot, into: &writer)
            writer.append(":")
            writeGeometry(change, document, into: &writer)
        case .changed(let before, let after): write(before, after, besides: returned, into: &writer)
        }
    }

    private static func writeGeometry(_ change: NodeChange, _ document: Document, into writer: inout JSONWriter) {
        let (before, after) = (change.before, change.after)
        var gone: [StaticString] = []
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        if before.x != after.x || before.y != after.y {
            if after.x.isNaN {
                if !before.x.isNaN { gone.append("position") }
            } else {
                writer.name("position")
                writer.position(after.position)
            }
        }
        func writeSize(_ name: StaticString, _ old: Double, _ new: Double) {
            if new.isNaN {
                if !old.isNaN { gone.append(name) }
            } else if old != new {
                writer.name(name)
                writer.number(new)
            }
        }
        writeSize("width", before.width, after.width)
        writeSize("height", before.height, after.height)
        writer.endObject()
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for name in gone { writer.string(name.description) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// Writes an element that was inserted, removed or changed; one that took the slot of another is written as both.
    private static func write<Element: ReportedElement>(
        _ before: Element?, _ after: Element?, besides returned: Set<Identifier>, into writer: inout JSONWriter
    ) {
        if let before, before.id != after?.id, !returned.contains(before.id) {
            writer.name(before.id.string)
            writer.null()
        }
        guard let after else { return }
        writer.name(after.id.string)
        if let before, before.id == after.id {
            write(from: before.json, to: after.json, into: &writer)
        } else {
            writer.beginObject()
            writer.name("whole")
            after.write(into: &writer)
            writer.endObject()
        }
    }

    /// Writes the members that differ, with their whole new values; the order of members is no difference.
    private static func write(from before: JSON, to after: JSON, into writer: inout JSONWriter) {
        let old = before.objectValue ?? [:]
        let new = after.objectValue ?? [:]
        writer.beginObject()
        writer.name("set")
        writer.beginObject()
        for member in new.members where old[member.name] != member.value {
            writer.name(member.name)
            member.value.write(into: &writer)
        }
        writer.endObject()
        let gone = old.members.filter { new[$0.name] == nil }
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for member in gone { writer.string(member.name) }
            writer.endArray()
        }
        writer.endObject()
    }

    // MARK: The document itself

    /// Writes settings and types; the other members follow together.
    private static func write(_ change: MemberChange, into writer: inout JSONWriter) {
        guard change.name == "settings" || change.name == "types" else { return }
        writer.name(change.name)
        switch (change.before, change.after) {
        case (_, nil): writer.null()
        case (.object?, .object?): write(from: change.before ?? .null, to: change.after ?? .null, into: &writer)
        case (_, let value?):
            writer.beginObject()
            writer.name("whole")
            value.write(into: &writer)
            writer.endObject()
        }
    }

    private static func writeContent(_ changes: [MemberChange], into writer: inout JSONWriter) {
        let others = changes.filter { $0.name != "settings" && $0.name != "types" }
        if others.isEmpty { return }
        writer.name("content")
        writer.beginObject()
        let set = others.filter { $0.after != nil }
        if !set.isEmpty {
            writer.name("set")
            writer.beginObject()
            for change in set {
                writer.name(change.name)
                change.after?.write(into: &writer)
            }
            writer.endObject()
        }
        let gone = others.filter { $0.after == nil }
        if !gone.isEmpty {
            writer.name("unset")
            writer.beginArray()
            for change in gone { writer.string(change.name) }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func write(_ history: History, into writer: inout JSONWriter) {
        writer.name("history")
        writer.beginObject()
        writer.name("canUndo")
        writer.boolean(history.canUndo)
        writer.name("canRedo")
        writer.boolean(history.canRedo)
        if let label = history.undoLabel {
            writer.name("undoLabel")
            writer.string(label)
        }
        if let label = history.redoLabel {
            writer.name("redoLabel")
            writer.string(label)
        }
        writer.name("dirty")
        writer.boolean(history.isDirty)
        writer.endObject()
    }
}

/// What the changes of nodes and of edges have in common.
private protocol ReportedElement {
    var id: Identifier { get }
    var json: JSON { get }
    func write(into writer: inout JSONWriter)
}

extension Node: ReportedElement {}
extension Edge: ReportedElement {}
