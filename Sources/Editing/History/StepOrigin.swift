import Graph

/// The origin of a step of the history.
enum StepOrigin: Hashable, Sendable {
    /// No view: a step of all.
    case anyone
    case view(Identifier)
    /// Another replica: no step, but a change between steps.
    case remote
    /// Another replica, whose earlier writes could be shown only after an undo or a redo: the way back ends at the
    /// shown state.
    case revealed

    /// Is true if another replica has written it: it is no step.
    var isRemote: Bool { self == .remote || self == .revealed }

    /// Makes the origin of an edit in a view, or in none.
    init(_ view: Identifier?) { self = view.map { .view($0) } ?? .anyone }

    /// Returns the origin of a group after an edit in it: a group that several views edit is a step of none.
    ///
    /// - Parameter isFirst: whether the group held nothing before.
    func joined(by edit: StepOrigin, isFirst: Bool) -> StepOrigin {
        if edit == .anyone || edit == self { return self }
        return isFirst && self == .anyone ? edit : .anyone
    }

    /// Returns true if an edit of this origin leaves nothing to redo of another one.
    func ends(_ other: StepOrigin) -> Bool { self == .anyone || other == .anyone || self == other }
}

/// The owner of the steps that an undo or a redo takes.
public struct StepOwner: Sendable {
    private let view: Identifier?
    private let open: Set<Identifier>

    /// Takes every step.
    public static let everyone = StepOwner(view: nil, open: [])

    /// Takes the steps of a view, the steps without a view, and the steps of closed views.
    ///
    /// - Parameter open: the views that are open.
    public init(view: Identifier?, open: Set<Identifier>) {
        self.view = view
        self.open = open
    }

    func takes(_ origin: StepOrigin) -> Bool {
        switch origin {
        case .remote, .revealed: false
        case .anyone: true
        case .view(let id): view == nil || view == id || !open.contains(id)
        }
    }
}
