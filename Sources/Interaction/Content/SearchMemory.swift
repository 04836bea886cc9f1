import Geometry
import Graph

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
