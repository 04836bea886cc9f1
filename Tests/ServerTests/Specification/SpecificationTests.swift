import Foundation
import Testing
import Wire

@testable import Server

/// The promised parts of the specification are there.
struct SpecificationTests {
    private func file(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: Checkout.specification.appendingPathComponent(name)), as: UTF8.self)
    }

    @Test("`rpc.discover` answers what `nodewire spec` prints")
    func discovered() {
        var conversation = Conversation()
        #expect(conversation.call("rpc.discover") == JSON(parsing: OpenRPC.text()))
    }

    /// The name of the transcript of a method, by rule.
    private static func transcript(of method: String) -> String {
        let plain = method.hasPrefix("$/") ? String(method.dropFirst(2)) : method
        return String(plain.map { $0 == "/" || $0 == "." ? "-" : $0 })
    }

    @Test("Every method has its transcript, in which it is sent", arguments: MethodTable.all.methods.map(\.name))
    func hasTranscript(method: String) throws {
        let name = SpecificationTests.transcript(of: method)
        #expect(Checkout.names.contains(name))
        let transcript = try Transcript(file("transcripts/\(name).txt"))
        #expect(transcript.lines.contains { $0.isSent && JSON(parsing: $0.text)?["method"]?.stringValue == method })
    }

    @Test("Links between the pages lead somewhere")
    func links() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: Checkout.specification.path)
        for page in pages where page.hasSuffix(".md") {
            for part in try file(page).components(separatedBy: "](").dropFirst() {
                let target = part.prefix { $0 != ")" && $0 != "#" }
                if target.isEmpty || target.hasPrefix("http") { continue }
                let path = Checkout.specification.appendingPathComponent(String(target)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
            }
        }
    }
}
