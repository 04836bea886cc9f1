import Editing
import Graph
import Sketching
import Storage

/// A journal that exists only in memory, of one thread.
final class MemoryJournal: JournalFile, @unchecked Sendable {
    var bytes: [UInt8] = []
    /// Is true if everything is refused.
    var isFull = false
    /// Is true if the written lines do not come to be on the disk, except as a new file.
    var isStuck = false
    /// Is true if a new file does not, either: it gets the name, and nothing more.
    var isNameStuck = false
    /// The state of the journal when it is found next.
    var presence = JournalPresence.own
    private(set) var syncs = 0
    private(set) var replacements = 0

    private func check() throws(JournalError) { if isFull { throw JournalError("the disk is full") } }

    func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(JournalError) {
        try check()
        self.bytes.removeSubrange(place...)
        self.bytes += bytes
    }

    func sync() throws(JournalError) {
        syncs += 1
        try check()
        if isStuck { throw JournalError("the disk is broken") }
    }

    func cut(at place: Int) { bytes.removeSubrange(place...) }

    func replace(with bytes: UnsafeBufferPointer<UInt8>, isLasting: Bool) throws(JournalError) -> String? {
        try check()
        presence = .own
        self.bytes = Array(bytes)
        isStuck = isNameStuck
        replacements += 1
        return nil
    }

    func find(byName: Bool) -> JournalPresence { presence }

    func setAside() throws(JournalError) -> String { "journal.1" }

    func remove(isSaved: Bool) throws(JournalError) { bytes = [] }
}

/// A document with a file and a journal, both in memory.
struct JournaledFile {
    let journal = MemoryJournal()
    private(set) var text: String
    var editor: DocumentEditor
    /// The number of bytes from which on the journal is compacted, after the file is opened again.
    var limit = Limits.journalBytes
    private let isLasting: Bool
    /// The number of times that the file was opened again.
    private(set) var reopenings = 0

    init(_ document: Document, isLasting: Bool = false) {
        self.isLasting = isLasting
        text = fileText(document)
        editor = DocumentEditor(opened(text))
        editor.keep(Journal(journal, isLasting: isLasting, state: JournaledFile.state(of: text)))
    }

    static func state(of text: String) -> FileState {
        Array(text.utf8).withUnsafeBytes { FileState(size: $0.count, fingerprint: StreamFingerprint(of: $0).value) }
    }

    /// The content of the file.
    var saved: Document { opened(text) }

    /// Waits for the disk; false if what was done is taken back.
    mutating func sync() -> Bool { (try? editor.syncJournal(cause: "sync")) != nil }

    /// Saves the document; a save that ends `before` the rename leaves the file as it was.
    mutating func save(before rename: Bool = false) {
        let text = fileText(editor.document)
        // What the file holds is as good as saved, whatever becomes of the save.
        if rename && text == self.text { return }
        editor.noteSaving(JournaledFile.state(of: text))
        if rename { return }
        self.text = text
        editor.markSaved(JournaledFile.state(of: text))
    }

    /// Saves another document there; a save that ends `after` the rename leaves the journal as it was noted before.
    mutating func replace(with text: String, after rename: Bool) {
        let state = JournaledFile.state(of: text)
        if editor.isDirty { editor.noteSaving(state, holding: .other) }
        self.text = text
        if !rename { editor.noteReplaced(state) }
    }

    /// Returns the outcome when the file is opened again, with these bytes for a journal.
    func outcome(_ bytes: [UInt8]? = nil, holdsBack: Bool = false) -> JournalRecovery.Outcome {
        (bytes ?? journal.bytes).withUnsafeBufferPointer {
            JournalRecovery.read($0, saved, JournaledFile.state(of: text), holdsBack: holdsBack)
        }
    }

    /// The editor after the file is opened again; nil if the journal does not lead on from the file.
    func reopened(_ bytes: [UInt8]? = nil) -> DocumentEditor? {
        switch outcome(bytes) {
        case .nothing: DocumentEditor(saved)
        case .unrelated: nil
        case .recovered(let recovery): DocumentEditor(recovery)
        }
    }

    /// Opens the file again, and goes on with its journal.
    mutating func reopen() {
        var end = 0
        if case .recovered(let recovery) = outcome() { end = recovery.end }
        guard let next = reopened() else { return }
        reopenings += 1
        editor = next
        editor.keep(
            Journal(journal, isLasting: isLasting, state: JournaledFile.state(of: text), end: end, limit: limit))
    }
}
