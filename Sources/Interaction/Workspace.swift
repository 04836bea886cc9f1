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
    /// In the order in which they were opened.
    public internal(set) var views: [View] = []
    var mapCells = MapCells()
    var content = ContentExtent()
    var lastSearch: SearchMemory?
    /// What was reported of the document's diagnostics; nil where none are.
    var diagnosis: WatchedDiagnostics?
    /// What was recognised in views and not yet sent.
    var events: [ViewEvent] = []
    /// What the client wants to be asked.
    public var topics: ClientTopics = []
    var questions = ClientQuestions()
    /// How many views are sent the presence of the others.
    var presenceFollowers = 0
    /// Counts what views have shown of themselves.
    var presenceVersion = 0

    /// A workspace without views and with an empty history; the first question of place fills the scene.
    public init(_ document: Document) {
        editor = DocumentEditor(document)
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
            for index in views.slots { views[index].sent.scene.nodes.rename(sweep) }
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

    /// Hands over the changes that were not yet announced.
    public mutating func takeCommits() -> [DocumentEditor.Commit] { editor.takeCommits() }

    /// Notes that the file holds the current state: the document is no longer dirty.
    public mutating func markSaved() { editor.markSaved() }

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

    /// Brings what is derived in step if the routes of some edges depend on it; for others it need not be.
    public mutating func refreshRoutes(of edges: [Edge.Slot]) {
        if !scene.routes.isEmpty || edges.contains(where: { document.isRouted($0) }) { refresh() }
    }

    private mutating func follow(_ delta: Delta) {
        scene.note(delta, document)
        if var diagnosis = self.diagnosis.take() {
            diagnosis.note(delta, document)
            self.diagnosis = diagnosis
        }
        lastSearch = nil
        for index in views.slots {
            views[index].forget(delta)
            endDisturbedForm(in: index, delta)
            views[index].invalidateHover()
            if views[index].mode == .none { continue }
            views[index].sent.scene.note(delta)
            views[index].sent.dirty.insert(.content)
        }
    }
}
