import Storage
import Values

/// The text of the row of a handle: its label with the values that flow there.
public struct HandleText: Sendable {
    /// `label: value`, the label alone without a value.
    public private(set) var text: String
    /// The code of the error if there is no value; otherwise nil.
    public private(set) var error: String?

    /// The greatest number of values of a row that are written.
    private static let most = 10

    init(label: String, _ outcomes: [Outcome]) {
        text = HandleText.cut(label)
        var values: [String] = []
        for outcome in outcomes.prefix(HandleText.most) {
            switch outcome {
            case .success(let value): values.append(HandleText.cut(value.written))
            case .failure(let failure): error = error ?? failure.code.rawValue
            }
        }
        if outcomes.count > HandleText.most { values.append("…") }
        if !values.isEmpty { text += (text.isEmpty ? "" : ": ") + values.joined(separator: ", ") }
    }

    /// A text of at most 200 characters.
    public static func cut(_ text: String) -> String {
        text.utf8.count <= 200 || text.count <= 200 ? text : text.prefix(199) + "…"
    }
}

extension Document {
    /// The rows of a node's handles as of the last `updateValues`, in order: for a source its value, for a target the
    /// values of its edges in their order, or its default.
    ///
    /// - Returns: none if no handle has a value.
    /// - Complexity: O(*n* log *n*) in its handles and its incoming edges.
    public func textsAtHandles(of slot: Node.Slot) -> [HandleText] {
        let values = valuesAtHandles(of: slot)
        if values.allSatisfy(\.isEmpty) { return [] }
        return zip(handles(of: handleList(slot)), values).map { HandleText(label: $0.label ?? $0.id.string, $1) }
    }

    /// The values at each handle of a node.
    private func valuesAtHandles(of slot: Node.Slot) -> [[Outcome]] {
        let handles = handles(of: handleList(slot))
        let graph = ValueGraph(storage.value)
        guard let evaluation = storage.value.evaluation else { return handles.map { _ in [] } }
        var bindings = evaluation.bindings
        func outcome(_ source: Node.Slot, _ handle: Symbol?) -> Outcome? {
            bindings.binding(of: source, graph)?.output(handle).flatMap { evaluation.values[source]?.outcome($0) }
        }
        var incoming: [Symbol?: [Edge.Slot]] = [:]
        var next = nodes.firstIn(slot)
        while let edge = next {
            incoming[edges.ends(edge).targetHandle, default: []].append(edge)
            next = edges.nextIn(edge)
        }
        let firstTarget = handles.firstIndex { $0.kind == .target }
        return handles.indices.map { place in
            let handle = handles[place]
            let symbol = symbols.find(handle.id)
            if handle.kind == .source { return outcome(slot, symbol).map { [$0] } ?? [] }
            var arriving = incoming[symbol] ?? []
            // Edges that name no handle end at the first one.
            if place == firstTarget, symbol != nil { arriving += incoming[nil] ?? [] }
            if arriving.isEmpty { return handle.fallback.map { [$0] } ?? [] }
            arriving.sort { edges.order.key($0) < edges.order.key($1) }
            return arriving.compactMap { outcome(edges.ends($0).source, edges.ends($0).sourceHandle) }
        }
    }
}
