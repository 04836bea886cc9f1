import Foundation
import Server

/// The files directly in one folder, such as the documents of an app; without journals and locks.
public struct FolderFiles: FileAccess {
    private let folder: URL

    public init(_ path: String) { folder = URL(fileURLWithPath: path, isDirectory: true) }

    public func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) -> FileVersion {
        let url = try url(path)
        guard let data = try? Data(contentsOf: url) else { throw FileError("cannot open \"\(path)\"") }
        if data.count > limit { throw FileError("\"\(path)\" is longer than \(limit) bytes", .limit) }
        data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self)) }
        return version(path, data)
    }

    public func replace(
        _ pass: FilePass, _ replaceable: Replaceable, _ body: (any FileSink) throws(FileError) -> Void
    ) throws(FileError) -> FileVersion {
        let path = pass.target.path
        let url = try url(path)
        if case .only(let known) = replaceable, let found = try? Data(contentsOf: url) {
            if known?.name != path { throw FileError("there is a file \"\(path)\" already", .taken) }
            if known != version(path, found) { throw FileError("\"\(path)\" was changed", .changed) }
        }
        let sink = Sink()
        try body(sink)
        do {
            try sink.data.write(to: url, options: .atomic)
        } catch {
            throw FileError("cannot write \"\(path)\": \(error.localizedDescription)")
        }
        return version(path, sink.data)
    }

    public func lock(_ path: String) -> FileLock { .unavailable }
    public func unlock(_ lock: FileLock.Held) {}

    private func url(_ path: String) throws(FileError) -> URL {
        let isName = !path.isEmpty && !path.contains("/") && !path.hasPrefix(".")
        if !isName { throw FileError("\"\(path)\" is no name of a file") }
        return folder.appendingPathComponent(path, isDirectory: false)
    }

    /// A version by its content (FNV-1a; Fowler, Noll, Vo 1991).
    private func version(_ path: String, _ data: Data) -> FileVersion {
        var version = FileVersion()
        (version.name, version.size, version.hasReliableTime) = (path, data.count, true)
        version.hash = data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return version
    }

    private final class Sink: FileSink {
        var data = Data()
        func write(_ bytes: UnsafeBufferPointer<UInt8>) { data.append(bytes) }
    }
}
