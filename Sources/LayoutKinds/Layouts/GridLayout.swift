/// Nodes in rows and columns, in the order of the document. A column is as wide as its widest node, a row as high as
/// its highest.
public struct GridLayout: Sendable {
    /// The gap between columns and between rows, in canvas units.
    public var nodeSpacing = 50.0
    /// The number of columns; 0 for about as many columns as rows.
    public var columns = 0

    /// Makes a layout with the default options of the protocol.
    public init() {}
}
