import Graph
import Testing

@testable import Server

@Suite struct ViewDirectoryTests {
    private func directory(_ ids: [[String]]) -> ViewDirectory {
        var directory = ViewDirectory()
        for (number, ids) in ids.enumerated() {
            directory.set(ids.map { Identifier($0) }, of: DocumentKey(number: number))
        }
        return directory
    }

    /// Asks for a view, and expects the number of its document and its index, or that there is none.
    private func expect(
        _ id: String, at expected: (Int, Int)?, in views: inout ViewDirectory,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let location = views.location(of: Identifier(id))
        #expect(location?.document.number == expected?.0, sourceLocation: sourceLocation)
        #expect(location?.view.index == expected?.1, sourceLocation: sourceLocation)
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

    @Test func `after a view is closed it is gone, and others of its document are found at their new places`() {
        var views = directory([["a"], ["b", "c"]])
        expect("c", at: (1, 1), in: &views)
        views.set([Identifier("c")], of: DocumentKey(number: 1))
        expect("c", at: (1, 0), in: &views)
        expect("b", at: nil, in: &views)
        views.set([], of: DocumentKey(number: 0))
        expect("a", at: nil, in: &views)
        expect("c", at: (1, 0), in: &views)
        #expect(views.count == 1)
    }

    @Test func `a generated id is none that a client has given, and none is generated twice`() {
        var views = directory([["v1", "v3"]])
        var made = [views.makeID(), views.makeID()]
        views.set([], of: DocumentKey(number: 0))
        made.append(views.makeID())
        #expect(made == ["v2", "v4", "v5"])
    }
}
