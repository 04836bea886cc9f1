extension Session {
    /// Saves all documents that have changes, because the session ends.
    mutating func autosaveAll(into outbox: inout Outbox) {
        for key in documents.allKeys { autosave(key, into: &outbox) }
    }

    /// Saves a document with changes, if autosave is on. The save is announced at once, and so is the first failure in
    /// a row; a change of the file by others is announced as such.
    mutating func autosave(_ key: DocumentKey, into outbox: inout Outbox) {
        guard documents.with(key, { $0.autosave.isOn && $0.hasChangesToSave }) == true else { return }
        do throws(Failure) {
            _ = try DocumentSave().perform(in: &self, on: key)
            documents.with(key) { ($0.wasAutosaved, $0.unsaved) = (true, UnsavedChanges()) }
            announce(into: &outbox)
        } catch {
            let now = clock.now
            let isNews = documents.with(key) { open in
                defer { open.unsaved.fail(at: now) }
                return open.unsaved.failures == 0
            }
            announce(into: &outbox)
            guard isNews == true, let open = try? documents.document(key), open.changeOnDisk == .none else { return }
            var error = error
            error.path = nil
            error.document = open.name
            send(toAllIn: key, into: &outbox) { _, outbox in
                Request(id: nil, method: DocumentSave.name).fail(error, into: &outbox)
            }
        }
    }
}
