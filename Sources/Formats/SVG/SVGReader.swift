import Graph

/// Reads the document in the metadata of a Nodewire picture (`SVGPicture.writeMetadata`), or the file in the attribute
/// `content` of a draw.io picture's root element.
enum SVGReader {
    /// Returns the document of a picture.
    ///
    /// - Throws: `format` for a picture without one, `limits`.
    /// - Complexity: O(*n*) in the bytes.
    static func read(_ text: UnsafeBufferPointer<UInt8>) throws(EditError) -> Format.Content {
        let content = try XMLReader.read(text, format: "SVG") { (xml) throws(EditError) in
            guard case .start("svg")? = try xml.next() else { throw xml.error("`<svg>` is expected") }
            var file: String?
            if let content = xml["content"], content.hasPrefix("<mx") { file = content }
            if let content = xml["content"], content.hasPrefix("%3Cmx") { file = DrawioPage.unescaped(content) }
            try xml.eachChild { (xml, name) throws(EditError) in
                if name == "metadata", xml["id"] == "nodewire-document", file == nil { file = try xml.content().text }
            }
            while try xml.next() != nil {}
            return file
        }
        guard let content else {
            throw EditError(.format, "this is an SVG picture without a document", path: ["text"])
        }
        return try Array(content.utf8).withUnsafeBufferPointer { (bytes) throws(EditError) in
            if Format.recognized(bytes, nil) == .drawio { return try DrawioReader.read(bytes) }
            let text = try FileText.validated(bytes, .serial)
            guard let format = Format.recognized(bytes, text), format == .nodewire || format == .reactFlow else {
                throw EditError(.format, "the document in the SVG picture is not Nodewire's", path: ["text"])
            }
            return try format.read(bytes, text, TreeOptions(), .serial)
        }
    }
}
