import Foundation
import Testing

/// The rules for folders, formatting and forbidden text.
@Suite struct LayoutTests {
    private static let topLevel: Set<String> = [
        "Package.swift", "Sources", "Tests", "protocol-spec", "clients", "README.md",
    ]

    @Test(.enabled(if: SourceTree.has(".git"), "not a checkout"))
    func `the top level is fixed`() throws {
        let files = try SourceTree.run(
            "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard")
        try #require(files.status == 0, "\(files.output)")
        let entries = Set(
            files.output.split(separator: "\n").compactMap { $0.split(separator: "/").first.map(String.init) })
        for entry in entries.subtracting(LayoutTests.topLevel).sorted() {
            #expect(entry.hasPrefix(".") || entry.hasPrefix("\"."), "\(entry) is not part of the layout")
        }
    }

    @Test func `the sources are formatted`() throws {
        let lint = try SourceTree.run("swift", "format", "lint", "--strict", "-r", "Package.swift", "Sources", "Tests")
        #expect(lint.status == 0, "\(lint.output)")
    }

    @Test func `every limit has its row`() {
        let text = SourceTree.text("Sources/Graph/Basics/Limits.swift").filter { !$0.isWhitespace }
        let names = text.components(separatedBy: "publicstaticlet").dropFirst().map { $0.prefix { $0 != "=" } }
        #expect(names.count > 20 && names.last == "all")
        for name in names.dropLast() { #expect(text.contains("Limit(\"\(name)\",\(name),"), "\(name)") }
    }

    /// Traps that input from outside could reach, unfinished work, and access that costs calls across modules.
    @Test(arguments: [
        "try!", "as!", "fatalError(", "package func ", "package var ", "package struct ", "package enum ",
    ])
    func `the sources trap nowhere and hide nothing from the optimiser`(_ mark: String) {
        for file in SourceTree.sources {
            #expect(!file.code.contains(mark), "\(file.path)")
        }
    }

    /// An error whose nil is used is handled; one that is dropped has the reason in the line above.
    @Test(arguments: SourceTree.sources)
    func `an error that is dropped says why`(_ file: SourceFile) {
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        let code = file.code.split(separator: "\n", omittingEmptySubsequences: false)
        let openings = ["if ", "for ", "while ", "case ", "default"]
        for number in code.indices {
            guard let place = code[number].firstRange(of: "try? ")?.lowerBound else { continue }
            let before = code[number][..<place].trimmingCharacters(in: .whitespaces)
            let isArgument = before.count { $0 == "(" } > before.count { $0 == ")" }
            let isBody = !isArgument && before.last.map { "{:".contains($0) } == true
            guard before.isEmpty || before.hasSuffix("_ =") || isBody && openings.contains(where: before.hasPrefix)
            else { continue }
            let above = number > 0 ? lines[number - 1].trimmingCharacters(in: .whitespaces) : ""
            #expect(above.hasPrefix("// "), "\(file.path):\(number + 1): why is the error dropped?")
        }
    }

    @Test(arguments: ["TO" + "DO", "FIX" + "ME"])
    func `nothing is left for later`(_ mark: String) {
        for file in SourceTree.sources + SourceTree.tests {
            let isClean = !file.text.contains(mark)
            #expect(isClean, "\(file.path)")
        }
    }

    @Test func `the architecture page names files that exist`() {
        let page = SourceTree.text("Sources/README.md")
        let names = page.components(separatedBy: "`").filter { $0.hasSuffix(".swift") && $0.contains("/") }
        #expect(names.count > 20)
        for name in names {
            #expect(SourceTree.has("Sources/\(name)") || SourceTree.has(name), "\(name)")
        }
    }
}
