import Editing
import Geometry
import Graph
import Storage

/// An open document at work: its editor, the scene that is derived from it, and the views onto it.
public struct Workspace: Sendable {
    /// The document with its history; it changes through `change` and what calls it.
    public internal(set) var editor: DocumentEditor
    /// The spatial indexes; in step with the document only after `refresh`.
    public private(set) var scene = Scene()
    /// The open views with what belongs to them, in the order in which they were opened.
    public internal(set) var windows: [Window] = []
    var mapCells = MapCells()
    var content = ContentExtent()
    var lastSearch: SearchMemory?
    /// What was reported of the document's diagnostics; nil where none are.
    var diagnosis: WatchedDiagnostics?
    /// What was recognised in views and not yet sent.
    var events: [ViewEvent] = []
    /// What the client wants to be asked, and was.
    var questions = ClientQuestions()
    /// How many views are sent the presence of the others.
    var presenceFollowers = 0
    /// Counts what views have shown of themselves.
    var presenceVersion = 0

    /// A workspace without views and with an empty history; the first question of place fills the scene.
    public init(_ document: Document) {
        editor = DocumentEditor(document)
    }

    /// A workspace without views of a document with its history.
    public init(_ recovery: JournalRecovery) {
        editor = DocumentEditor(recovery)
    }

    /// A view, to be asked and led; what it does may change nothing else.
    public subscript(view: View.Slot) -> View {
        @inline(__always) _read { yield windows[view].view }
        @inline(__always) _modify { yield &windows[view].view }
    }

    /// The document as it is now; no gesture shows in it before its end.
    public var document: Document { _read { yield editor.document } }
    /// The steps that undo and redo take.
    public var history: History { _read { yield editor.history } }
    /// Grows by one with every committed change.
    public var revision: Int { editor.revision }
    /// Memory of the document and the spatial indexes, in bytes; history and views are not counted.
    ///
    /// - Complexity: O(the pages of the columns and the indexes).
    public var bytes: Int { document.bytes + scene.bytes }

    /// Changes the document, and brings scene and views in step with what was committed.
    public mutating func change<Result>(
        _ body: (inout DocumentEditor) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        if let sweep = editor.sweepNames() {
            for index in windows.slots { windows[index].sent.scene.nodes.rename(sweep) }
        }
        let known = editor.commits.count
        defer { for index in known..<editor.commits.count { follow(editor.commits[index].delta) } }
        return try body(&editor)
    }

    /// Performs an edit as one change, or not at all.
    public mutating func perform<Result>(
        _ options: DocumentEditor.Options, _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> (result: Result, revision: Int) {
        try change { (editor) throws(EditError) in try editor.perform(options, edit) }
    }

    /// Performs an edit and leaves everything as it was; returns what the edit returned.
    ///
    /// - Throws: what `edit` throws.
    public mutating func dryRun<Result>(
        _ edit: (inout Transaction) throws(EditError) -> Result
    ) throws(EditError) -> Result {
        try change { (editor) throws(EditError) in try editor.dryRun(edit) }
    }

    /// Why the rules refuse a connection, or nil.
    public mutating func refusal(of proposal: ConnectionProposal) -> ConnectionRefusal? {
        editor.refusal(of: proposal)
    }

    /// Takes back up to so many steps as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func undo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> DocumentEditor.HistoryWalk {
        try change { (editor) throws(EditError) in try editor.undo(steps, of: owner, cause: cause) }
    }

    /// Performs up to so many steps again as one change.
    ///
    /// - Throws: `groupOpen`.
    public mutating func redo(
        _ steps: Int, of owner: StepOwner = .everyone, cause: String
    ) throws(EditError) -> DocumentEditor.HistoryWalk {
        try change { (editor) throws(EditError) in try editor.redo(steps, of: owner, cause: cause) }
    }

    /// Computes what nodes compute, before questions about it (`Document.value`).
    public mutating func updateValues() { editor.updateValues() }

    /// Lets changes of values be kept from now on, or no more.
    public mutating func keepValueChanges(_ isWanted: Bool) { editor.keepValueChanges(isWanted) }

