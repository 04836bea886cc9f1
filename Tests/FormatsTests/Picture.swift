import Formats
import Graph
import Wire

/// The picture of a document.
func picture(_ document: Document, _ options: SVGOptions = SVGOptions()) -> String {
    var writer = JSONWriter()
    document.writeSVG(options, into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}
