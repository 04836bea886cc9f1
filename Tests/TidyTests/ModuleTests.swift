import Testing

/// The rules for imports.
@Suite struct ModuleTests {
    /// Modules with those that each may import, from the lowest up; modules of the platform are listed where they are
    /// needed.
    private static let modules: [Module] = [
        Module("Storage", "paged columns, slots, bytes", []),
        Module("Geometry", "shapes, spatial index", ["Storage"], isOnPlatform: true),
        Module("LayoutKinds", "the layouts with their options, and constraints", ["Geometry"]),
        Module(
            "Layout", "places for nodes; graphs there are plain arrays", ["Storage", "Geometry", "LayoutKinds"],
            isOnPlatform: true),
        Module("Routing", "orthogonal routes among rectangles", ["Geometry"]),
        Module("Wire", "JSON, and `Shape`: the one description of a type on the wire", []),
        Module("Values", "expressions that nodes compute and dialogs ask", ["Wire"], isOnPlatform: true),
        Module("Schemas", "JSON Schema", ["Wire"]),
        Module(
            "Graph", "document, its file, transaction, delta, rules",
            ["Storage", "Geometry", "LayoutKinds", "Wire", "Values", "Schemas"]),
        Module("Dialogs", "runs of dialogs", ["Storage", "Wire", "Values", "Graph"]),
        Module(
            "EdgeRouting", "the routes of a document's edges", ["Storage", "Geometry", "Routing", "Wire", "Graph"]),
        Module(
            "Editing", "edits, history, journal, merges",
            ["Storage", "Geometry", "Layout", "Wire", "Graph", "EdgeRouting"]),
        Module(
            "Interaction", "views, gestures, input, frames",
            ["Storage", "Geometry", "Wire", "Graph", "Dialogs", "EdgeRouting", "Editing"]),
        Module("Formats", "other file formats, pictures", ["Storage", "Geometry", "Wire", "Graph", "EdgeRouting"]),
        Module(
            "Server", "framing, JSON-RPC, session, methods",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Dialogs", "EdgeRouting",
                "Editing",
                "Interaction", "Formats",
            ]),
        Module("NodewireServer", "a session in a program: bodies in, bodies out", ["Server"]),
        Module(
            "Recordings", "record, replay, trace, shrink, load",
            ["Storage", "Geometry", "Wire", "Editing", "Interaction", "Server"]),
        Module("Host", "system calls", ["Storage", "Graph", "Editing", "Server"], isOnPlatform: true),
        Module("NodewireProtocol", "the types of the protocol, generated", []),
        // `Codable` needs a coder, and outside of the hot path the toolchain's own is better than a second one.
        Module(
            "NodewireClient", "a client for Swift, and a server in the same program",
            ["Wire", "Server", "NodewireServer", "NodewireProtocol"],
            platform: ["Dispatch", "Foundation", "FoundationEssentials", "Synchronization"]),
        Module(
            "NodewireDiagram", "a diagram as SwiftUI shows and edits it",
            ["Server", "NodewireServer", "NodewireClient"],
            platform: ["Foundation", "Observation", "SwiftUI"]),
        Module(
            "NodewireProcess", "the client's way to a server in a process", ["Host", "NodewireClient"],
            platform: ["Synchronization"]),
        Module("NodewireC", "the interface for C", ["Wire", "Server", "NodewireServer", "Host"]),
        Module(
            "nodewire", "the process: flags, descriptors, the loop, commands",
            ["Wire", "Graph", "Formats", "Server", "NodewireServer", "Recordings", "Host"]),
        Module(
            "nodewire-bench", "figures",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Editing", "Interaction",
                "Formats", "Server", "NodewireServer", "Recordings", "Host",
            ]),
    ]

    @Test(arguments: SourceTree.sources)
    func `a module imports only what lies below it`(_ file: SourceFile) throws {
        let module = ModuleTests.modules.first { $0.name == file.module }
        let allowed = try #require(module, "\(file.module) is no module of the house").allowed
        for module in ModuleTests.imports(of: file) {
            #expect(allowed.contains(module), "\(file.path) imports \(module)")
        }
    }

    @Test func `the package depends on no other package`() {
        let manifest = SwiftScanner.code(of: SourceTree.text("Package.swift"))
        #expect(!manifest.contains(".package("))
    }

    @Test func `the architecture page shows the modules as they import each other`() {
        let rows = ModuleTests.modules.reversed().map { module in
            let below = module.nearest(of: ModuleTests.modules).map { "`\($0)`" }
            return "| `\(module.name)` | \(module.purpose) | \(below.joined(separator: ", ")) |\n"
        }
        let table = "| module | holds | stands on |\n|---|---|---|\n" + rows.joined()
        let isCurrent = SourceTree.text("Sources/README.md").contains("\n" + table + "\n")
        #expect(isCurrent, "the table is:\n\(table)")
    }

    private static func imports(of file: SourceFile) -> [String] {
        file.code.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
            return words.last.map(String.init)
        }
    }
}

/// A module of the house.
private struct Module {
    let name: String
    let purpose: String
    /// The modules of the house that it may import.
    let below: [String]
    /// The modules of the toolchain that it may import.
    let platform: [String]

    init(_ name: String, _ purpose: String, _ below: [String], isOnPlatform: Bool = false, platform: [String] = []) {
        (self.name, self.purpose, self.below) = (name, purpose, below)
        self.platform = isOnPlatform ? ["Glibc", "Musl", "Darwin"] : platform
    }

    var allowed: Set<String> { Set(below).union(platform) }

    /// Returns the modules below it that no other one below it may import.
    func nearest(of modules: [Module]) -> [String] {
        let further = Set(modules.filter { below.contains($0.name) }.flatMap(\.below))
        return below.filter { !further.contains($0) }
    }
}
