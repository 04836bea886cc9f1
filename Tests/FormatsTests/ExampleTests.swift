import Formats
import Foundation
import Graph
import Sketching
import Testing
import Wire

@Suite struct ExampleTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("clients/examples")

    // Row 20.21.
    @Test func `the picture of the support bot is the one that is exported`() throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("support-bot.json"), encoding: .utf8)
        let drawn = try String(contentsOf: Self.folder.appendingPathComponent("support-bot.svg"), encoding: .utf8)
        #expect(picture(opened(text)) == drawn, "export it again")
    }
}
