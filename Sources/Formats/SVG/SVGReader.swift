import Graph

/// Reads the document that a picture of Nodewire's carries in its metadata (`SVGPicture.writeMetadata`).
enum SVGReader {
    /// Returns the document of a picture.
    ///
    /// - Throws: `format` for a picture without one, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        let json = try XMLReader.read(text, format: "SVG") { (xml) throws(EditError) in
            guard case .start("svg")? = try xml.next() else { throw xml.error("`<svg>` is expected") }
            var json: String?
            try xml.eachChild { (xml, name) throws(EditError) in
                if name == "metadata", xml["id"] == "nodewire-document", json == nil { json = try xml.content().text }
            }
            while try xml.next() != nil {}
            return json
        }
        guard let json else {
            throw EditError(.format, "this is an SVG picture without a document", path: ["text"])
        }
        return try Array(json.utf8).withUnsafeBufferPointer { (bytes) throws(EditError) in
            let text = try FileText.validated(bytes, .serial)
            guard let format = Format.recognized(bytes, text), format == .nodewire || format == .reactFlow else {
                throw EditError(.format, "the document in the SVG picture is not Nodewire's", path: ["text"])
            }
            return try format.read(bytes, text, TreeOptions(), .serial)
        }
    }
}
