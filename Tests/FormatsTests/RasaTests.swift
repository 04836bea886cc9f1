import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A story of Rasa") struct RasaTests {
    static let files = CountedFile.all(in: ["rasa"])

    @Test(
        "has the steps that are counted in real files",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: files)
    func counts(file: CountedFile) throws {
        let (document, losses) = try drawing(file.bytes)
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == file.counts && losses.isEmpty)
        file.damage(as: .rasa)
    }

    @Test("is a chain of its steps; checkpoints are shared")
    func reading() throws {
        let text = """
            version: "3.1"  # of the format
            rules:
            - rule: it's a rule
              condition: []
              steps:
              - or:
                - intent: yes
                - intent: "no # way"
              - slot_was_set:
                - name: Ann
                - age
              - checkpoint: c
            stories:
              - story: s
                steps:
                  - checkpoint: c
                  - active_loop: null
                  - action: 'bye'
                  - thing: 1
            nlu: x
            """
        let (document, losses) = try drawing(text)
        #expect(
            brief(document) == [
                "it's a rule 1[yes or no # way]capsule", "it's a rule 2[name = Ann, age]hexagon", "c[c]ellipse",
                "s 2[no loop]hexagon", "s 3[bye]", "s 4[{\"thing\":1}]", "it's a rule 1>it's a rule 2",
                "it's a rule 2>c", "c>s 2", "s 2>s 3", "s 3>s 4",
            ])
        #expect(losses.map(\.code) == ["member", "step", "member"])
        #expect(try readRecognized(text).format == .rasa)
    }

    @Test(
        "that is damaged is refused with its line",
        arguments: [
            ("stories:\n\t- story: a", "line 2"), ("stories:\n - story: a\n   steps:\n  - x", "line 4"),
            ("a: b", "line 1"),
            ("stories: " + String(repeating: "\n- - ", count: 2), "line"),
            ("stories:\n" + String(repeating: "- ", count: 100) + "a", "line 2"),
        ])
    func damaged(text: String, place: String) {
        do throws(EditError) {
            let document = try drawing(text, as: .rasa).document
            #expect(document.nodes.count == 0)
        } catch {
            #expect(error.message.contains(place))
        }
    }
}
