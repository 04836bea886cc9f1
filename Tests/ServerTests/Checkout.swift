import Foundation

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
}
