import Wire

extension Document {
    /// A fingerprint of the content: equal content has equal hashes, whatever the edits and the spelling.
    ///
    /// It is the SHA-256 (FIPS 180-4), in hexadecimal digits, of the members of the document, then its persistent
    /// nodes, then its persistent edges in order, each with members sorted at every level and numbers by their exact
    /// decimal value. Absent members stay absent, defaults are not filled in; viewport and counters do not count.
    ///
    /// - Complexity: O(*n*) in the bytes of the content.
    public func contentHash() -> String {
        var digest = SHA256()
        var writer = JSONWriter(capacity: CanonicalJSON.chunkBytes + (64 << 10))
        func flush(_ writer: inout JSONWriter) {
            writer.withBytes { digest.update($0) }
            writer.removeAll()
        }
        var values = CanonicalValueWriter()
        values.write(.object(countedContent), into: &writer)
        var elements = ElementWriter(.canonical)
        let transients = TransientElements(of: self)
        writer.append("\n")
        writeNodes(with: &elements, without: transients.nodes, into: &writer) { (writer) throws(Never) in flush(&writer)
        }
        writer.append("\n\n")
        writeEdges(with: &elements, without: transients.edges, into: &writer) { (writer) throws(Never) in flush(&writer)
        }
        flush(&writer)
        return digest.hexadecimal()
    }

    /// The members of the document in its hash; the order of constraints is not content.
    public var countedContent: JSONObject {
        var counted = JSONObject(content.members.filter { !Document.uncountedMembers.contains($0.name) })
        if let constraints = counted["constraints"].flatMap({ Constraint.byID($0) }) {
            counted["constraints"] = .array(constraints.map(\.value))
        }
        return counted
    }
}
