// swift-tools-version: 6.2
import PackageDescription

// A sample of the client for Swift; clients/python/tests/test_swift_client.py builds and runs it.
let package = Package(
    name: "Samples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "nodewire", path: "../..")],
    targets: [
        .executableTarget(
            name: "Sample",
            dependencies: [
                .product(name: "NodewireClient", package: "nodewire"),
                .product(name: "NodewireProcess", package: "nodewire"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
