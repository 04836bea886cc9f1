import Foundation
import Testing

/// What the built server weighs and brings along.
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

    @Test(.enabled(if: SourceTree.has(release), "there is no release build"))
    func `the release build stays below 15 megabytes`() throws {
        #expect(try BinaryTests.contents(BinaryTests.release).count < 15_000_000)
    }

    /// The flag of the command line comes last, so that it counts; debug builds check by themselves.
    @Test func `what the released build does not check is checked in the tested one`() {
        #expect(SourceTree.text("Package.swift").contains("-enforce-exclusivity=unchecked"))
        #expect(SourceTree.text("clients/test.py").contains("\"-enforce-exclusivity=checked\""))
    }

    private static func contents(_ path: String) throws -> Data {
        try Data(contentsOf: SourceTree.root.appendingPathComponent(path), options: .mappedIfSafe)
    }
}
