import Server
import Storage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of all journals and locks, if they are not beside their files.
///
/// Each file has a folder in it, named after the file and the fingerprint of its whole path, with a record of that
/// path: so no two files share one, even with equal fingerprints. A file with an unknown path has none.
public final class StateRoot: Sendable {
    /// Negative if there is none; then nothing is found in it.
    private let folder: Int32
    private let path: String

    /// The name of the record in the folder of a file.
    private static let recordName = "path"
    /// The number of bytes of a file's name that the name of its folder repeats.
    private static let longestStem = 200
    /// The number of folders for files with the same fingerprint.
    private static let mostAlike = 8

    /// Opens the folder at a path.
    ///
    /// - Parameter isMade: whether it is made, with its parents, for this user only; else it may be missing.
    /// - Throws: if the system does not let it be entered.
    public init(_ path: String, isMade: Bool) throws(CommandError) {
        if isMade { StateRoot.make(path) }
        folder = retrying { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        if folder < 0, isMade || errno != ENOENT { throw .system("cannot enter \(path)") }
        let real = realpath(path, nil)
        self.path = real.map { String(cString: $0) } ?? path
        free(real)
    }

    /// Makes the missing folders of a path; a failure shows when the last of them is opened.
    private static func make(_ path: String) {
        var made: [UInt8] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty { mkdir(String(decoding: made, as: UTF8.self), 0o700) }
            made.append(UInt8(ascii: "/"))
        }
    }

    /// Returns true if names lead into this folder, or into that of a file in another one of its kind, in any
    /// spelling.
    static func isAround(_ names: [String], _ state: StateRoot?) -> Bool {
        var path = ""
        for name in names.dropLast() {
            path += "/" + name
            var status = stat()
            if stat(path, &status) != 0 { return false }
            if status.identity == state?.identity { return true }
            if isOfFile(name, at: path) { return true }
        }
        return false
    }

    private var identity: FileVersion.Identity? {
        var status = stat()
        return folder >= 0 && fstat(folder, &status) == 0 ? status.identity : nil
    }

    /// Returns true if a folder has a record of the path with its fingerprint.
    private static func isOfFile(_ name: String, at path: String) -> Bool {
        guard name.utf8.contains(UInt8(ascii: "-")), Platform.fileBytes("\(path)/\(recordName)") ?? 0 > 0,
            let record = try? Platform.readFile("\(path)/\(recordName)", limit: Int(PATH_MAX) + 1)
        else { return false }
        let file = String(decoding: record.dropLast(), as: UTF8.self)
        return (0..<mostAlike).contains { self.name(of: file, $0).utf8.elementsEqual(name.utf8) }
    }

    /// Opens the folder of a file; nil if that fails, which `errno` explains.
    ///
    /// - Parameters:
    ///   - file: its absolute path, without links.
    ///   - isMade: whether it is made if there is none.
    func folder(of file: String?, isMade: Bool) -> StateFolder? {
        guard folder >= 0, let file else {
            errno = ENOENT
            return nil
        }
        let record = Array("\(file)\n".utf8)
        for number in 0..<StateRoot.mostAlike {
            let name = StateRoot.name(of: file, number)
            if isMade, retrying({ mkdirat(folder, name, 0o700) }) != 0, errno != EEXIST { return nil }
            guard let found = Descriptor.openFolder(name, in: folder) else { return nil }
            let recorded = found.record(StateRoot.recordName, record.count)
            // One that was not written to its end is of the same fingerprint, and written again.
            guard record.starts(with: recorded) || recorded.allSatisfy({ $0 == 0 }) else { continue }
            if isMade, recorded != record, !found.write(record, as: StateRoot.recordName) { return nil }
            return StateFolder(folder: found, path: "\(path)/\(name)")
        }
        errno = EEXIST
        return nil
    }

    /// Removes the folder of a file if there is nothing in it but the record.
    func removeFolder(of file: String?) {
        guard let found = self.folder(of: file, isMade: false) else { return }
        guard found.folder.holdsNothing(but: StateRoot.recordName) else { return }
        found.folder.remove(StateRoot.recordName)
        let name = found.path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) }
        if let name { _ = unlinkat(folder, name, AT_REMOVEDIR) }
    }

    /// The name of the folder of a file: its own, and the fingerprint of the whole path.
    private static func name(of file: String, _ number: Int) -> String {
        var stem = file.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
        while stem.utf8.count > longestStem { stem.unicodeScalars.removeLast() }
        let digits = String(Array(file.utf8).withUnsafeBytes { fingerprint(of: $0) }, radix: 16)
        let name = "\(stem)-\(String(repeating: "0", count: 16 - digits.utf8.count))\(digits)"
        return number == 0 ? name : "\(name)-\(number)"
    }
}

extension Descriptor {
    /// The first bytes of a file in this folder; nothing if it cannot be read.
    fileprivate func record(_ name: String, _ count: Int) -> [UInt8] {
        guard let file = Descriptor.open(name, in: number, O_RDONLY | O_NONBLOCK), file.status?.isFile == true else {
            return []
        }
        var bytes = [UInt8](repeating: 0, count: count + 1)
        guard let filled = bytes.withUnsafeMutableBytes({ file.read(into: $0) }) else { return [] }
        return Array(bytes[..<filled])
    }

    /// Writes a file of this folder, and waits until it is on the disk.
    fileprivate func write(_ bytes: [UInt8], as name: String) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK
        guard let file = Descriptor.open(name, in: number, flags, mode: 0o600) else { return false }
        return bytes.withUnsafeBytes { Platform.writeAll($0, to: file.number) } && retrying({ fsync(file.number) }) == 0
    }

    /// Is true if this folder contains only this, as far as it can be read.
    fileprivate func holdsNothing(but name: String) -> Bool {
        let own = retrying { openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard own >= 0, let list = fdopendir(own) else { return false }
        defer { closedir(list) }
        while let entry = readdir(list) {
            let found = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if found != "." && found != ".." && found != name { return false }
        }
        return true
    }
}
