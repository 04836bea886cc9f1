import Testing

/// The rule for folders of a module: they do not need each other in circles.
@Suite struct FolderTests {
    @Test func `folders of a module need each other in no circle`() {
        for (module, files) in Dictionary(grouping: SourceTree.sources, by: \.module) {
            let found = FolderNeeds(files).inCircles
            #expect(found.isEmpty, "\(module): \(found.sorted())")
        }
    }

    @Test(arguments: ["Graph", "Interaction", "Server"])
    func `the page lists the folders of a module, each below those that it needs`(_ module: String) {
        let page = SourceTree.text("Sources/README.md").split(separator: "## The folders of `\(module)`\n").last ?? ""
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `\(module)") }
        let folders = rows.compactMap { $0.split(separator: "`").dropFirst().first?.dropFirst(module.count + 1) }
        let needs = FolderNeeds(SourceTree.sources.filter { $0.module == module })
        #expect(folders.map(String.init).sorted() == needs.folders.sorted())
        for (row, folder) in folders.enumerated() {
            let missing = needs[String(folder)].subtracting(folders[..<row].map(String.init))
            #expect(missing.isEmpty, "\(folder): \(missing.sorted())")
        }
    }

    @Test func `a circle is found, a chain is none`() {
        let files = [
            ("A/One.swift", "struct One { let next: Two }"), ("B/Two.swift", "struct Two {}\nextension Three {}"),
            ("C/Three.swift", "struct Three { /* One */ }"),
        ]
        func inCircles(_ last: String) -> Set<String> {
            FolderNeeds(files.map { SourceFile("Sources/M/" + $0.0, text: $0.1 + "\n" + last) }).inCircles
        }
        #expect(inCircles("").isEmpty)
        #expect(inCircles("extension One {}") == ["A", "B", "C"])
        #expect(inCircles("let one: Other.One").isEmpty)
    }
}

/// The folders that each folder of a module needs: those of the types that its files name.
private struct FolderNeeds {
    let folders: Set<String>
    private var needs: [String: Set<String>] = [:]

    init(_ files: [SourceFile]) {
        folders = Set(files.map { FolderNeeds.folder(of: $0) })
        var declaring: [String: String] = [:]
        for file in files {
            for type in Declarations(file).topLevelTypes { declaring[type.name] = FolderNeeds.folder(of: file) }
        }
        for file in files {
            let folder = FolderNeeds.folder(of: file)
            for name in FolderNeeds.names(in: file) {
                guard let other = declaring[name], other != folder else { continue }
                needs[folder, default: []].insert(other)
            }
        }
    }

    /// The names in a file that may be those of types at the top of files: none after a point, and none that the file
    /// declares itself.
    private static func names(in file: SourceFile) -> Set<String> {
        let own = Set(Declarations(file).names.lazy.filter { $0.keyword != "case" }.map(\.name))
        let names = zip([""] + file.tokens.map(\.text), file.tokens.map(\.text)).lazy
            .filter { before, _ in before != "." }.map(\.1)
        return Set(names).subtracting(own)
    }

    /// The folders that a folder needs itself.
    subscript(folder: String) -> Set<String> { needs[folder, default: []] }

    /// The folders that need themselves by way of others.
    var inCircles: Set<String> { Set(needs.keys.filter { needed(by: $0).contains($0) }) }

    private func needed(by folder: String) -> Set<String> {
        var needed: Set<String> = []
        var rest = [folder]
        while let next = rest.popLast() {
            for other in needs[next, default: []] where needed.insert(other).inserted { rest.append(other) }
        }
        return needed
    }

    /// The folder of a file below that of its module; empty for one that is beside the folders.
    private static func folder(of file: SourceFile) -> String {
        let parts = file.path.split(separator: "/").dropFirst(2)
        return parts.count > 1 ? String(parts[parts.startIndex]) : ""
    }
}
