import Geometry
import Wire

/// How a document wants to be edited; each value has a default, and a file states only what differs.
///
/// What each of them means stands in its row of `Setting.all`.
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
    /// How far edges that go round nodes stay away from them, in canvas units.
    public var edgeClearance = 12.0
    /// How far legs of orthogonal edges that run side by side are apart, in canvas units.
    public var edgeSpacing = 8.0
    /// Whether level legs of orthogonal edges are drawn with arcs over those they cross.
    public var jumps = false
    /// What becomes of an edit that adds a problem to the data of a node.
    public var dataProblems = DataProblems.report
    /// How long the client has to answer a question, in milliseconds.
    public var clientDeadline = 500.0
    /// What counts where it has not answered by then.
    public var clientDefault = ClientDefault.refuse
    /// Those that only views and gestures read, not the graph, its edits and its routes.
    public var interaction = InteractionSettings()

    /// Between which kinds of handles edges may lead.
    public enum ConnectionMode: String, CaseIterable, Sendable { case strict, loose }

    /// Whether problems of data are only reported, or edits that add one are refused.
    public enum DataProblems: String, CaseIterable, Sendable { case report, refuse }

    /// What a question counts as that the client does not answer.
    public enum ClientDefault: String, CaseIterable, Sendable { case refuse, allow }

    /// The default settings.
    public init() {}

    /// The settings of a file: what is unknown or impossible there counts as absent.
    public init(_ json: JSON?) {
        guard case .object(let object)? = json else { return }
        for member in object.members {
            guard let setting = Setting.named(member.name) else { continue }
            _ = setting.set(&self, member.value)
        }
        interaction.orderZoomLimits()
    }
}
