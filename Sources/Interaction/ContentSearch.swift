import Geometry
import Graph

/// A search for elements that have the words of a text and fit a query, on a copy: any thread may run it.
public struct ContentSearch: Sendable {
    /// The document as it is searched.
    public let document: Document
    private let scene: Scene
    /// The text; nil for any.
    public let text: TextSearch?
    fileprivate let query: Query?
    /// The elements among which a text is to be found, if an earlier search has found them.
    private let known: Search.Candidates?

    fileprivate init(_ content: Content, _ text: TextSearch?, _ query: Query?) {
        (document, self.text, self.query) = (content.document, text, query)
        // What is held would be copied with its next change.
        scene = query?.asksPlaces == true ? content.scene : Scene()
        known = text.flatMap { content.lastSearch?.candidates(for: $0, query) }
    }

    /// An estimate of the work: how often an element is asked whether it fits a condition.
    ///
    /// Conditions that name a place or a node are asked of what is there alone, which may be everything.
    public var cost: Int {
        known == nil ? document.elementCount * ((query?.conditionCount ?? 0) + (text?.wordCount ?? 0)) : 0
    }

    /// The matches behind one of them, at most so many.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements and their texts); with a text that goes on after the last one, O(what that found); with
    ///   conditions that name a place or a node, O(what is there).
    public func page(after last: Search.Match?, limit: Int) throws(EditError) -> Search.Page {
        Search(text, known == nil ? try plan : nil).page(of: document, after: last, limit: limit, among: known)
    }

    /// All elements that are found.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements and their texts).
    public func all() throws(EditError) -> ElementSet { Search(text, try plan).all(in: document) }

    private var plan: QueryPlan? {
        get throws(EditError) {
            var paths = KnownPaths()
            return try query?.plan(in: document) { scene.elements(touching: $0, document, &paths) }
        }
    }
}

extension Content {
    /// A search of the document as it is now.
    ///
    /// - Throws: `limits`.
    public mutating func search(for text: TextSearch?, _ query: Query?) throws(EditError) -> ContentSearch {
        try query?.checkLimits()
        if query?.asksPlaces == true { refreshItems() } else { editor.refresh() }
        return ContentSearch(self, text, query)
    }

    /// Remembers what a search has found in the document as it is now, for one whose text goes on after it.
    public mutating func remember(_ page: Search.Page, of search: ContentSearch) {
        if let text = search.text { lastSearch = SearchMemory(text: text, query: search.query, found: page.found) }
    }
}
