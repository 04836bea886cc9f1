import Foundation

@testable import Server

/// Files that exist only in memory, in one folder; not for several threads.
final class MemoryFiles: FileAccess, @unchecked Sendable {
    private var contents: [String: [UInt8]]

    init(_ contents: [String: [UInt8]] = [:]) { self.contents = contents }

    /// Every file of a folder on disk.
    convenience init(copying folder: URL) throws {
        var contents: [String: [UInt8]] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let data = try? Data(contentsOf: file) else { continue }
            contents[file.lastPathComponent] = Array(data)
        }
        self.init(contents)
    }

    func withContents(
        of path: String, limit: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(FileError) {
        guard let bytes = contents[path] else { throw FileError("cannot open \"\(path)\"") }
        bytes.withUnsafeBufferPointer(body)
    }

    func replace(_ path: String, _ body: (any FileSink) throws(FileError) -> Void) throws(FileError) {
        if path.contains("/") { throw FileError("cannot enter the folder of \"\(path)\"") }
        let sink = Sink()
        try body(sink)
        contents[path] = sink.bytes
    }

    private final class Sink: FileSink {
        var bytes: [UInt8] = []

        func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(FileError) { self.bytes += bytes }
    }
}
