import Foundation
import Testing

/// The size and the libraries of the built server.
@Suite struct BinaryTests {
    private static let release = ".build/release/nodewire"
    private static let builds = ["debug", "release"].filter { SourceTree.has(".build/\($0)/nodewire") }

    @Test(arguments: builds)
    func `the server does not link Foundation`(_ build: String) throws {
        let binary = try BinaryTests.contents(".build/\(build)/nodewire")
        for name in ["libFoundation", "$s10Foundation", "$s20FoundationEssentials"] {
            #expect(binary.range(of: Data(name.utf8)) == nil, "\(name) in the \(build) build")
        }
    }

    /// The standard library is linked into it on Linux: 7 of its megabytes.
    @Test(.enabled(if: SourceTree.has(release), "there is no release build"))
    func `the release build stays below 20 megabytes`() throws {
        #expect(try BinaryTests.contents(BinaryTests.release).count < 20_000_000)
    }

    /// Exclusive access is checked in the build that is tested, and in the one that is released.
    @Test func `no build leaves checks out`() {
        for path in ["Package.swift", "clients/test.py", "clients/build.py"] {
            let text = SourceTree.text(path)
            #expect(!text.isEmpty && !text.contains("-enforce-exclusivity") && !text.contains("-Ounchecked"), "\(path)")
        }
    }

    private static func contents(_ path: String) throws -> Data {
        try Data(contentsOf: SourceTree.root.appendingPathComponent(path), options: .mappedIfSafe)
    }
}
