import Editing
import Graph
import Interaction
import Storage

/// A file that was overwritten although its journal started from its content.
public enum ReplacedFile {
    /// Returns a journal from the present file content to the document of another journal.
    ///
    /// - Parameters:
    ///   - journal: the text of the journal that starts from the base.
    ///   - base: the former file content.
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
