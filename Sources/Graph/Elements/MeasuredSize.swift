import Geometry
import Storage
import Wire

/// The size of a node that front ends measured with their own fonts: layout state that history, journal and hash do
/// not know.
public struct MeasuredSize: Sendable, Equatable {
    /// The size in the font of one view, valid while that view is open.
    struct Shown: Sendable, Equatable {
        let view: Identifier
        let size: Size
    }

    /// The size that files keep.
    public let kept: Size?
    /// The sizes of views, the latest measurement at the end.
    let shown: [Shown]

    /// A size for files; nil withdraws the measurement.
    public init(_ kept: Size?) {
        self.kept = kept
        shown = []
    }

    private init(_ kept: Size?, _ shown: [Shown]) {
        self.kept = kept
        self.shown = shown
    }

    /// The size in effect: the latest measurement of a view, else the one in files.
    public var size: Size? { shown.last?.size ?? kept }

    /// The same with the size in the font of a view, which is now in effect; nil withdraws the view's measurement.
    public func with(_ size: Size?, in view: Identifier) -> MeasuredSize {
        let others = shown.filter { $0.view != view }
        return MeasuredSize(kept, size.map { others + [Shown(view: view, size: $0)] } ?? others)
    }
}

/// The change of the measured size of the node with an id; nil is a node without a measurement.
public struct MeasuredChange: Sendable {
    /// The node's id.
    public let id: Node.ID
    /// The state before.
    public var before: MeasuredSize?
    /// The state after.
    public var after: MeasuredSize?
    /// Is true if an edit stated the member `measured` as it states others: then it is a step of the history.
    public var isStated: Bool

    /// The change back.
    public var inverse: MeasuredChange { MeasuredChange(id: id, before: after, after: before, isStated: isStated) }

    /// The change in the form of the history: views may be closed when it is undone.
    var lasting: MeasuredChange {
        MeasuredChange(
            id: id, before: MeasuredSize(before?.size), after: MeasuredSize(after?.size), isStated: isStated)
    }
}

extension Size {
    /// Reads `{width, height}` in the spelling that two doubles give back; nil for any other value, and the cursor stays.
    init?(measured cursor: inout JSONCursor) {
        var value = cursor
        var (width, height): (Double?, Double?)
        var isPlain = true
        guard value.entersObject() else { return nil }
        while let name = value.nextMember() {
            guard value.peek() == .number, let length = try? value.readDouble(isPlain: &isPlain), isPlain, length >= 0
            else { return nil }
            if name == "width", width == nil {
                width = length
            } else if name == "height", height == nil {
                height = length
            } else {
                return nil
            }
        }
        guard let width, let height else { return nil }
        self.init(width: width, height: height)
        cursor = value
    }
}
