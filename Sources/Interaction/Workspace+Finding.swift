import Geometry
import Graph

/// What the last search for a text found, for the next one: as one types on, it looks at nothing else.
///
/// It is dropped when the document changes. It holds one bit for each element, and the texts of few.
struct SearchMemory: Sendable {
    let text: TextSearch
    let query: Query?
    let found: Search.Candidates
}

extension Workspace {
    /// The elements that have the words of a text and fit a query, behind a match and at most so many.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements and their texts); with a text that goes on after the last one, O(what that found).
    public mutating func find(
        _ text: TextSearch?, _ query: Query?, after last: Search.Match?, limit: Int
    ) throws(EditError) -> Search.Page {
        let known = candidates(for: text, query)
        let plan = try known == nil ? plan(for: query) : nil
        let page = Search(text, plan).page(of: document, after: last, limit: limit, among: known)
        if let text { lastSearch = SearchMemory(text: text, query: query, found: page.found) }
        return page
    }

    /// All elements that fit a query.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements).
    public mutating func elements(fitting query: Query) throws(EditError) -> Selection {
        let found = Search(nil, try plan(for: query)).all(in: document)
        var selection = Selection()
        selection.nodes = found.nodes
        selection.edges = found.edges
        return selection
    }

    private func candidates(for text: TextSearch?, _ query: Query?) -> Search.Candidates? {
        guard let text, let lastSearch, lastSearch.query == query, text.narrows(lastSearch.text) else { return nil }
        return lastSearch.found
    }

    private mutating func plan(for query: Query?) throws(EditError) -> QueryPlan? {
        try query?.plan(in: document) { elements(touching: $0) }
    }
}
