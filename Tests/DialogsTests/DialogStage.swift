import Dialogs
import Graph
import Sketching
import Values
import Wire

/// A dialog and its run, written in short lines.
struct DialogStage {
    /// A type for each role; choices and messages have a handle for each item of `data.buttons`.
    static let types = """
        {"start": {"role": "start"}, "end": {"role": "end"}, "action": {"role": "action"},
        "message": {"role": "message", "handlesFrom": [{"path": "/buttons", "type": "source", "labelMember": "text"}]},
        "choice": {"role": "choice", "handlesFrom": [{"path": "/buttons", "type": "source", "labelMember": "text"}]},
        "condition": {"role": "condition", "handles": [{"id": "true", "type": "source"}, {"id": "false", "type": "source"}]}}
        """

    var document: Document
    var run: DialogRun

    /// - Parameters:
    ///   - nodes: `id type data`, the data as JSON or left out; a type `-` is none.
    ///   - edges: `source target` or `source.handle target`, with members of the edge as JSON if there are any.
    init(_ nodes: [String], _ edges: [String], at node: String? = nil, _ variables: JSONObject = [:]) throws {
        document = DialogStage.document(nodes, edges)
        let slot = node.flatMap { [document] in document.node(Identifier($0)) }
        let members = variables.members.map { ($0.name.description, $0.value.text) }
        run = try DialogRun(of: document, at: slot, try DialogVariables(members))
    }

    static func document(_ nodes: [String], _ edges: [String]) -> Document {
        let nodes = nodes.map { line in
            let words = line.split(separator: " ", maxSplits: 2)
            let type = words.count > 1 && words[1] != "-" ? #","type":"\#(words[1])""# : ""
            return #"{"id":"\#(words[0])"\#(type)\#(words.count > 2 ? #","data":\#(words[2])"# : "")}"#
        }
        let edges = edges.enumerated().map { index, line in
            let words = line.split(separator: " ", maxSplits: 2)
            let ends = words[0].split(separator: ".")
            let handle = ends.count > 1 ? #","sourceHandle":"\#(ends[1])""# : ""
            let more = words.count > 2 ? ",\(words[2])" : ""
            return #"{"id":"e\#(index + 1)","source":"\#(ends[0])"\#(handle),"target":"\#(words[1])"\#(more)}"#
        }
        let lists = #""nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]"#
        return opened(#"{"nodewire":1,\#(lists),"types":\#(types)}"#)
    }

    mutating func choose(_ option: Int) throws(EditError) { try run.choose(option, in: document) }

    mutating func enter(_ value: JSON) throws(EditError) {
        try run.enter(try Value(ofClient: value.text), in: document)
    }

    mutating func remove(node: String) throws {
        _ = try document.transact { open throws(EditError) in
            guard let slot = open.document.node(Identifier(node)) else { return }
            var edges: [Edge.Slot] = []
            open.document.visitEdges(of: slot) { edges.append($0) }
            for edge in edges { open.removeEdge(edge) }
            open.removeNode(slot)
        }
    }

    mutating func remove(edge: String) throws {
        _ = try document.transact { open throws(EditError) in
            if let slot = open.document.edge(Identifier(edge)) { open.removeEdge(slot) }
        }
    }

    /// The run in a line: `state node [texts] (options) {variables} !error`, what is empty left out; an option that is not
    /// allowed is in brackets of its own.
    var shown: String {
        var parts = ["\(run.state)", run.node.string]
        if !run.texts.isEmpty { parts.append("[\(run.texts.map(\.text).joined(separator: " | "))]") }
        let options = run.options.map { $0.isAllowed ? $0.label : "<\($0.label)>" }
        if !options.isEmpty { parts.append("(\(options.joined(separator: " | ")))") }
        let variables = run.variables.map { "\($0.name)=\($0.value.plainText)" }
        if !variables.isEmpty { parts.append("{\(variables.joined(separator: " "))}") }
        if let problem = run.problem { parts.append("!\(problem.code)@\(problem.node)") }
        return parts.joined(separator: " ")
    }
}
