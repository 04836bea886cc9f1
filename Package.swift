// swift-tools-version: 6.2
import PackageDescription

/// Release builds skip the dynamic exclusivity checks: the libraries have no globals that change and one thread.
///
/// The regular expressions of the standard library are not linked: nothing uses them, and they are half a binary.
let fast: [SwiftSetting] = [
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// Released servers carry no symbols, which would double them.
let small: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "-s"], .when(platforms: [.linux], configuration: .release))
]

func library(_ name: String, _ dependencies: [Target.Dependency], _ linked: [LinkerSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: fast, linkerSettings: linked)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: fast, linkerSettings: small)
}

/// Tests are not optimized in release builds either: to compile them takes longer than to run them.
func tests(_ name: String, _ dependencies: [Target.Dependency], reading files: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: dependencies + ["Seeding"], exclude: files,
        swiftSettings: [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
    name: "nodewire",
    products: [
        .executable(name: "nodewire", targets: ["nodewire"]),
        .executable(name: "nodewire-bench", targets: ["nodewire-bench"]),
    ],
    targets: [
        library("Storage", []),
        library("Geometry", ["Storage"], [.linkedLibrary("m", .when(platforms: [.linux]))]),
        library("Layout", ["Geometry"], [.linkedLibrary("m", .when(platforms: [.linux]))]),
        library("Routing", ["Geometry"]),
        library("Wire", []),
        library("Values", ["Wire"], [.linkedLibrary("m", .when(platforms: [.linux]))]),
        library("Schemas", ["Wire"]),
        library("Graph", ["Storage", "Geometry", "Wire", "Values", "Schemas"]),
        library("Dialogs", ["Storage", "Wire", "Values", "Graph"]),
        library("EdgeRouting", ["Storage", "Geometry", "Routing", "Wire", "Graph"]),
        library("Editing", ["Storage", "Geometry", "Layout", "Wire", "Graph", "EdgeRouting"]),
        library(
            "Interaction", ["Storage", "Geometry", "Wire", "Values", "Graph", "Dialogs", "EdgeRouting", "Editing"]),
        library("Formats", ["Storage", "Geometry", "Wire", "Graph", "EdgeRouting"]),
        library(
            "Server",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Dialogs", "EdgeRouting",
                "Editing",
                "Interaction", "Formats",
            ]),
        library("Recordings", ["Storage", "Wire", "Editing", "Server"]),
        library("Host", ["Storage", "Editing", "Server"]),
        program("nodewire", ["Wire", "Graph", "Server", "Recordings", "Host"]),
        program(
            "nodewire-bench",
            [
                "Storage", "Geometry", "Layout", "Wire", "Values", "Schemas", "Graph", "Editing", "Interaction",
                "Formats", "Server", "Recordings", "Host",
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
        tests("Formats", ["Geometry", "Wire", "Graph", "EdgeRouting", "Formats", "Sketching"]),
        tests("Wire", ["Wire"]),
        tests("Values", ["Wire", "Values"]),
        tests("Schemas", ["Wire", "Schemas"], reading: ["OfficialSuite"]),
        tests("Graph", ["Storage", "Geometry", "Wire", "Values", "Graph", "Sketching"]),
        tests("Dialogs", ["Wire", "Values", "Graph", "Dialogs", "Sketching"]),
        tests("Editing", ["Storage", "Geometry", "Wire", "Graph", "Editing", "Sketching"]),
        tests(
            "Interaction",
            ["Storage", "Geometry", "Wire", "Graph", "EdgeRouting", "Editing", "Interaction", "Sketching"]),
        tests("Server", ["Geometry", "Wire", "Graph", "Editing", "Interaction", "Server", "Sketching", "MemoryFiles"]),
        tests("Recordings", ["Wire", "Server", "Recordings"]),
        tests("Fuzzing", ["Fuzzing"]),
        tests("Tidy", []),
    ],
    swiftLanguageModes: [.v6]
)
