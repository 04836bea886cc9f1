import Testing

/// The libraries that other packages may use say what they are, by examples that are compiled and run.
@Suite struct DocumentationTests {
    private static let libraries = [
        "Geometry", "Layout", "Routing", "Wire", "Values", "Schemas", "NodewireServer", "NodewireClient",
        "NodewireDiagram",
    ]

    /// The examples that are run, without the indentation of a test's body.
    private static let examples = SourceTree.tests.filter { $0.path.hasPrefix("Tests/ExamplesTests/") }.map { file in
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { $0.hasPrefix("        ") ? $0.dropFirst(8) : $0 }.joined(separator: "\n")
    }

    @Test(arguments: libraries)
    func `a library is a product with a page`(_ library: String) {
        #expect(SourceTree.text("Package.swift").contains(".library(name: \"\(library)\""))
        let page = SourceTree.text("Sources/\(library)/README.md")
        for heading in ["# \(library)", "## Example", "## What it is not", "## Cost", "## Invariants"] {
            let isThere = page.hasPrefix(heading + "\n") || page.contains("\n\(heading)\n")
            #expect(isThere, "\(library): \(heading)")
        }
    }

    @Test(arguments: libraries)
    func `the example of a page is run`(_ library: String) throws {
        let page = SourceTree.text("Sources/\(library)/README.md")
        let parts = page.split(separator: "```swift\n", omittingEmptySubsequences: false)
        try #require(parts.count == 2, "one example")
        let lines = parts[1].prefix(upTo: try #require(parts[1].firstRange(of: "\n```")?.lowerBound))
            .split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.filter { $0.hasPrefix("import ") }
        #expect(imports.contains("import \(library)"))
        let code = lines.drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
        let file = SourceTree.text("Tests/ExamplesTests/\(library)Examples.swift")
        #expect(DocumentationTests.examples.contains { $0.contains("\n\(code)\n") }, "\(code)")
        for line in imports { #expect(file.contains("\(line)\n"), "\(line)") }
    }

    /// An example in a comment is indented by four blanks behind an empty line.
    @Test(arguments: libraries)
    func `the examples in comments are run`(_ library: String) {
        var count = 0
        for file in SourceTree.sources where file.module == library {
            for example in DocumentationTests.examples(in: file) {
                count += 1
                let isRun = DocumentationTests.examples.contains { $0.contains("\n\(example)\n") }
                #expect(isRun, "\(file.path):\n\(example)")
            }
        }
        #expect(count > 0, "\(library) has no example in a comment")
    }

    private static func examples(in file: SourceFile) -> [String] {
        var found: [String] = []
        var code: [Substring] = []
        var isAfterBlank = false
        for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///     ") && (isAfterBlank || !code.isEmpty) {
                code.append(text.dropFirst(8))
            } else if !code.isEmpty {
                found.append(code.joined(separator: "\n"))
                code = []
            }
            isAfterBlank = text == "///"
        }
        return found
    }
}
