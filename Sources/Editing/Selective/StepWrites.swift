import Graph
import Wire

/// What a step wrote, member by member: the form in which it is taken back when others have written since.
///
/// Elements are named by id, so it holds whatever became of their slots. Each write knows what was there before it; where
/// an earlier step is taken back, that is brought up to date, as in a list from which a link is taken.
struct StepWrites: Sendable {
    /// What has members.
    enum Target: Hashable, Sendable {
        case node(Identifier)
        case edge(Identifier)
        case document
    }

    /// What of it is written by itself.
    enum Member: Hashable, Sendable {
        /// Whether it is there at all.
        case existence
        /// Its place in the order.
        case place
        case member(JSONString)
        /// A member of an object that is not written as a whole.
        case part(of: JSONString, JSONString)
    }

    /// One place that a step can write.
    struct Cell: Hashable, Sendable {
        let target: Target
        let member: Member
    }

    /// What a cell holds.
    enum Value: Sendable {
        /// Nothing.
        case absent
        /// The element, or the object around parts, whatever it holds.
        case present
        /// No object around parts; one that has parts stays.
        case bare
        case value(JSON)
        case point(Double, Double)
        case node(Node)
        case edge(Edge)
        /// Before another element, or at the end.
        case site(before: Identifier?)
    }

    struct Write: Sendable {
        let cell: Cell
        var before: Value
        var after: Value
    }

    /// In the order in which they are found in a change; those of places as they happened.
    private(set) var writes: [Write] = []
    private var places: [Cell: Int] = [:]

    init() {}

    /// Where a cell stands among the writes, or nil.
    func place(of cell: Cell) -> Int? { places[cell] }

    subscript(index: Int) -> Write {
        get { writes[index] }
        set { writes[index] = newValue }
    }

    /// Notes a write; of two of a cell the first before and the last after count.
    mutating func add(_ target: Target, _ member: Member, from before: Value, to after: Value) {
        let cell = Cell(target: target, member: member)
        if let place = places[cell] {
            writes[place].after = after
        } else {
            places[cell] = writes.count
            writes.append(Write(cell: cell, before: before, after: after))
        }
    }

    /// Notes that the step needs something to be there, unless it says more of that.
    mutating func support(_ target: Target, _ member: Member = .existence) {
        if places[Cell(target: target, member: member)] != nil { return }
        add(target, member, from: .present, to: .present)
    }

    /// The memory it takes, roughly.
    var bytes: Int { writes.reduce(64) { $0 + 160 + $1.before.bytes + $1.after.bytes } }
}

extension StepWrites.Value {
    /// Whether the element, or the object around parts, is there.
    var stands: Bool {
        switch self {
        case .absent, .bare: false
        case .present, .value, .point, .node, .edge, .site: true
        }
    }

    /// The value of a member; nil where it has none.
    var json: JSON? {
        switch self {
        case .value(let json): json
        case .point(let x, let y): .object(["x": .number(x), "y": .number(y)])
        case .absent, .present, .bare, .node, .edge, .site: nil
        }
    }

    fileprivate var bytes: Int {
        switch self {
        case .value(let json): json.byteEstimate
        case .node(let node): node.bytes
        case .edge(let edge): edge.bytes
        case .absent, .present, .bare, .point, .site: 0
        }
    }
}
