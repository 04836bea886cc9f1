import Graph
import Seeding
import Sketching
import Testing
import Wire

@testable import Editing

/// Updates are written where they are in the text, or as another geometry; both are compared with the whole node as a tree.
@Suite struct PatchedMembersTests {
    private typealias Update = (inout Transaction, JSONText) throws(EditError) -> Void

    @Test(arguments: 0..<60)
    func `an update gives what one of the whole node gives`(seed: Int) throws {
        var random = Seeded(UInt64(seed))
        for _ in 0..<40 {
            let node = PatchedMembersTests.object(["\"id\":\"a\""], &random, isNode: true)
            let file = Array(#"{"nodewire":1,"nodes":[\#(node)],"edges":[]}"#.utf8)
            // What a file may not hold is left out.
            let document = try file.withUnsafeBufferPointer { try DocumentReader.read($0, isFile: true).document }
            let patch = try JSONText(validating: PatchedMembersTests.object([], &random, isNode: true))
            let expected = PatchedMembersTests.outcome(of: patch, in: document, PatchedMembersTests.updateWhole)
            let asText = PatchedMembersTests.outcome(of: patch, in: document) { (open, patch) throws(EditError) in
                try open.updateNode("a", patch: patch)
            }
            let asTree = PatchedMembersTests.outcome(of: patch, in: document) { (open, patch) throws(EditError) in
                try open.updateNode("a", patch: (try? JSON(patch))?.objectValue ?? [:])
            }
            let update = "\(node) by \(String(decoding: patch.bytes, as: UTF8.self))"
            #expect(asText == expected && asTree == expected, "\(update)")
        }
    }

    private static func updateWhole(_ open: inout Transaction, _ patch: JSONText) throws(EditError) {
        let slot = try open.document.slot(node: "a")
        let patch = MemberPatch.merge((try? JSON(patch))?.objectValue ?? [:])
        guard let result = try patch.applied(to: open.document.node(at: slot).text, id: "a") else { return }
        do throws(EditError) {
            try open.change(slot, to: Node(result.text, checking: result.names))
        } catch {
            throw error.inside("patch")
        }
    }

    private static func outcome(of patch: JSONText, in document: Document, _ update: Update) -> String {
        var document = document
        do throws(EditError) {
            _ = try document.transact { (open) throws(EditError) in try update(&open, patch) }
        } catch {
            return "\(error.reason) \(error.path) \(error.message)"
        }
        return fileText(document)
    }

    // MARK: Texts

    private static let members = ["data", "style", "label", "zIndex", "extra", "ex\\u0074ra", "measured"]
    private static let columns = ["width", "height", "position"]
    private static let parts = ["label", "a", "\\u0061", "b", "é", "x", "y"]

    private static func object(_ start: [String], _ random: inout Seeded, isNode: Bool = false) -> String {
        var (written, seen) = (start, Set<String>())
        let names = isNode ? members + columns : parts
        for _ in 0..<random.below(4) {
            let name = names[random.below(names.count)]
            if !seen.insert(name.replacing("\\u0074", with: "t").replacing("\\u0061", with: "a")).inserted { continue }
            written.append("\"\(name)\":\(value(&random, isNumber: columns.contains(name)))")
        }
        return "{\(written.joined(separator: ","))}"
    }

    private static func value(_ random: inout Seeded, isNumber: Bool) -> String {
        let place = #"{"x":\#(random.below(3)),"y":\#(random.below(3))}"#
        switch random.below(isNumber ? 5 : 12) {
        case 0: return "\(random.below(3))"
        case 1: return ["1.0", "1e1", "-0", "2.50", "-1"][random.below(5)]
        case 2: return "null"
        case 3: return place
        case 4: return #"{"x":\#(random.below(3))}"#
        case 5: return ["\"a\"", "\"\\u0061\"", "\"é\"", "\"\"", "\"\\\"\""][random.below(5)]
        case 6: return "[1,{\"a\":null}]"
        case 7: return "true"
        default: return object([], &random)
        }
    }
}
