import Storage
import Values
import Wire

/// The expressions of a type, bound to a list of handles; made once for all nodes with that list.
final class ValueBinding: Sendable {
    /// The source that a reference of an expression leads to.
    enum Source: Sendable {
        /// The names and indices after `data`.
        case data([JSONString])
        /// An index into `inputs`: its single value, or all.
        case input(Int)
        case inputs(Int)
    }

    /// A target handle that expressions name.
    struct Input: Sendable {
        let handle: String
        let symbol: Symbol
        let fallback: Outcome?
    }

    /// A computable output: its expression and the targets of its references.
    final class Program: Sendable {
        let expression: Expression
        let sources: [Source]

        init(_ expression: Expression, _ sources: [Source]) {
            (self.expression, self.sources) = (expression, sources)
        }
    }

    /// A name that no handle has.
    struct Unknown: Sendable {
        let output: Int
        let name: String
        let position: Int
    }

    let inputs: [Input]
    /// The programs by output; nil for a wrong expression.
    let programs: [Program?]
    let unknown: [Unknown]
    let computation: Computation
    private let inputPlaces: SlotMap<Identifier>
    /// The index of the first target handle, for edges that name none; nil if no expression names it.
    private let firstInput: Int?
    private let outputPlaces: SlotMap<Identifier>
    private let firstOutput: Int?

    init(_ computation: Computation, _ handles: [Handle], _ symbols: Symbols) {
        var inputs = InputTable(handles, symbols)
        var programs: [Program?] = []
        var unknown: [Unknown] = []
        for (index, output) in computation.outputs.enumerated() {
            guard case .success(let expression) = output.expression else {
                programs.append(nil)
                continue
            }
            let missing = expression.references.filter { inputs.unknownName(in: $0.kind) != nil }
            unknown += missing.map { reference in
                Unknown(output: index, name: inputs.unknownName(in: reference.kind) ?? "", position: reference.position)
            }
            // A wrong expression waits for no input.
            programs.append(
                missing.isEmpty
                    ? Program(expression, expression.references.map { inputs.source(of: $0.kind) })
                    : nil)
        }
        (self.computation, self.programs, self.unknown) = (computation, programs, unknown)
        (self.inputs, inputPlaces, firstInput) = (inputs.inputs, inputs.places, inputs.first)
        (outputPlaces, firstOutput) = ValueBinding.outputs(computation, handles, symbols)
    }

    private static func outputs(
        _ computation: Computation, _ handles: [Handle], _ symbols: Symbols
    ) -> (SlotMap<Identifier>, Int?) {
        var places = SlotMap<Identifier>()
        var first: Int?
        for (index, handle) in handles.filter({ $0.kind == .source }).enumerated() {
            let output = computation.outputs.firstIndex { $0.handle == nil || $0.handle == handle.id }
            if index == 0 { first = output }
            if let output, let symbol = symbols.find(handle.id) { places.insert(symbol, output) }
        }
        return (places, first)
    }

    /// The input of an edge that names this handle; nil if no expression names it.
    func input(_ symbol: Symbol?) -> Int? { symbol.map { inputPlaces[$0] } ?? firstInput }

    /// The output that flows along an edge that begins at this handle; nil if none does.
    func output(_ symbol: Symbol?) -> Int? { symbol.map { outputPlaces[$0] } ?? firstOutput }
}

/// The target handles that expressions name, while they are collected.
private struct InputTable {
    private(set) var inputs: [ValueBinding.Input] = []
    private(set) var places = SlotMap<Identifier>()
    private(set) var first: Int?
    private let targets: [Identifier: Handle]
    private let firstTarget: Identifier?
    private let symbols: Symbols

    init(_ handles: [Handle], _ symbols: Symbols) {
        let targets = handles.filter { $0.kind == .target }
        self.targets = Dictionary(targets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        firstTarget = targets.first?.id
        self.symbols = symbols
    }

    /// The name in a reference that no target handle has, or nil.
    func unknownName(in reference: Reference.Kind) -> String? {
        guard let name = InputTable.handle(in: reference), targets[Identifier(name)] == nil else { return nil }
        return name
    }

    /// Returns the source of a reference with a known name.
    mutating func source(of reference: Reference.Kind) -> ValueBinding.Source {
        if case .path(let path) = reference, path.first == "data" { return .data(Array(path.dropFirst())) }
        let place = place(InputTable.handle(in: reference) ?? "")
        if case .inputs = reference { return .inputs(place) }
        return .input(place)
    }

    /// The handle that a reference names; nil for a path into the data.
    private static func handle(in reference: Reference.Kind) -> String? {
        switch reference {
        case .path(let path): path.first == "data" ? nil : path.map(\.description).joined(separator: ".")
        case .input(let name), .inputs(let name): name.description
        }
    }

    private mutating func place(_ name: String) -> Int {
        guard let handle = targets[Identifier(name)], let symbol = symbols.find(handle.id) else {
            preconditionFailure("the handles of a list have symbols")
        }
        if let known = places[symbol] { return known }
        places.insert(symbol, inputs.count)
        if handle.id == firstTarget { first = inputs.count }
        inputs.append(ValueBinding.Input(handle: name, symbol: symbol, fallback: handle.fallback))
        return inputs.count - 1
    }
}

/// The bindings of a document, by type and list of handles.
struct ValueBindings: Sendable {
    private struct Key: Hashable {
        let type: Symbol
        let list: HandleList
    }

    private var known: [Key: ValueBinding?] = [:]
    private var last: (key: Key, binding: ValueBinding?)?

    /// The binding of a live node; nil if its type computes nothing.
    mutating func binding(of slot: Node.Slot, _ graph: ValueGraph) -> ValueBinding? {
        guard let type = graph.nodes.type(slot) else { return nil }
        let key = Key(type: type, list: graph.nodes.handleList(slot))
        if let last, last.key == key { return last.binding }
        let binding = known[key] ?? make(key, graph)
        last = (key, binding)
        return binding
    }

    /// The binding of a type's own handles; nil if it computes nothing.
    mutating func binding(ofType type: Symbol, _ list: HandleList, _ graph: ValueGraph) -> ValueBinding? {
        let key = Key(type: type, list: list)
        return known[key] ?? make(key, graph)
    }

    private mutating func make(_ key: Key, _ graph: ValueGraph) -> ValueBinding? {
        let binding = graph.types[key.type]?.computation.map {
            ValueBinding($0, graph.catalog[key.list], graph.catalog.symbols)
        }
        known[key] = .some(binding)
        return binding
    }
}

extension Handle {
    /// The value of an unconnected input; nil without one.
    var fallback: Outcome? {
        defaultValue.map { text in
            text.bytes.withUnsafeBufferPointer { bytes in
                var cursor = JSONCursor(bytes)
                return Outcome { () throws(ValueError) in try Value(reading: &cursor) }
            }
        }
    }
}
