import Graph
import Testing

@testable import Server

@Suite struct ViewDirectoryTests {
    private func directory(_ ids: [[String]]) -> ViewDirectory {
        var directory = ViewDirectory()
        directory.replace(with: ids.map { $0.map { Identifier($0) } })
        return directory
    }

    /// Asks for a view, and expects the indexes of its document and of it, or that there is none.
    private func expect(
        _ id: String, at expected: (Int, Int)?, in views: inout ViewDirectory,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let place = views.place(of: Identifier(id))
        #expect(place?.document == expected?.0, sourceLocation: sourceLocation)
        #expect(place?.view.index == expected?.1, sourceLocation: sourceLocation)
    }

    @Test func `an id leads to the document and to the view in it`() {
        var views = directory([["a", "b"], [], ["c"]])
        #expect(views.count == 3)
        for _ in 0..<2 {
            expect("b", at: (0, 1), in: &views)
            expect("c", at: (2, 0), in: &views)
            expect("c", at: (2, 0), in: &views)
            expect("d", at: nil, in: &views)
        }
        #expect(views.contains(Identifier("a")) && !views.contains(Identifier("d")))
    }

    @Test func `after a document is closed its views are gone and others are found at their new places`() {
        var views = directory([["a"], ["b"]])
        expect("b", at: (1, 0), in: &views)
        views.replace(with: [[Identifier("b")]])
        expect("b", at: (0, 0), in: &views)
        expect("a", at: nil, in: &views)
        #expect(views.count == 1)
    }

    @Test func `a generated id is none that a client has given, and none is generated twice`() {
        var views = directory([["v1", "v3"]])
        var made = [views.makeID(), views.makeID()]
        views.replace(with: [[Identifier]]())
        made.append(views.makeID())
        #expect(made == ["v2", "v4", "v5"])
    }
}
