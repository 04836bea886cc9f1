import Geometry
import Wire

/// The settings of a document; each has a default, and a file states only the differing ones.
///
/// The row of each of them in `Setting.all` describes it.
public struct Settings: Sendable, Equatable {
    public var snapToGrid = false
    /// Width and height of a cell, in canvas units.
    public var snapGrid = Point(x: 20, y: 20)
    public var snapOrigin = Point.zero
    public var allowSelfLoops = false
    public var allowDuplicates = false
    public var allowCycles = true
    public var checkValues = false
    public var connectionMode = ConnectionMode.strict
    public var edgeGeometry = EdgeGeometry.swiftFlow
    public var defaultEdgeType = EdgeType.bezier
    /// The distance between nodes and the edges that go round them, in canvas units.
    public var edgeClearance = 12.0
    /// The distance between legs of orthogonal edges that run side by side, in canvas units.
    public var edgeSpacing = 8.0
    /// The distance between parallel edges, in canvas units; 0 draws all by one path, and loops by the formula of their type.
    public var edgeSpread = 16.0
    /// Is true if labels slide along their edges to keep off nodes and each other.
    public var placeLabels = false
    /// The greatest width of a line in labels of edges, with its padding, in canvas units.
    public var labelWidth = EdgeLabelText.standardWidth
    /// Is true if handles of one side without an offset lie at equal distances along it.
    public var spreadHandles = true
    /// Is true if horizontal legs of orthogonal edges have arcs over the legs that they cross.
    public var jumps = false
    /// The treatment of an edit that adds a problem to the data of a node.
    public var dataProblems = DataProblems.report
    /// The severities of diagnostics that differ from the default ones.
    public var diagnostics = DiagnosticGrades()
    /// The time that the client has to answer a question, in milliseconds.
    public var clientDeadline = 500.0
    /// The answer that counts if it has not answered by then.
    public var clientDefault = ClientDefault.refuse
    /// The settings that only views and gestures read, not the graph, its edits and its routes.
    public var interaction = InteractionSettings()

    /// The kinds of handles between which edges may lead.
    public enum ConnectionMode: String, CaseIterable, Sendable { case strict, loose }

    /// The choice whether problems of data are only reported, or edits that add one are refused.
    public enum DataProblems: String, CaseIterable, Sendable { case report, refuse }

    /// The answer to a question that the client does not answer.
    public enum ClientDefault: String, CaseIterable, Sendable { case refuse, allow }

    /// The default settings.
    public init() {}

    /// The settings of a file; unknown or impossible parts count as absent.
    public init(_ json: JSON?) {
        guard case .object(let object)? = json else { return }
        for member in object.members {
            guard let setting = Setting.named(member.name) else { continue }
            _ = setting.set(&self, member.value)
        }
        interaction.orderZoomLimits()
    }
}
