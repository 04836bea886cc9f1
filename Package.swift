// swift-tools-version: 6.2
import PackageDescription

/// Released servers carry no symbols, which would double them.
let small: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "-s"], .when(platforms: [.linux], configuration: .release))
]

/// A module that knows nothing of the editor, and which other packages may use.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: ["README.md"],
        linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
}

/// A module of the editor.
func module(_ name: String, _ dependencies: [Target.Dependency], beside files: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: files)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, linkerSettings: small)
}

/// Tests are not optimized in release builds either: to compile them takes longer than to run them.
func tests(_ name: String, _ dependencies: [Target.Dependency], reading files: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + ["Seeding"], exclude: files,
        swiftSettings: [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
    name: "nodewire",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "nodewire", targets: ["nodewire"]),
        .executable(name: "nodewire-bench", targets: ["nodewire-bench"]),
        .library(name: "Geometry", targets: ["Geometry", "Storage"]),
        .library(name: "Layout", targets: ["Layout", "LayoutKinds", "Geometry"]),
        .library(name: "Routing", targets: ["Routing", "Geometry"]),
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "Values", targets: ["Values", "Wire"]),
        .library(name: "Schemas", targets: ["Schemas", "Wire"]),
        .library(name: "NodewireServer", targets: ["NodewireServer", "Server"]),
        .library(name: "NodewireClient", targets: ["NodewireClient", "NodewireProtocol"]),
        .library(name: "NodewireDiagram", targets: ["NodewireDiagram"]),
        .library(name: "NodewireProcess", targets: ["NodewireProcess"]),
        .library(name: "NodewireC", type: .dynamic, targets: ["NodewireC"]),
    ],
    targets: [
        library("Storage", []),
        library("Geometry", ["Storage"]),
        .target(name: "LayoutKinds", dependencies: ["Geometry"]),
        library("Layout", ["Storage", "Geometry", "LayoutKinds"]),
        library("Routing", ["Geometry"]),
        library("Wire", []),
        library("Values", ["Wire"]),
        library("Schemas", ["Wire"]),
        module("Graph", ["Storage", "Geometry", "LayoutKinds", "Wire", "Values", "Schemas"]),
        module("Dialogs", ["Storage", "Wire", "Values", "Graph"]),
        module("EdgeRouting", ["Storage", "Geometry", "Routing", "Wire", "Graph"]),
        module("Editing", ["Storage", "Geometry", "Layout", "Wire", "Graph", "EdgeRouting"]),
        module(
            "Interaction", ["Storage", "Geometry", "Wire", "Graph", "Dialogs", "EdgeRouting", "Editing"]),
        module("Formats", ["Storage", "Geometry", "Wire", "Graph", "EdgeRouting"]),
        module(
            "Server",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Dialogs", "EdgeRouting",
                "Editing", "Interaction", "Formats",
            ]),
        module("NodewireServer", ["Server"], beside: ["README.md"]),
        module("Recordings", ["Storage", "Geometry", "Wire", "Editing", "Interaction", "Server"]),
        module("Host", ["Storage", "Graph", "Editing", "Server"]),
        module("NodewireProtocol", []),
        module("NodewireClient", ["Wire", "Server", "NodewireServer", "NodewireProtocol"], beside: ["README.md"]),
        module("NodewireDiagram", ["Server", "NodewireServer", "NodewireClient"], beside: ["README.md"]),
        module("NodewireProcess", ["Host", "NodewireClient"]),
        module("NodewireC", ["Wire", "Server", "NodewireServer", "Host"]),
        program("nodewire", ["Wire", "Graph", "Formats", "Server", "NodewireServer", "Recordings", "Host"]),
        program(
            "nodewire-bench",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Editing", "Interaction",
                "Formats", "Server", "NodewireServer", "Recordings", "Host",
            ]),
        .target(name: "Seeding", path: "Tests/Seeding"),
        .target(
            name: "Sketching", dependencies: ["Geometry", "Wire", "Graph", "Editing", "Seeding"],
            path: "Tests/Sketching"),
        .target(name: "MemoryFiles", dependencies: ["Editing", "Server"], path: "Tests/MemoryFiles"),
        .target(
            name: "Fuzzing",
            dependencies: [
                "Storage", "Wire", "Values", "Schemas", "Graph", "Editing", "Formats", "Server", "Seeding",
                "MemoryFiles",
            ],
            path: "Tests/Fuzzing", exclude: ["Seeds"]),
        tests("Storage", ["Storage", "Geometry"]),
        tests("Geometry", ["Storage", "Geometry"]),
        tests("Layout", ["Geometry", "Layout"]),
        tests("Routing", ["Geometry", "Routing"]),
        tests("EdgeRouting", ["Geometry", "Graph", "EdgeRouting"]),
        tests("Formats", ["Geometry", "Wire", "Graph", "Formats", "Sketching"]),
        tests("Wire", ["Wire"]),
        tests("Values", ["Wire", "Values"]),
        tests("Schemas", ["Wire", "Schemas"], reading: ["OfficialSuite"]),
        tests("Graph", ["Storage", "Geometry", "Wire", "Graph", "Sketching"]),
        tests("Dialogs", ["Wire", "Values", "Graph", "Dialogs", "Sketching"]),
        tests("Editing", ["Storage", "Geometry", "Wire", "Graph", "Editing", "Sketching"]),
        tests(
            "Interaction",
            ["Storage", "Geometry", "Wire", "Graph", "EdgeRouting", "Editing", "Interaction", "Sketching"]),
        tests(
            "Server",
            [
                "Wire", "Graph", "Editing", "Server", "NodewireServer", "Sketching", "MemoryFiles",
            ]),
        tests("NodewireServer", ["NodewireServer", "MemoryFiles"]),
        tests("NodewireClient", ["NodewireClient", "NodewireDiagram", "NodewireProcess", "MemoryFiles"]),
        tests(
            "Examples",
            [
                "Storage", "Geometry", "Layout", "Routing", "Wire", "Values", "Schemas", "NodewireServer",
                "NodewireClient", "NodewireDiagram",
            ]),
        tests("Recordings", ["Geometry", "Wire", "Server", "Recordings"]),
        tests("Fuzzing", ["Fuzzing"]),
        tests("Tidy", []),
    ],
    swiftLanguageModes: [.v6]
)
