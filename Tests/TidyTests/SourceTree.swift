import Foundation
import Testing

/// The checkout these tests were compiled from.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files of the product and of the tests, in the order of their paths; the rules of the house are not those
    /// of what generators write.
    static let sources = swiftFiles(below: "Sources").filter { !$0.path.contains("/Generated/") }
    static let tests = swiftFiles(below: "Tests")

    private static func swiftFiles(below folder: String) -> [SourceFile] {
        paths(below: folder).filter { $0.hasSuffix(".swift") }.map { SourceFile($0) }
    }

    /// The files below a folder of the checkout, as paths from its top; nothing if the folder is not there.
    static func paths(below folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (found?.allObjects as? [String] ?? []).map { folder + "/" + $0 }.sorted()
    }

    static func text(_ path: String) -> String {
        (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// Runs a program at the top of the checkout: its exit status and what it said.
    static func run(_ arguments: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = root
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

/// A Swift file as the rules see it.
struct SourceFile: CustomTestStringConvertible, Sendable {
    /// The path from the top of the checkout.
    let path: String
    let text: String
    /// The text with comments and the contents of string literals blanked out, line by line the same.
    let code: String
    /// The words and signs of the code.
    let tokens: [Token]

    init(_ path: String) { self.init(path, text: SourceTree.text(path)) }

    init(_ path: String, text: String) {
        self.path = path
        self.text = text
        code = SwiftScanner.code(of: text)
        tokens = Token.all(in: code)
    }

    /// The module, which is the folder below `Sources`.
    var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var name: String { String(path.split(separator: "/").last?.dropLast(".swift".count) ?? "") }
    var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }
    var testDescription: String { path }
}
