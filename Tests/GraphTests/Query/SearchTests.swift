import Geometry
import Graph
import Sketching
import Testing
import Wire

@Suite struct SearchTests {
    private static func touching(_ document: Document) -> (Rect) -> ElementSet {
        { rect in
            var set = ElementSet()
            for slot in document.nodeSlots where document.frame(slot).touches(rect) { set.nodes.insert(slot) }
            return set
        }
    }

    /// All pages of a search, one after the other.
    private static func pages(_ search: Search, of document: Document, limit: Int) -> [Search.Match] {
        var matches: [Search.Match] = []
        var hasMore = true
        while hasMore {
            let page = search.page(of: document, after: matches.last, limit: limit)
            matches += page.matches
            hasMore = page.hasMore
            #expect(page.matches.count == limit || !hasMore)
        }
        return matches
    }

    @Test(arguments: 0..<60) func `queries find what a naive search finds`(seed: Int) throws {
        var program = SearchProgram(seed: seed)
        for _ in 0..<10 {
            let document = program.document()
            let naive = NaiveSearch(document)
            for _ in 0..<20 {
                let query = program.query(document)
                let plan = try query.plan(in: document, touching: SearchTests.touching(document))
                let expected = naive.things.filter { naive.fits(query, $0) }.map(\.element)
                let found = SearchTests.pages(Search(nil, plan), of: document, limit: 1 + program.below(5))
                #expect(found.map(\.element) == expected, "seed \(seed): \(query)")
                let all = Search(nil, plan).all(in: document)
                #expect(all.nodes.count + all.edges.count == expected.count)
            }
        }
    }

    @Test(arguments: 0..<60) func `texts find what a naive search finds`(seed: Int) throws {
        var program = SearchProgram(seed: seed + 1000)
        for _ in 0..<10 {
            let document = program.document()
            let naive = NaiveSearch(document)
            for _ in 0..<20 {
                let text = program.text()
                guard let search = try TextSearch(text) else { continue }
                let expected = naive.things.compactMap { thing in
                    naive.match(text, thing).map { (rank: $0.rank, element: thing.element, matches: $0.matches) }
                }.enumerated().sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1)
                let found = SearchTests.pages(Search(search, nil), of: document, limit: 1 + program.below(5))
                #expect(
                    found == expected.map { Search.Match($0.rank, $0.element) },
                    "seed \(seed): \"\(text)\" in \(picture(of: document))")
                for match in expected {
                    let places =
                        switch match.element {
                        case .node(let slot): search.matches(ofNode: slot, in: document)
                        case .edge(let slot): search.matches(ofEdge: slot, in: document)
                        }
                    #expect(places == match.matches, "seed \(seed): \"\(text)\" in \(picture(of: document))")
                }
            }
        }
    }

    @Test(arguments: 0..<30) func `what a longer text finds is among what the shorter found`(seed: Int) throws {
        var program = SearchProgram(seed: seed + 2000)
        for _ in 0..<10 {
            let document = program.document()
            let text = program.text()
            for typed in [text + "a", text + " o", text + "r", "a" + text] {
                guard let shorter = try TextSearch(text), let longer = try TextSearch(typed),
                    longer.narrows(shorter)
                else { continue }
                let known = Search(shorter, nil).page(of: document, limit: 1).found
                let search = Search(longer, nil)
                let everywhere = search.page(of: document, limit: 100)
                for candidates in [known, Search.Candidates(elements: known.elements)] {
                    let among = search.page(of: document, limit: 100, among: candidates)
                    #expect(among.matches == everywhere.matches, "\(text), \(typed)")
                    #expect(among.found.elements == everywhere.found.elements, "\(text), \(typed)")
                }
            }
        }
    }

    @Test func `letters of any case are found only within their alphabet`() throws {
        let document = Sketch(
            content: ["nodes": [["id": "1", "label": "\u{212A}elvin \u{17F}tep TI\u{307}TLE \u{1E9E}"]], "edges": []]
        ).document
        let slot = try #require(document.node("1"))
        func finds(_ text: String) throws -> Bool {
            try !Search(#require(try TextSearch(text)), nil).all(in: document).nodes.isEmpty
        }
        #expect(try finds("\u{212A}ELVIN"))
        #expect(try !finds("kelvin"))
        #expect(try !finds("step"))
        #expect(try finds("\u{DF}"))
        #expect(try !finds("ss"))
        #expect(try TextSearch("\u{DF}")?.matches(ofNode: slot, in: document).first?.from == 19)
    }

    @Test func `escapes and lone surrogates are one scalar each`() throws {
        let text = #"{"nodes":[{"id":"1","data":{"t":"\ud800\\x\n\u0053tep \ud83d\ude00 end"}}],"edges":[]}"#
        let document = try #require(
            try? Array(text.utf8).withUnsafeBufferPointer { try DocumentReader.read($0, isFile: false) }
        )
        .document
        let slot = try #require(document.node("1"))
        let step = try #require(try TextSearch("STEP"))
        #expect(step.matches(ofNode: slot, in: document) == [TextMatch(path: "/data/t", from: 4, to: 8)])
        let end = try #require(try TextSearch("end"))
        #expect(end.matches(ofNode: slot, in: document) == [TextMatch(path: "/data/t", from: 11, to: 14)])
    }

    @Test func `queries and texts have limits`() throws {
        let document = Sketch("a 0,0").document
        func refuses(_ query: Query) -> Bool {
            do throws(EditError) {
                _ = try query.plan(in: document) { _ in ElementSet() }
                return false
            } catch {
                return error.reason == .limits
            }
        }
        var deep = Query()
        for _ in 1..<Limits.queryDepth { deep = nested(deep) }
        #expect(!refuses(deep))
        #expect(refuses(nested(deep)))
        var wide = Query()
        wide.any = Array(repeating: Query(), count: Limits.queryConditions - 1)
        #expect(!refuses(wide))
        wide.any?.append(Query())
        #expect(refuses(wide))
        var long = Query()
        long.label = .part(String(repeating: "a", count: Limits.queryTextBytes + 1))
        #expect(refuses(long))
        #expect(throws: EditError.self) { try TextSearch(String(repeating: "a", count: Limits.queryTextBytes + 1)) }
        #expect(throws: EditError.self) {
            try TextSearch((0...Limits.queryWords).map(String.init).joined(separator: " "))
        }
        #expect(try TextSearch(" \u{3000}\t") == nil)
    }

    private func nested(_ query: Query) -> Query {
        var outer = Query()
        outer.not = [query]
        return outer
    }

    @Test func `texts are found in deep and wide data`() throws {
        var deep: JSON = "needle"
        for _ in 0..<60 { deep = .array([.object(["k": deep])]) }
        let words = (0..<2000).map { JSON.string("word \($0) " + String(repeating: "-", count: $0 % 40)) }
        let document = Sketch(
            content: [
                "nodes": [["id": "deep", "data": deep], ["id": "wide", "data": .array(words)]], "edges": [],
            ]
        ).document
        for (text, id) in [("NEEDLE", "deep"), ("word 1999", "wide"), ("--- 7", "wide")] {
            let found = Search(try #require(try TextSearch(text)), nil).all(in: document).nodes
            #expect(found.slots.map { document.nodeID($0).string } == [id])
        }
    }
}
