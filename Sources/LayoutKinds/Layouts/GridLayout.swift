/// Nodes in rows and columns, in the order of the document: columns as wide as their widest node, rows as high as their
/// highest.
public struct GridLayout: Sendable {
    /// The gap between columns and between rows, in canvas units.
    public var nodeSpacing = 50.0
    /// The number of columns; 0 for as many as rows, or one more.
    public var columns = 0

    /// A layout with the options of the protocol where they are left out.
    public init() {}
}
