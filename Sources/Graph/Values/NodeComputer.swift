import Storage
import Values

/// Computes the values of nodes one after the other, and reuses its memory.
struct NodeComputer: Sendable {
    /// The edges that come in at each input: the first that was met, and how many.
    private var arrivals: [(edge: Edge.Slot, count: Int)] = []
    private var evaluator = Evaluator()
    private var operands = Operands()

    /// Computes a node from its data and the values of its predecessors.
    ///
    /// - Complexity: O(its incoming edges + the bytes of the node for each path into its data + the expressions).
    mutating func compute(
        _ slot: Node.Slot, _ binding: ValueBinding, _ values: PagedArray<NodeValue?>,
        _ bindings: inout ValueBindings, _ graph: ValueGraph
    ) -> NodeValue {
        countArrivals(slot, binding, graph)
        var outcomes: [Outcome] = []
        if binding.computation.isByHandle { outcomes.reserveCapacity(binding.programs.count) }
        func outcome(of program: ValueBinding.Program?) -> Outcome {
            guard let program else { return .failure(ValueError(.expression)) }
            operands.reserve(program.sources.count)
            for (index, source) in program.sources.enumerated() {
                operands[index] = operand(source, slot, binding, values, &bindings, graph)
            }
            do throws(ValueError) {
                return .success(try evaluator.evaluate(program.expression, operands))
            } catch {
                return .failure(error)
            }
        }
        if !binding.computation.isByHandle { return .single(outcome(of: binding.programs[0])) }
        for program in binding.programs { outcomes.append(outcome(of: program)) }
        return NodeValue(binding.computation) { outcomes[$0] }
    }

    private mutating func countArrivals(_ slot: Node.Slot, _ binding: ValueBinding, _ graph: ValueGraph) {
        arrivals.removeAll(keepingCapacity: true)
        if binding.inputs.isEmpty { return }
        for _ in binding.inputs { arrivals.append((Edge.Slot(0), 0)) }
        var next = graph.nodes.firstIn(slot)
        while let edge = next {
            if let input = binding.input(graph.edges.ends(edge).targetHandle) {
                arrivals[input] = (edge, arrivals[input].count + 1)
            }
            next = graph.edges.nextIn(edge)
        }
    }

    private func operand(
        _ source: ValueBinding.Source, _ slot: Node.Slot, _ binding: ValueBinding, _ values: PagedArray<NodeValue?>,
        _ bindings: inout ValueBindings, _ graph: ValueGraph
    ) -> Outcome {
        switch source {
        case .data(let path): return graph.data(slot, path)
        case .input(let place):
            let (edge, count) = arrivals[place]
            if count > 1 { return .failure(ValueError(.severalInputs)) }
            let arriving = count == 0 ? nil : NodeComputer.arriving(edge, values, &bindings, graph)
            return arriving ?? binding.inputs[place].absent
        case .inputs(let place):
            if arrivals[place].count > ValueLimits.listItems { return .failure(ValueError(.limit)) }
            return NodeComputer.list(at: place, of: slot, binding, values, &bindings, graph)
        }
    }

    /// The value that comes along an edge; nil if none is computed at its source.
    private static func arriving(
        _ edge: Edge.Slot, _ values: PagedArray<NodeValue?>, _ bindings: inout ValueBindings, _ graph: ValueGraph
    ) -> Outcome? {
        let ends = graph.edges.ends(edge)
        guard let output = bindings.binding(of: ends.source, graph)?.output(ends.sourceHandle),
            let outcome = values[ends.source]?.outcome(output)
        else { return nil }
        guard case .failure(let error) = outcome else { return outcome }
        return .failure(error.code == .input ? error : ValueError(.input, graph.id(ends.source).string))
    }

    private static func list(
        at place: Int, of slot: Node.Slot, _ binding: ValueBinding, _ values: PagedArray<NodeValue?>,
        _ bindings: inout ValueBindings, _ graph: ValueGraph
    ) -> Outcome {
        var incoming: [Edge.Slot] = []
        var next = graph.nodes.firstIn(slot)
        while let edge = next {
            if binding.input(graph.edges.ends(edge).targetHandle) == place { incoming.append(edge) }
            next = graph.edges.nextIn(edge)
        }
        incoming.sort { graph.edges.order.key($0) < graph.edges.order.key($1) }
        var items: [Value] = []
        do throws(ValueError) {
            for edge in incoming {
                items.append(try (arriving(edge, values, &bindings, graph) ?? binding.inputs[place].absent).get())
            }
            return .success(.list(try ValueList(items)))
        } catch {
            return .failure(error)
        }
    }
}

extension ValueBinding.Input {
    /// The outcome for a value that does not come.
    fileprivate var absent: Outcome { fallback ?? .failure(ValueError(.missingInput, handle)) }
}
