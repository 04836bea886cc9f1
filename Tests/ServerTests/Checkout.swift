import Foundation
import MemoryFiles

/// The folders of the checkout.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let specification = root.appendingPathComponent("protocol-spec")
    static let transcripts = specification.appendingPathComponent("transcripts")

    /// The names of all transcripts, sorted.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: transcripts.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }()

    /// The files of the examples, in memory.
    static func examples() throws -> MemoryFiles {
        var contents: [String: [UInt8]] = [:]
        let folder = root.appendingPathComponent("clients/examples")
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            if !file.hasDirectoryPath { contents[file.lastPathComponent] = try Array(Data(contentsOf: file)) }
            guard file.pathExtension == "nodewire" else { continue }
            for inner in try FileManager.default.contentsOfDirectory(at: file, includingPropertiesForKeys: nil) {
                let name = "\(file.lastPathComponent)/\(inner.lastPathComponent)"
                contents[name] = try Array(Data(contentsOf: inner))
            }
        }
        return MemoryFiles(contents)
    }
}
