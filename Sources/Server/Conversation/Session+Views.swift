import Formats
import Graph
import Interaction
import Wire

// A caller can read these values between two messages.

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

    /// The open views, by document and then in the order of opening.
    ///
    /// - Complexity: O(*n*) in the views.
    public var openViews: [OpenView] {
        documents.all.flatMap { open in open.workspace.windows.indices.map { open.openView($0) } }
    }

    /// The number of open views.
    public var openViewCount: Int { documents.views.count }

    /// Returns an open view; nil if none has the name.
    ///
    /// - Complexity: O(1).
    public mutating func openView(named name: String) -> OpenView? {
        documents.views.location(of: Identifier(name)).flatMap { location in
            documents.with(location.document) { $0.openView(location.view.index) }
        }
    }

    /// The number of open documents.
    public var openDocumentCount: Int { documents.count }

    /// The names of the open documents, in the order of opening.
    public var openDocuments: [String] { documents.all.map(\.name) }

    /// Writes a picture of an open document, as `document/export` with `svg` does; returns false if none has the name.
    ///
    /// - Complexity: as `writeSVG`.
    public func writePicture(ofDocument name: String, into writer: inout JSONWriter) -> Bool {
        guard let key = documents.key(named: name), let open = try? documents.document(key) else { return false }
        open.workspace.document.writeSVG(into: &writer)
        return true
    }
}

extension OpenDocument {
    /// A view of it, by its index.
    fileprivate func openView(_ index: Int) -> Session.OpenView {
        let view = workspace.windows[index].view
        return Session.OpenView(
            name: view.id, document: name, viewport: view.viewport, gesture: view.gesture?.kind.name)
    }
}