    /// Hands over the values that are others than when changes were last taken; nil for nodes that have none now.
    public mutating func takeValueChanges() -> [(id: Identifier, value: NodeValue?)] { editor.takeValueChanges() }

    /// The clock's milliseconds, with which changes are stamped from now on.
    public mutating func setTime(_ time: Double) { editor.time = time }

    /// Stamps the changes from now on with the name of a replica.
    public mutating func beginStamps(replica: String) { editor.beginStamps(replica: replica) }

    /// Takes in what another replica wrote, as one change that is no step of the history.
    ///
    /// - Throws: `groupOpen`, `invalidValue`, `limits`.
    public mutating func merge(_ changes: StampedChanges, cause: String) throws(EditError) -> DocumentEditor.Merge {
        try change { (editor) throws(EditError) in try editor.merge(changes, cause: cause) }
    }

    /// Forgets which elements were removed; returns how many they were.
    public mutating func compactStamps() -> Int { editor.compactStamps() }

    /// Whether what would be saved is not what the file holds.
    public var isDirty: Bool { editor.isDirty }

    /// Hands over the changes that were not yet announced.
    public mutating func takeCommits() -> [DocumentEditor.Commit] { editor.takeCommits() }

    /// Notes that the file holds the current state: the document is no longer dirty.
    ///
    /// - Parameters:
    ///   - state: that of the file.
    ///   - hasStamps: whether the file holds the stamps of the document, too.
    public mutating func markSaved(_ state: FileState, hasStamps: Bool = true) {
        editor.markSaved(state, hasStamps: hasStamps)
    }

    /// Notes the state that the file will have if the save that is under way comes through.
    public mutating func noteSaving(_ state: FileState) { editor.noteSaving(state) }

    /// Lends the journal in which changes are written; the one that is left there is kept from now on, or none.
    ///
    /// - Throws: what `body` throws.
    public mutating func withJournal<Result, Failure>(
        _ body: (inout Journal?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try editor.withJournal(body)
    }

    /// Sees to it that all that was done is in a journal that has its name.
    public mutating func ensureJournal() { editor.ensureJournal() }

    /// Hands over what became of a journal that others took away, since the last time.
    public mutating func takeJournalLoss() -> DocumentEditor.JournalLoss? { editor.takeJournalLoss() }

    /// Notes that no state that undo and redo reach is the one in the file.
    public mutating func markUnsaved(_ state: FileState) { editor.markUnsaved(state) }

    /// Whether every change is refused, because another process edits the file.
    public var isReadOnly: Bool {
        get { editor.isReadOnly }
        set { editor.isReadOnly = newValue }
    }

    /// How large the document may become by edits, and how much the history keeps.
    public var limits: EditorLimits {
        get { editor.limits }
        set { editor.limits = newValue }
    }

    /// Brings what is derived from the document in step, before a question of place.
    ///
    /// - Parameter forkJoin: in a large document that was just opened, each of two tasks takes a share.
    public mutating func refresh(with forkJoin: ForkJoin = .serial) {
        refreshItems(with: forkJoin)
        scene.updateParts(document)
    }

    /// The same before a question about what is shown somewhere, which no point is hit for.
    mutating func refreshItems(with forkJoin: ForkJoin = .serial) {
        editor.refresh()
        if !scene.isCurrent { scene.update(document, with: forkJoin) }
    }

    /// Brings what is derived in step as far as the drawing of some edges depends on it.
    public mutating func refreshRoutes(of edges: [Edge.Slot]) {
        editor.refresh()
        if !scene.routes.isEmpty || edges.contains(where: { document.isRouted($0) }) { refresh() }
    }

    private mutating func follow(_ delta: Delta) {
        scene.note(delta, document)
        if var diagnosis = self.diagnosis.take() {
            diagnosis.note(delta, document)
            self.diagnosis = diagnosis
        }
        lastSearch = nil
        for index in windows.slots { windows[index].follow(delta, editor.document) }
    }
}
