import Formats
import Graph
import Interaction
import Wire

// What can be looked at between two messages, without one.

extension Session {
    /// An open view, as it is between two messages.
    public struct OpenView: Sendable, Equatable {
        /// The name of the view.
        public var name: String
        /// The document that it shows.
        public var document: String
        /// The mapping between canvas and screen.
        public var viewport: Viewport
        /// The kind of the open gesture; nil for none.
        public var gesture: String?
    }

    /// The open views, by document and then in the order in which they were opened.
    ///
    /// - Complexity: O(*n*) in the views.
    public var openViews: [OpenView] {
        var views: [OpenView] = []
        for index in documents.indices {
            let count = documents[index].workspace.windows.count
            for place in 0..<count {
                views.append(openView(index, place))
            }
        }
        return views
    }

    private func openView(_ index: Int, _ place: Int) -> OpenView {
        OpenView(
            name: documents[index].workspace.windows[place].view.id, document: documents[index].name,
            viewport: documents[index].workspace.windows[place].view.viewport,
            gesture: documents[index].workspace.windows[place].view.gesture?.kind.name)
    }

    /// The number of open views.
    public var openViewCount: Int { views.count }

    /// Returns an open view; nil if none has the name.
    ///
    /// - Complexity: O(1).
    public mutating func openView(named name: String) -> OpenView? {
        views.place(of: Identifier(name)).map { openView($0.document, $0.view.index) }
    }

    /// The number of open documents.
    public var openDocumentCount: Int { documents.count }

    /// The names of the open documents, in the order in which they were opened.
    public var openDocuments: [String] { documents.map(\.name) }

    /// Writes a picture of an open document, as `document/export` with `svg` does; returns false if none has the name.
    ///
    /// - Complexity: as `writeSVG`.
    public func writePicture(ofDocument name: String, into writer: inout JSONWriter) -> Bool {
        guard let index = documents.firstIndex(named: name) else { return false }
        documents[index].workspace.document.writeSVG(into: &writer)
        return true
    }
}
