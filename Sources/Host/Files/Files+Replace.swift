import Server

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Files {
    /// Writes a new file beside the old one, syncs it to the disk, and renames it to the old one's name.
    ///
    /// The check whether the old one may be replaced is made before anything is written, and again under a lock of the
    /// folder; the content that journals need is kept or dropped there, too. So if two servers save at once, the
    /// second sees the first one's file.
    ///
    /// Throws a `FileError` of kind `changed` or `taken` if it may not be replaced, else one with the system's reason;
    /// its `written` is set if the new file took its place anyway.
    public func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let path = pass.target.path
        let place = try Place(path, below: root)
        if names(of: place) != pass.target.names { throw FileError("\"\(path)\" leads elsewhere now") }
        place.removeLeftovers()
        let old = try place.replaced(by: replaceable)
        var new = try TemporaryFile.begin(beside: place, mode: old == nil ? 0o666 : 0o600)
        if let old { try new.adopt(old, for: path) }
        try body(OpenFile(descriptor: new.file.number, path: path))
        if retrying({ fsync(new.file.number) }) != 0 { throw .system("cannot write \"\(path)\"") }
        let version = try new.version(at: place)
        try exchange(&new, with: place, pass, replaceable)
        // Without this the new name may be lost with the power; some systems cannot do it for folders.
        if retrying({ fsync(place.folder.number) }) != 0 && errno != EINVAL {
            var error = FileError.system("cannot make the new \"\(path)\" last")
            error.written = version
            throw error
        }
        return version
    }

    /// Puts a new file in place of the old one, if that may still be replaced, while no other server replaces or locks
    /// one.
    private func exchange(
        _ new: inout TemporaryFile, with place: borrowing Place, _ pass: FilePass, _ replaceable: Replaceable
    ) throws(FileError) {
        try new.lockFolder(for: place.path)
        defer { new.unlockFolder() }
        let old = try place.replaced(by: replaceable)
        if old != nil && !pass.leadsOn && needsBase(place, isOpenHere: pass.isOpenHere) { try keepBase(of: place) }
        try new.rename(replacing: place)
        if pass.leadsOn { dropBase(of: place) }
    }
}

extension Place {
    /// The state of the file to replace, nil if there is none; throws if it may not be replaced.
    func replaced(by replaceable: Replaceable) throws(FileError) -> stat? {
        guard let status = folder.status(of: name) else {
            if errno == ENOENT { return nil }
            throw .system("cannot reach \"\(path)\"")
        }
        guard status.isFile else { throw FileError("\"\(path)\" is not a file") }
        if status.st_nlink > 1 {
            throw FileError("\"\(path)\" has other names (hard links), which would keep the old contents")
        }
        // The system asks only whether the folder may be written.
        if faccessat(folder.number, name, W_OK, AT_EACCESS) != 0 { throw .system("cannot write \"\(path)\"") }
        guard case .only(let known) = replaceable else { return status }
        guard let known, FileVersion(at: self, status).isAtSamePlace(as: known) else {
            throw FileError("there is a file \"\(path)\" already", .taken)
        }
        if case .changed = try change(to: status, since: known) {
            throw FileError("\"\(path)\" was changed since it was opened or saved here", .changed)
        }
        return status
    }
}

/// A file open for writing.
private struct OpenFile: FileSink {
    let descriptor: Int32
    /// The path as the client named it.
    let path: String

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) {
        if !Platform.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor) {
            throw .system("cannot write \"\(path)\"")
        }
    }
}
