// swift-tools-version: 6.2
import PackageDescription

// A package that uses two of the libraries, as others do; a test builds and runs it.
let package = Package(
    name: "Sample",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nodewire", path: "../..")],
    targets: [
        .executableTarget(
            name: "Sample",
            dependencies: [
                .product(name: "Routing", package: "nodewire"), .product(name: "Wire", package: "nodewire"),
            ])
    ])
