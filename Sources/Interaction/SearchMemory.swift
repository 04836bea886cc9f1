import Geometry
import Graph

/// What the last search for a text found, for the next one: as one types on, it looks at nothing else.
///
/// It is dropped when the document changes. It holds one bit for each element, and the texts of few.
struct SearchMemory: Sendable {
    let text: TextSearch
    let query: Query?
    let found: Search.Candidates

    /// What a text is to be searched among that goes on after the last one; nil where it does not.
    func candidates(for next: TextSearch, _ query: Query?) -> Search.Candidates? {
        self.query == query && next.narrows(text) ? found : nil
    }
}
