import Editing
import Formats
import Graph
import MemoryFiles
import Server
import Storage
import Wire

extension Target {
    // MARK: Journals

    /// The first line is a file. The others are those of its journal, without their checks; `@` is the state of the file,
    /// and a line that is not an object is unchanged.
    ///
    /// The recovered document holds together, undo and redo lead exactly back, and a journal made from it leads there
    /// again.
    static func judgeJournal(_ bytes: Bytes) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        guard let file = document(lines[0]) else { return }
        let content = lines[0].withUnsafeBytes { StreamFingerprint(of: $0).value }
        let state = FileState(size: lines[0].count, fingerprint: content)
        var text: [UInt8] = []
        for line in lines.dropFirst() { text += checked(line, state) }
        guard let editor = recovered(text, file, state) else { return }
        judgeInvariants(editor.document)
        judgeHistory(editor)
        judgeRewriting(editor, file, state, end: text.count)
    }

    private static func document(_ text: [UInt8]) -> Document? {
        text.withUnsafeBufferPointer { try? FileText.read($0, as: nil).document }
    }

    /// A line of a journal with its check.
    private static func checked(_ line: [UInt8], _ state: FileState) -> [UInt8] {
        if line == [UInt8(ascii: "@")] {
            let fingerprint = String(state.fingerprint, radix: 16)
            let own = #"{"event":"state","size":\#(state.size),"fingerprint":"\#(fingerprint)"}"#
            return checked(Array(own.utf8), state)
        }
        guard line.starts(with: #"{""#.utf8) else { return line }
        let rest = line.dropFirst(2)
        let check = rest.withUnsafeBytes { String(Storage.fingerprint(of: $0), radix: 16) }
        let digits = String(repeating: "0", count: 16 - check.utf8.count) + check
        return Array(#"{"check":"\#(digits)",""#.utf8) + rest + [UInt8(ascii: "\n")]
    }

    private static func recovered(_ text: [UInt8], _ file: Document, _ state: FileState) -> DocumentEditor? {
        guard case .recovered(let recovery) = text.withUnsafeBufferPointer({ JournalRecovery.read($0, file, state) })
        else { return nil }
        return DocumentEditor(recovery)
    }

    private static func judgeHistory(_ recovered: DocumentEditor) {
        var editor = recovered
        let hash = editor.document.contentHash()
        let undone = (try? editor.undo(Limits.historySteps, cause: "fuzz"))?.steps ?? 0
        judgeInvariants(editor.document)
        if undone > 0 { _ = try? editor.redo(undone, cause: "fuzz") }
        if editor.document.contentHash() != hash { broken("undo and redo of what was recovered do not lead back") }
        let redone = (try? editor.redo(Limits.historySteps, cause: "fuzz"))?.steps ?? 0
        judgeInvariants(editor.document)
        if redone > 0 { _ = try? editor.undo(redone, cause: "fuzz") }
        if editor.document.contentHash() != hash { broken("redo and undo of what was recovered do not lead back") }
    }

    /// The journal is written again before the next change.
    private static func judgeRewriting(_ recovered: DocumentEditor, _ file: Document, _ state: FileState, end: Int) {
        var editor = recovered
        let files = MemoryFiles([MemoryFiles.journal(of: "f"): Array(repeating: 0, count: end)])
        guard let journal = try? files.openJournal(of: "f", isLocked: true, limit: end).file else { return }
        editor.keep(Journal(journal, isLasting: false, state: state, end: end, limit: 0))
        guard let slot = editor.document.nodeSlots.first else { return }
        let id = editor.document.nodeID(slot)
        do {
            _ = try editor.perform(.init(cause: "fuzz")) { (transaction) throws(EditError) in
                try transaction.removeElements(nodes: [id], edges: [])
            }
        } catch {
            return
        }
        let written = files.contents[MemoryFiles.journal(of: "f")] ?? []
        guard let again = self.recovered(written, file, state) else {
            if written.allSatisfy({ $0 == 0 }) { return }
            broken("a journal that was written again is not recovered")
        }
        if again.document.contentHash() != editor.document.contentHash() {
            broken("a journal that was written again leads elsewhere")
        }
    }

    // MARK: Merging

    /// Two or three lines are documents: two replicas, and what both come from.
    ///
    /// A merge holds together and is the same when it is done twice; two replicas become one, whoever hears of the other.
    static func judgeMerge(_ bytes: Bytes) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(3).map(Array.init)
        guard lines.count > 1, let first = document(lines[0]), let second = document(lines[1]) else { return }
        if lines.count > 2, let base = document(lines[2]) {
            let merge = try? ThreeWayMerge(from: base, ours: first, theirs: second, at: 0)
            if let merge { _ = merged(first, merge.changes) }
            let none = try? ThreeWayMerge(from: second, ours: first, theirs: second, at: 0)
            if !first.hasStamps, let none, let same = merged(first, none.changes),
                same.contentHash() != first.contentHash()
            {
                broken("a side that changed nothing changes the other")
            }
        }
        guard let one = merged(first, StampedChanges(of: second, for: first)),
            let other = merged(second, StampedChanges(of: first, for: second))
        else { return }
        if one.contentHash() != other.contentHash() { broken("two replicas become two documents") }
        guard let twice = merged(one, StampedChanges(of: second, for: one)) else { broken("a merge is refused twice") }
        if twice.contentHash() != one.contentHash() { broken("a merge twice is not as once") }
    }

    private static func merged(_ document: Document, _ changes: StampedChanges) -> Document? {
        var editor = DocumentEditor(document)
        guard (try? editor.merge(changes, cause: "fuzz")) != nil else { return nil }
        judgeInvariants(editor.document)
        return editor.document
    }

    // MARK: Crashes

    /// Each line is a message to a session that edits a file, and then is gone: the next one finds what it had.
    static func judgeCrash(_ bytes: Bytes) {
        let files = MemoryFiles(edited)
        let known = hashes(in: files) { session, outbox in
            for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(40).enumerated() {
                let text = String(decoding: line, as: UTF8.self)
                if !isSound(text) || opensAgain(text, &session, &outbox) { continue }
                session.receive(Bytes(rebasing: line), into: &outbox)
                work(&session, &outbox)
                session.advance(to: Double(number) * 40, into: &outbox)
                drain(&session, &outbox, isRead: true)
                if session.exitCode != nil { return }
            }
        }
        for (path, hash) in known {
            let found = hashes(in: files, opening: path) { _, _ in }
            if let now = found[path], now != hash { broken("what was acknowledged is lost: \(path)") }
            if found[path] == nil { broken("a file is not opened again: \(path)") }
        }
    }

    /// Returns true if a line asks neither for no journal nor for another reading of the file, nor to write over one
    /// that is another's.
    private static func isSound(_ line: String) -> Bool {
        !["durability", "format", "document/export", "initialize", "overwrite"].contains { line.contains($0) }
    }

    /// Returns true if a message opens a file that is open: of two documents of one file, one has a journal.
    private static func opensAgain(_ line: String, _ session: inout Session, _ outbox: inout Outbox) -> Bool {
        if !line.contains("open") && !line.contains("\\u") { return false }
        return documents(of: &session, &outbox).contains { document in
            document["path"]?.stringValue.map { line.contains($0) || line.contains("\\u") } ?? false
        }
    }

    private static func documents(of session: inout Session, _ outbox: inout Outbox) -> [JSON] {
        answer(#""method":"document/list""#, of: &session, &outbox)?["documents"]?.arrayValue ?? []
    }

    /// The hashes of the documents of files, when a session has done its work.
    private static func hashes(
        in files: MemoryFiles, opening path: String = "a.json", _ work: (inout Session, inout Outbox) -> Void
    ) -> [String: String] {
        var session = Session(files: files, version: "fuzzed")
        var outbox = Outbox()
        outbox.style = .lines
        _ = answer(#""method":"initialize","params":{"clock":"client","interactive":true}"#, of: &session, &outbox)
        let opened: JSON = ["path": .string(path), "document": "d"]
        _ = answer(#""method":"document/open","params":\#(text(opened))"#, of: &session, &outbox)
        work(&session, &outbox)
        var found: [String: String] = [:]
        if session.exitCode != nil { return found }
        for one in documents(of: &session, &outbox) {
            guard let path = one["path"]?.stringValue, let name = one["document"],
                let hash = answer(
                    #""method":"document/hash","params":{"document":\#(text(name))}"#, of: &session, &outbox)
            else { continue }
            found[path] = text(hash["hash"] ?? .null)
        }
        return found
    }

    private static func text(_ value: JSON) -> String {
        String(decoding: written { value.write(into: &$0) }, as: UTF8.self)
    }

    /// The result of a request; nil if it is refused.
    private static func answer(_ members: String, of session: inout Session, _ outbox: inout Outbox) -> JSON? {
        var heard: [UInt8] = []
        Array(#"{"jsonrpc":"2.0","id":"asked",\#(members)}"#.utf8).withUnsafeBufferPointer {
            session.receive($0, into: &outbox)
        }
        outbox.drain {
            heard += $0
            return $0.count
        }
        for line in heard.split(separator: UInt8(ascii: "\n")) {
            guard let message = Array(line).withUnsafeBufferPointer({ parsed($0, isChecked: true) }) else { continue }
            if message["id"]?.stringValue == "asked" { return message["result"] }
        }
        return nil
    }
}
