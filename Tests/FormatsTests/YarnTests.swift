import Formats
import Foundation
import Graph
import Testing
import Wire

@Suite("A dialog of Yarn") struct YarnTests {
    static let files = CountedFile.all(in: ["yarn"])

    @Test(
        "has the nodes and jumps that are counted in real files, and is written as it was but for places and blank lines",
        .enabled(if: RealDrawing.corpus != nil, "NODEWIRE_CORPUS is not set"), arguments: files)
    func counts(file: CountedFile) throws {
        let document = try drawing(file.bytes).document
        #expect(document.checkInvariants() == [])
        #expect([document.nodes.count, document.edges.count] == file.counts)
        let (text, losses) = written(document, .yarn)
        func lines(_ text: String) -> [Substring] {
            text.split { $0 == "\n" || $0 == "\r\n" }.filter {
                !$0.hasPrefix("position") && $0 != "tags: " && $0 != "tags:"
            }
        }
        // The texts of a node group come together.
        #expect(lines(text).sorted() == lines(String(decoding: file.bytes, as: UTF8.self)).sorted() && losses.isEmpty)
        #expect(links(try drawing(text).document) == links(document))
        file.damage(as: .yarn)
    }

    @Test func `may name titles in other letters`() throws {
        let document = try drawing("Title: A\n---\n<<jump B>>\n===\nTITLE: B\n---\nx\n===\n").document
        #expect(document.nodes.count == 2 && document.edges.count == 1)
        #expect(written(document, .yarn).text.hasPrefix("title: A\n"))
    }

    static let dialog = """
        #file
        title: Start
        tags: a b
        position: 10,-20.5
        colorID: 3
        ---
        Ann: Hello // <<jump Shop>>
        -> To the shop <<if $open>> #line:1
            <<jump Shop>>
        -> Ask \\#1
            -> Again
                <<detour Talk>>
            Bye.
            <<jump Shop>>
        [[Old|Talk]]
        <<jump {$next}>>
        <<jump Nowhere>>
        ===
        title: Shop
        ---
        ===
        title: Talk
        when: always
        ---
        <<jump Shop>>
        ===
        title: Talk
        when: once
        ---
        <<jump Start>>
        ===

        """

    @Test("has its jumps as edges, with the options as labels")
    func reading() throws {
        let (document, losses) = try drawing(YarnTests.dialog)
        #expect(
            links(document) == [
                "Start>Shop To the shop", "Start>Talk Again", "Start>Shop Ask #1", "Start>Talk Old", "Talk>Shop",
                "Talk>Start",
            ])
        let start = document.node(at: document.nodeSlots[0]).json
        #expect(start["position"] == ["x": 10, "y": -20.5] && start["data"]?["tags"] == ["a", "b"])
        #expect(losses.map(\.code) == ["dynamic", "variants", "dangling"])
        let lines = written(document, .yarn).text.split(separator: "\n").filter { !$0.hasPrefix("position") }
        #expect(lines == YarnTests.dialog.split(separator: "\n").filter { !$0.hasPrefix("position") })
    }

    @Test("follows its edges: removed, led elsewhere, labelled, added")
    func edges() throws {
        var document = try drawing(YarnTests.dialog).document
        document = try changed(document, "edges") { edges in
            for (index, name, value) in [(0, "target", "Talk"), (2, "label", "Ask #2"), (4, "label", "Buy")] {
                guard case .object(var edge) = edges[index] else { continue }
                edge[name] = .string(value)
                edges[index] = .object(edge)
            }
            edges.remove(at: 1)
            edges.append(["id": "x", "source": "Shop", "target": "Talk", "data": ["jump": "detour"]])
            edges.append(["id": "y", "source": "Shop", "target": "Start", "label": "Back"])
        }
        document = try changed(document, "nodes") { nodes in
            guard case .object(var talk) = nodes[2] else { return }
            talk["label"] = "Small talk"
            nodes[2] = .object(talk)
        }
        let (text, losses) = written(document, .yarn)
        #expect(losses.map(\.code) == ["name"])
        #expect(
            text.contains(
                """
                -> To the shop <<if $open>> #line:1
                    <<jump Small_talk>>
                -> Ask \\#2
                    -> Again
                    Bye.
                    <<jump Shop>>
                [[Old|Small_talk]]
                <<jump {$next}>>
                <<jump Nowhere>>
                ===
                """))
        #expect(text.contains("---\n<<detour Small_talk>>\n-> Back\n    <<jump Start>>\n===\n"))
        #expect(
            text.contains("---\n-> Buy\n    <<jump Shop>>\n===\n") && text.contains("title: Small_talk\nwhen: once"))
        #expect(links(try drawing(text).document).count == 7)
    }

    @Test(
        "that is damaged is refused with its line",
        arguments: [("title: a\nb\n---\n", "line 2"), ("tags: a\n---\n===", "line 1"), ("title: a\n", "line 1")])
    func damaged(text: String, place: String) {
        do throws(EditError) {
            _ = try drawing(text, as: .yarn)
            Issue.record("it was not refused")
        } catch {
            #expect(error.message.contains(place))
        }
    }

    @Test("may have many texts under one title, and options nested deeply")
    func size() throws {
        let variants = String(repeating: "title: a\n---\nx\n===\n", count: 20_000)
        #expect(try drawing(variants).document.nodes.count == 1)
        let options = (0..<2000).map { String(repeating: " ", count: $0) + "-> a\n" }.joined()
        let document = try drawing("title: a\n---\n\(options)\n\(String(repeating: " ", count: 3000))<<jump a>>")
            .document
        #expect(links(document) == ["a>a a"])
    }
}
