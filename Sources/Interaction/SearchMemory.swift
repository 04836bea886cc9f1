import Geometry
import Graph

/// The results of the last search for a text, for the next one: as one types on, it looks at nothing else.
///
/// It is dropped when the document changes. It holds one bit for each element, and the texts of few.
struct SearchMemory: Sendable {
    let text: TextSearch
    let query: Query?
    let found: Search.Candidates

    /// Returns the elements among which a text is to be searched that extends the last one; nil if it does not extend
    /// it.
    func candidates(for next: TextSearch, _ query: Query?) -> Search.Candidates? {
        self.query == query && next.narrows(text) ? found : nil
    }
}
