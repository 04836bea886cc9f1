import Foundation
import Testing

/// One name for each method: on the wire, as file, as type and as transcript.
@Suite struct MethodTests {
    private static let folder = "Sources/Server/Methods/"
    /// The files in the folders of methods; beside these folders lies what methods have in common.
    private static let files = SourceTree.sources.filter {
        $0.path.hasPrefix(folder) && $0.path.dropFirst(folder.count).contains("/")
    }
    private static let transcripts = "protocol-spec/transcripts"

    @Test(arguments: files)
    func `a file of methods holds one, named as the file`(_ file: SourceFile) {
        let wireNames = MethodTests.wireNames(in: file)
        #expect(wireNames.count == 1, "\(file.path) holds \(wireNames.count) methods")
        for wireName in wireNames {
            #expect(MethodTests.typeName(of: wireName) == file.name)
            #expect(file.code.contains("struct \(file.name): "))
        }
    }

    @Test(arguments: files)
    func `every method is in the list once`(_ file: SourceFile) {
        let list = SwiftScanner.code(of: SourceTree.text(MethodTests.folder + "MethodTable.swift"))
        #expect(list.components(separatedBy: "(\(file.name).self").count == 2)
    }

    @Test func `methods are in the folders of their nouns`() {
        #expect(MethodTests.files.count > 60)
        for file in SourceTree.sources {
            for wireName in MethodTests.wireNames(in: file) {
                let folder = MethodTests.folder + MethodTests.noun(of: wireName)
                #expect(file.path == "\(folder)/\(file.name).swift", "\(file.path)")
            }
        }
    }

    @Test(.enabled(if: SourceTree.has(transcripts), "the specification is not here"))
    func `every method has its transcript`() {
        let present = SourceTree.paths(below: MethodTests.transcripts).map { path in
            path.split(separator: "/").last.map { MethodTests.letters(String($0.dropLast(".txt".count))) } ?? ""
        }
        for file in MethodTests.files {
            #expect(present.contains(MethodTests.letters(file.name)), "no transcript of \(file.name)")
        }
    }

    @Test(arguments: [
        ("edge/connect", "EdgeConnect"), ("view/hitTest", "ViewHitTest"), ("initialize", "Initialize"),
        ("rpc.discover", "RpcDiscover"), ("$/cancelRequest", "CancelRequest"),
    ])
    func `the name of the type follows from the name on the wire`(_ wireName: String, _ type: String) {
        #expect(MethodTests.typeName(of: wireName) == type)
    }

    /// The folder of a method: its noun. Settings and types belong to a document; methods without a noun to the lifecycle.
    private static func noun(of wireName: String) -> String {
        let words = wireName.split(separator: "/").map(String.init)
        guard words.count == 2, words[0] != "$" else { return "lifecycle" }
        return ["settings", "types"].contains(words[0]) ? "document" : words[0]
    }

    private static func typeName(of wireName: String) -> String {
        wireName.split(whereSeparator: { "$/.".contains($0) }).map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined()
    }

    private static func wireNames(in file: SourceFile) -> [String] {
        file.text.split(separator: "\n").compactMap { line in
            guard let range = line.range(of: "static let name = \"") else { return nil }
            return String(line[range.upperBound...].prefix { $0 != "\"" })
        }
    }

    /// A name without its hyphens, in lower case: how files spell it.
    private static func letters(_ name: String) -> String { name.filter { $0.isLetter }.lowercased() }
}
