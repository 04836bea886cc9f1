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
    /// The elements that can contain a text, if an earlier search has found them.
    private let known: Search.Candidates?

    fileprivate init(_ content: Content, _ text: TextSearch?, _ query: Query?) {
        (document, self.text, self.query) = (content.document, text, query)
        // What is held would be copied with its next change.
        scene = query?.asksPlaces == true ? content.scene : Scene()
        known = text.flatMap { content.lastSearch?.candidates(for: $0, query) }
    }

    /// An estimate of the work: how often an element is asked whether it fits a condition.
    ///
    /// Conditions on a region or a node are checked only for the elements there, which may be all.
    public var cost: Int {
        known == nil ? document.elementCount * ((query?.conditionCount ?? 0) + (text?.wordCount ?? 0)) : 0
    }

    /// The matches after one of them, up to a number.
    ///
    /// - Throws: `limits`, `noSuchNode`.
    /// - Complexity: O(the elements and their texts); for a text that continues the last one, O(its results); with
    ///   conditions on a region or a node, O(the elements there).
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

    /// Keeps the results of a search in the present document, for a longer text that begins with it.
    public mutating func remember(_ page: Search.Page, of search: ContentSearch) {
        if let text = search.text { lastSearch = SearchMemory(text: text, query: search.query, found: page.found) }
    }
}

/// The results of the last text search, for the next one: while a person types, it examines nothing else.
///
/// It is dropped when the document changes. It holds one bit for each element, and the texts of a few.
struct SearchMemory: Sendable {
    let text: TextSearch
    let query: Query?
    let found: Search.Candidates

    /// Returns the elements for a search that extends the last text; nil if it does not extend it.
    func candidates(for next: TextSearch, _ query: Query?) -> Search.Candidates? {
        self.query == query && next.narrows(text) ? found : nil
    }
}
