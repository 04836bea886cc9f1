import Graph

/// The options for drawing a document as a picture.
public struct SVGOptions: Sendable {
    /// The colors of the picture.
    public enum Theme: String, CaseIterable, Sendable { case light, dark, auto }

    /// Is true if the picture's metadata contains the document.
    public var embed = false
    /// The theme; `auto` follows the reader's preference.
    public var theme = Theme.auto
    /// The empty space around everything, in canvas units, 0…10,000.
    public var margin = 20.0
    /// Is true if texts are drawn: labels of nodes, groups, edges and visible handles.
    public var labels = true
    /// Is true if handles are drawn: declared ones, and others at which edges end.
    public var handles = true
    /// The document to compare with: differences are marked, and its removed elements are shown.
    public var compared: Document?

    /// Makes the default options.
    public init() {}
}
