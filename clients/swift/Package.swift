// swift-tools-version: 6.2
import PackageDescription

// Samples of the client for Swift; clients/python/tests/test_swift_client.py builds and runs them.
let package = Package(
    name: "Samples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Diagram", targets: ["Diagram"])],
    dependencies: [.package(name: "nodewire", path: "../..")],
    targets: [
        .executableTarget(
            name: "Sample",
            dependencies: [
                .product(name: "NodewireClient", package: "nodewire"),
                .product(name: "NodewireProcess", package: "nodewire"),
            ]),
        .target(
            name: "Diagram",
            dependencies: [
                .product(name: "NodewireClient", package: "nodewire"),
                .product(name: "NodewireServer", package: "nodewire"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
