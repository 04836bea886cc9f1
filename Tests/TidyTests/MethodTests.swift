import Foundation
import Testing

/// One name for each method: on the wire, as file, as type and as transcript.
@Suite struct MethodTests {
    private static let folder = "Sources/Server/Methods/"
    private static let files = SourceTree.sources.filter { $0.path.hasPrefix(folder) }
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
    func `every method stands once in the list`(_ file: SourceFile) {
        let list = SwiftScanner.code(of: SourceTree.text("Sources/Server/MethodTable.swift"))
        #expect(list.components(separatedBy: "(\(file.name).self)").count == 2)
    }

    @Test func `methods stand in their folder`() {
        for file in SourceTree.sources where !file.path.hasPrefix(MethodTests.folder) {
            #expect(MethodTests.wireNames(in: file).isEmpty, "\(file.path)")
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
