import Testing

/// Who may import whom.
@Suite struct ModuleTests {
    /// Each module with those below it; the platform's modules are listed where they are needed.
    private static let below: [String: Set<String>] = [
        "Storage": [],
        "Geometry": ["Storage", "Glibc", "Musl", "Darwin"],
        "Layout": ["Geometry", "Glibc", "Musl", "Darwin"],
        "Wire": [],
        "Values": ["Wire", "Glibc", "Musl", "Darwin"],
        "Schemas": ["Wire"],
        "Graph": ["Storage", "Geometry", "Wire", "Values", "Schemas"],
        "Dialogs": ["Storage", "Wire", "Values", "Graph"],
        "Routing": ["Storage", "Geometry", "Wire", "Graph"],
        "Editing": ["Storage", "Geometry", "Layout", "Wire", "Graph", "Routing"],
        "Interaction": ["Storage", "Geometry", "Wire", "Values", "Graph", "Dialogs", "Routing", "Editing"],
        "Formats": ["Storage", "Geometry", "Wire", "Graph", "Routing"],
        "Server": [
            "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Dialogs", "Routing", "Editing",
            "Interaction", "Formats",
        ],
        "Recordings": ["Storage", "Wire", "Editing", "Server"],
        "Host": ["Storage", "Editing", "Server", "Glibc", "Musl", "Darwin"],
        "nodewire": ["Wire", "Graph", "Server", "Recordings", "Host"],
        "nodewire-bench": [
            "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Editing", "Interaction", "Formats",
            "Server", "Recordings", "Host",
        ],
    ]

    @Test(arguments: SourceTree.sources)
    func `a module imports only what lies below it`(_ file: SourceFile) throws {
        let allowed = try #require(ModuleTests.below[file.module], "\(file.module) is no module of the house")
        for module in ModuleTests.imports(of: file) {
            #expect(allowed.contains(module), "\(file.path) imports \(module)")
        }
    }

    @Test func `the package depends on no other package`() {
        let manifest = SwiftScanner.code(of: SourceTree.text("Package.swift"))
        #expect(!manifest.contains(".package("))
    }

    private static func imports(of file: SourceFile) -> [String] {
        file.code.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
            return words.last.map(String.init)
        }
    }
}
