import Editing
import Geometry
import Graph
import Storage

/// An open document at work: its editor, the scene that is derived from it, and the views onto it.
public struct Workspace: Sendable {
    /// The document in use with its derived values, for questions and for saving.
    public var content: Content
    /// The open views with their state, in the order of opening.
    public internal(set) var windows: [Window] = []
    /// The events that were recognized in views and not yet sent.
    var events: [ViewEvent] = []
    /// The questions that the client wants to be asked, and was.
    public var questions = ClientQuestions()
    /// The keys that the client gives to commands.
    public var commandKeys = CopyOnWrite(CommandKeys())
    /// The number of views that are sent the presence of the others, and the number of times that one has shown
    /// something new of itself.
    var presence = (followers: 0, version: 0, news: Log<View.Slot>())
    /// The revision whose positions were up to date at the last frames.
    var refreshed = -1
    /// The order in which the focus goes through what can be seen, as it was asked for last.
    var reading: ReadingSequence?
    /// The frames that several views share, until all these views have received them.
    var sharedFrames: [SharedFrame] = []

    /// A workspace without views and with an empty history; the first question about positions fills the scene.
    public init(_ document: Document) {
        content = Content(DocumentEditor(document))
    }

    /// A workspace without views of a document with its history.
    public init(_ recovery: JournalRecovery) {
        content = Content(DocumentEditor(recovery))
    }

    /// A workspace without views of a document as its file holds it.
    public init(_ held: JournalRecovery.Held) {
        content = Content(DocumentEditor(held))
    }

    /// A view, for questions and changes of only the view.
    ///
    /// It is read in place: a yielded one would be copied, with all of its window.
    public subscript(view: View.Slot) -> View {
        @inline(__always) unsafeAddress { windows.address(ofView: view) }
        @inline(__always) _modify { yield &windows[view].view }
    }

    /// The viewport of a view. To read it so copies nothing else of the view.
    public func viewport(of view: View.Slot) -> Viewport { windows[view].view.viewport }

    /// The document as it is now; no gesture shows in it before its end.
    public var document: Document { _read { yield content.editor.document } }
    /// The document with its history.
    public var editor: DocumentEditor { _read { yield content.editor } }
    /// The spatial indexes; in step with the document only after `refresh`.
    public var scene: Scene { _read { yield content.scene } }
    /// The steps that undo and redo take.
    public var history: History { _read { yield content.editor.history } }
    /// Grows by one with every committed change.
    public var revision: Int { content.editor.revision }
    /// Memory of the document and the spatial indexes, in bytes; history and views are not counted.
    ///
    /// - Complexity: O(the pages of the columns and the indexes).
    public var bytes: Int { document.bytes + scene.bytes }

    /// Changes the document, and lets scene and views follow the committed change.
    public mutating func change<Result>(
        _ body: (inout DocumentEditor) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        if let sweep = content.editor.sweepNames() {
            windows.changeScenes { scene, _ in scene.rename(sweep) }
            for index in windows.slots { windows[index].sent.shown = nil }
            content.revisions.removeAll()
        }
        let known = content.editor.commits.count
        defer {
            for index in known..<content.editor.commits.count {
                let delta = content.editor.commits[index].delta
                if delta.members.contains(where: { $0.name == "edgeTypes" }) { countProblems() }
                let drawing = content.scene.redrawn.version
                content.follow(delta)
                for view in follow(delta, revision: content.editor.commits[index].revision, drawing: drawing) {
                    let gesture = windows[view].view.gesture?.kind
                    windows[view].follow(delta, content.document, drawing: drawing)
                    windows[view].follow(
                        content.editor.texts, content.document, revision: content.editor.commits[index].revision)
                    if let gesture, windows[view].view.gesture == nil { reportEnd(of: gesture, by: delta, in: view) }
                }
            }
        }
        do throws(EditError) {
            return try body(&content.editor)
        } catch {
            throw explained(error)
        }
    }

    /// Performs an edit as one change, or not at all.
    @inlinable
    public mutating func perform<Result>(
        _ options: DocumentEditor.Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        var result: Result?
        let revision = try change(options) { (transaction) throws(EditError) in result = try edit(&transaction) }
        return (result.unsafelyUnwrapped, revision)
    }

    /// The same of an edit that returns nothing.
    public mutating func change(
        _ options: DocumentEditor.Options, _ edit: (inout Transaction) throws(EditError) -> Void
    ) throws(EditError) -> Int {
        try change { (editor) throws(EditError) in try editor.change(options, edit) }
    }

    /// Performs an edit and restores everything; returns the result of the edit.
    ///
    /// - Throws: the errors of `edit`.
    public mutating func dryRun<Result>(
        _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        try change { (editor) throws(EditError) in try editor.dryRun(edit) }
    }

    /// Undoes up to a number of steps as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func undo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> DocumentEditor.HistoryWalk {
        try change { (editor) throws(EditError) in try editor.undo(steps, of: owner, cause: cause) }
    }

    /// Performs up to a number of undone steps again as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func redo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> DocumentEditor.HistoryWalk {
        try change { (editor) throws(EditError) in try editor.redo(steps, of: owner, cause: cause) }
    }

    /// Undoes or redoes up to a number of steps as one change.
    ///
    /// - Parameter prepared: the steps as performed on a copy of the document; nil if that was not done.
    /// - Throws: `groupOpen`.
    public mutating func walk(
        _ direction: HistoryDirection, _ steps: Int, of owner: StepOwner, cause: String, _ prepared: PreparedWalk?
    ) throws(EditError) -> DocumentEditor.HistoryWalk {
        try change { (editor) throws(EditError) in
            try editor.walk(direction, steps, of: owner, cause: cause, prepared)
        }
    }

    /// Stamps the changes from now on with the name of a replica.
    public mutating func beginStamps(replica: String) { content.editor.beginStamps(replica: replica) }

    /// Merges the changes of another replica, as one change that is not a step of the history.
    ///
    /// - Throws: `groupOpen`, `invalidValue`, `connectionRefused`, `limits`.
    public mutating func merge(
        _ changes: StampedChanges, rules: RulePolicy = .report, cause: String
    ) throws(EditError) -> DocumentEditor.Merge {
        try change { (editor) throws(EditError) in try editor.merge(changes, rules: rules, cause: cause) }
    }

    /// Is true if the file does not have the document's content.
    public var isDirty: Bool { content.editor.isDirty }

    /// Is true if every change is refused, because another process edits the file.
    public var isReadOnly: Bool {
        get { content.editor.isReadOnly }
        set {
            content.editor.isReadOnly = newValue
            noteGrips()
        }
    }

    /// Is true if every change is refused, because those of a journal wait for the client's decision.
    public var isUnrecovered: Bool {
        get { content.editor.isUnrecovered }
        set {
            content.editor.isUnrecovered = newValue
            noteGrips()
        }
    }

    /// Records that the selection can be grasped now, or no longer.
    private mutating func noteGrips() {
        for view in windows.slots where windows[view].view.framesSelection {
            windows[view].view.dirty.insert(.selection)
        }
    }

    /// The limits of the document's growth by edits, and of the history.
    public var limits: EditorLimits {
        get { content.editor.limits }
        set { content.editor.limits = newValue }
    }
}
