import Graph
import Wire

/// The key of an element log: an element, or a member of the document.
enum ElementKey: Hashable, Sendable {
    case node(Identifier)
    case edge(Identifier)
    case member(String)
}

/// The write log of one element: its state before the steps of a history, and their effects on it, in order.
///
/// Only these and the set of done steps decide the element, not the order of undos. Each done step repeats its
/// original effect. So the last step that wrote a member decides it, and an element that a step needs exists.
struct ElementLog: Sendable {
    /// The content of an element, or the value of a member of the document; nil is none.
    enum Content: Equatable, Sendable {
        case node(Node)
        case edge(Edge)
        case value(JSON?)
        /// A value whose own members are written one by one.
        case parts(JSON?)

        /// Makes the content of a member of the document.
        init(_ value: JSON?, ofMember name: String) {
            self = Document.dividedMembers.contains(JSONString(name)) ? .parts(value) : .value(value)
        }
    }

    /// The change that a step made.
    enum Change: Sendable {
        case made(Content)
        case removed(Content)
        case changed(from: Content, to: Content)
        /// It ended an edge on the element, put a node into it or moved it in the order, so it needs it.
        case needed
    }

    struct State: Sendable {
        /// The content of the element; also known of an element that is not there.
        var content: Content?
        var isThere: Bool
        /// Is true if a done step has removed it: writes of other replicas do not bring it back.
        var isRemoved = false
    }

    /// The state before the steps.
    private(set) var base: State
    /// The writes of the steps, in their order.
    private(set) var writes: [Write] = []

    /// The power of a write to bring back an element that is gone.
    enum Revival: Sendable {
        case always, unlessRemoved, never

        /// - Parameter origin: of the step that wrote. What is revealed was written while the element was not there.
        init(_ origin: StepOrigin) {
            switch origin {
            case .anyone, .view: self = .always
            case .remote: self = .unlessRemoved
            case .revealed: self = .never
            }
        }
    }

    struct Write: Sendable {
        /// The number of the step; nil is one that is forgotten and was undone.
        var step: Int?
        var change: Change
        var revival: Revival
    }

    /// A log as it is stored.
    init(base: State, writes: [Write]) { (self.base, self.writes) = (base, writes) }

    /// Makes the log of an element before a first change; returns nil if the change does not concern it.
    init?(before change: Change) {
        switch change {
        case .made: base = State(content: nil, isThere: false)
        case .removed(let content), .changed(from: let content, to: _): base = State(content: content, isThere: true)
        case .needed: return nil
        }
    }

    /// Makes the log of an element that is there.
    init(_ content: Content) { base = State(content: content, isThere: true) }

    /// Is true if no step is left that wrote it.
    var isOver: Bool { writes.allSatisfy { $0.step == nil } }
    /// Is true if it was there before the steps.
    var wasThere: Bool { base.isThere }

    mutating func add(_ change: Change, of step: Int, _ revival: Revival) {
        writes.append(Write(step: step, change: change, revival: revival))
    }

    /// A change by the last done step: an element that another replica lets appear, and that should already exist, has
    /// only changed.
    func seen(_ change: Change, _ revival: Revival, without undone: Set<Int>) -> Change {
        guard revival != .always, case .made(let new) = change, let old = content(without: undone) else {
            return change
        }
        return .changed(from: old, to: new)
    }

    /// Forgets the first step, or one that is undone.
    mutating func forget(_ step: Int, isDone: Bool) {
        if !isDone {
            // What it made is known still: a later step may need it.
            writes.removeAll { $0.step == step && !$0.change.isMaking }
            for index in writes.indices where writes[index].step == step { writes[index].step = nil }
        }
        var count = 0
        while count < writes.count, writes[count].step == nil || writes[count].step == step {
            base.take(writes[count], isDone: writes[count].step != nil)
            count += 1
        }
        writes.removeFirst(count)
    }

    /// Returns the element as it is if all steps are done but some; nil if it is not there.
    ///
    /// - Complexity: O(the steps that did something to it).
    func content(without undone: Set<Int>) -> Content? {
        let state = state(without: undone)
        return state.isThere ? state.content : nil
    }

    /// The same, with the known facts about it where it does not exist.
    func state(without undone: Set<Int>) -> State {
        var state = base
        for write in writes { state.take(write, isDone: ElementLog.isDone(write, undone)) }
        return state
    }

    /// The last step that gave a node its parent; nil if it had it before.
    func lastParentStep(without undone: Set<Int>) -> Int? {
        writes.last { ElementLog.isDone($0, undone) && $0.change.givesParent }?.step
    }

    private static func isDone(_ write: Write, _ undone: Set<Int>) -> Bool {
        write.step.map { !undone.contains($0) } ?? false
    }
}

extension ElementLog.State {
    fileprivate mutating func take(_ write: ElementLog.Write, isDone: Bool) {
        switch write.change {
        case .made(let new):
            // Who needs an element that was not made gets the one that would have been.
            if isDone || !isThere { content = new }
            if isDone { (isThere, isRemoved) = (true, false) }
        case .removed: if isDone { (isThere, isRemoved) = (false, true) }
        case .changed(from: let old, to: let new):
            guard isDone else { return }
            content = content == old ? new : content?.taking(old, new) ?? new
            need(write)
        case .needed: if isDone { need(write) }
        }
    }

    private mutating func need(_ write: ElementLog.Write) {
        let isRevived =
            switch write.revival {
            case .always: true
            case .unlessRemoved: !isRemoved
            case .never: false
            }
        if isRevived { (isThere, isRemoved) = (true, false) }
    }
}

extension ElementLog.Change {
    fileprivate var isMaking: Bool { if case .made = self { true } else { false } }

    fileprivate var givesParent: Bool {
        switch self {
        case .made: true
        case .changed(from: .node(let old), to: .node(let new)): old.parent != new.parent
        case .changed, .removed, .needed: false
        }
    }

    /// Its approximate memory besides the change before it.
    var bytes: Int {
        switch self {
        case .made(let content), .removed(let content): content.bytes
        case .changed(from: let old, to: let new): new.bytes(besides: old)
        case .needed: 0
        }
    }
}

extension ElementLog.Content {
    /// Nodes that differ only by their position share their members.
    fileprivate func bytes(besides other: ElementLog.Content) -> Int {
        guard case .node(let node) = self, case .node(let old) = other, node.members == old.members else {
            return bytes
        }
        return node.bytes - node.members.count
    }

    fileprivate var bytes: Int {
        switch self {
        case .node(let node): node.bytes
        case .edge(let edge): edge.bytes
        case .value(let value), .parts(let value): value?.byteEstimate ?? 0
        }
    }
}
