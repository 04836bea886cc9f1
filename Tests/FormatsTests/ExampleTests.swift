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

    @Test(arguments: ["support-bot", "help-desk", "shop", "calculator", "tree"])
    func `the picture of an example is the one that is exported`(name: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent("\(name).json"), encoding: .utf8)
        let drawn = try String(contentsOf: Self.folder.appendingPathComponent("\(name).svg"), encoding: .utf8)
        #expect(picture(opened(text)) == drawn, "export it again")
    }
}
