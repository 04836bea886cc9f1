import Formats
import Graph
import Wire

/// A document of a size, and a text with about as many nodes in each readable format.
struct FormatSample {
    let nodes: Int
    /// The document for the writers.
    let document: Document
    /// Its text in Nodewire's own format.
    let own: [UInt8]

    init(nodes: Int) throws(ShapeError) {
        self.nodes = nodes
        document = try Sample(.clustered, nodes: nodes).text().withBytes { (bytes) throws(ShapeError) in
            try DocumentReader.read(bytes, isFile: true).document
        }
        own = FormatSample.text(of: document, .nodewire)
    }

    /// A text in a format; nil if there is no sample for it.
    func text(of format: Format) -> [UInt8]? {
        if !format.isReadable { return nil }
        if format != .svg, format.isWritable { return FormatSample.text(of: document, format) }
        return madeText(of: format).map { Array($0.utf8) }
    }

    static func text(of document: Document, _ format: Format) -> [UInt8] {
        var writer = JSONWriter()
        _ = format.write(document, into: &writer)
        return writer.take()
    }

    /// A path, or a tree with one level, in a format that is only read.
    private func madeText(of format: Format) -> String? {
        func lines(_ line: (Int) -> String) -> String { (0..<nodes).map(line).joined() }
        switch format {
        case .gexf:
            let edges = lines { #"<edge id="e\#($0)" source="n\#($0)" target="n\#(($0 + 1) % nodes)" weight="2.5"/>"# }
            let list = lines {
                #"<node id="n\#($0)" label="Step \#($0)"><viz:position x="\#($0).5" y="7"/><viz:size value="9"/></node>"#
            }
            return "<gexf><graph><nodes>\(list)</nodes><edges>\(edges)</edges></graph></gexf>"
        case .bpmn:
            let steps = lines {
                #"<task id="n\#($0)" name="Step \#($0)"/><sequenceFlow id="e\#($0)" sourceRef="n\#($0)" targetRef="n\#(($0 + 1) % nodes)"/>"#
            }
            let start = #"<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">"#
            return start + steps + "</process></definitions>"
        case .scxml:
            return "<scxml>"
                + lines {
                    #"<state id="n\#($0)"><transition event="go.\#($0)" target="n\#(($0 + 1) % nodes)"/></state>"#
                } + "</scxml>"
        case .twine:
            return "<tw-storydata name=\"s\" startnode=\"1\">"
                + lines {
                    #"<tw-passagedata pid="\#($0 + 1)" name="Step \#($0)" position="\#($0),5">Go on: [[Step \#(($0 + 1) % nodes)]]</tw-passagedata>"#
                } + "</tw-storydata>"
        case .rasa:
            return "version: \"3.1\"\nstories:\n"
                + lines { "- story: story \($0)\n  steps:\n  - intent: greet_\($0)\n  - action: utter_\($0)\n" }
        case .metis:
            return "\(nodes) \(nodes - 1)\n"
                + lines { $0 == 0 ? "2\n" : $0 == nodes - 1 ? "\($0)\n" : "\($0) \($0 + 2)\n" }
        case .tree:
            return "{\"name\":\"root\",\"children\":["
                + (0..<nodes).map { #"{"name":"Step \#($0)","value":\#($0)}"# }.joined(separator: ",") + "]}"
        case .swiftType: return "Array<" + (0..<nodes).map { "Step\($0)" }.joined(separator: ", ") + ">"
        default: return nil
        }
    }
}
