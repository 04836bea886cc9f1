import Editing
import Graph
import Interaction
import Storage

extension FileAccess {
    /// Returns true if the journal of a file has the whole document, which leads on from a state of the file.
    func journalHoldsAll(of path: String, behind state: FileState) -> Bool {
        guard let opened = try? openJournal(of: path, isLocked: false, limit: Limits.fileBytes) else { return false }
        return opened.contents.withUnsafeBufferPointer { JournalRecovery.holdsAll(behind: state, in: $0) }
    }
}

/// A file that was written over although its journal led on from what it held.
public enum ReplacedFile {
    /// Returns a journal which leads from what the file holds now to the document that another one leads to.
    ///
    /// - Parameters:
    ///   - journal: the text of the one that leads on from the base.
    ///   - base: what the file held.
    ///   - state: of the file now.
    /// - Returns: Nil if the journal has no changes that lead on from there.
    public static func journal(
        _ journal: [UInt8], leadingFrom base: [UInt8], to state: FileState
    ) -> [UInt8]? {
        let recovered: Document? = base.withUnsafeBufferPointer { base in
            journal.withUnsafeBufferPointer { journal in
                let state = FileState(of: base)
                var document = Document()
                if case .success(let (read, _, _, _)) = DocumentOpen.read(base, nil, isLossy: true, .serial) {
                    document = read
                } else if !JournalRecovery.holdsAll(behind: state, in: journal) {
                    return nil
                }
                guard case .recovered(let recovery) = JournalRecovery.read(journal, document, state),
                    recovery.count > 0
                else { return nil }
                return recovery.document
            }
        }
        return recovered.map { Journal.text(leadingTo: $0, from: state) }
    }
}
