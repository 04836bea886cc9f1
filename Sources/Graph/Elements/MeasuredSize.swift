import Geometry
import Storage
import Wire

/// The size of a node that front ends found with their own fonts: layout state, of which history, journal and hash know
/// nothing.
public struct MeasuredSize: Sendable, Equatable {
    /// The size in the font of one view, which holds while that view is open.
    struct Shown: Sendable, Equatable {
        let view: Identifier
        let size: Size
    }

    /// The size that files keep.
    public let kept: Size?
    /// The sizes of views, the one measured last at the end.
    let shown: [Shown]

    /// A size that files keep; nil takes back whatever was measured.
    public init(_ kept: Size?) {
        self.kept = kept
        shown = []
    }

    private init(_ kept: Size?, _ shown: [Shown]) {
        self.kept = kept
        self.shown = shown
    }

    /// The size that counts: the one that a view measured last, else the one that files keep.
    public var size: Size? { shown.last?.size ?? kept }

    /// The same with the size in the font of a view, which now counts; nil takes back what the view measured.
    public func with(_ size: Size?, in view: Identifier) -> MeasuredSize {
        let others = shown.filter { $0.view != view }
        return MeasuredSize(kept, size.map { others + [Shown(view: view, size: $0)] } ?? others)
    }
}

/// The change of the measured size of the node of an id; nil is a node of which nothing was measured.
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

    /// The change as the history keeps it: views may be closed when it is taken back.
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
