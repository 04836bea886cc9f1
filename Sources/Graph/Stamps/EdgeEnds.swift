import Wire

// The ends of an edge are one field. Two writers who have each moved another end have drawn two edges, and neither of them
// the one from the one's new end to the other's.

extension Edge {
    /// The members of each end: the node and the handle there, which mean nothing without each other.
    public static let ends: [[JSONString]] = [["source", "sourceHandle"], ["target", "targetHandle"]]
    /// The members of both ends.
    public static let endMembers = Array(ends.joined())
}

extension StampedField {
    /// Both ends of an edge: an object of `Edge.endMembers`. No member that is split has its name.
    public static let ends = StampedField("@ends", "")
}

extension JSONObject {
    /// The ends of the edge with these members; nil if it has none of them.
    var ends: JSON? {
        let ends = Edge.endMembers.compactMap { name in self[name].map { Member(name: name, value: $0) } }
        return ends.isEmpty ? nil : .object(JSONObject(distinct: ends))
    }
}

extension [StampedField: StampedValue] {
    /// Joins ends with separate stamps, as earlier versions had them: the latest stamp counts for all.
    ///
    /// - Parameter shown: the ends that the document shows; nil if it shows none, and missing ones are unknown.
    /// - Throws: `invalidValue`, if a node is missing at one of the ends, or they are no ends.
    mutating func joinEnds(shown: JSON?) throws(EditError) {
        if let ends = self[.ends] {
            guard let members = ends.value?.objectValue?.members,
                members.allSatisfy({ Edge.endMembers.contains($0.name) })
            else {
                throw .invalid("the ends of an edge are its source and its target, with their handles", path: ["@ends"])
            }
        }
        let fields = Edge.endMembers.map { StampedField($0) }.filter { self[$0] != nil }
        if fields.isEmpty { return }
        var ends = self[.ends] ?? StampedValue(.unwritten, shown ?? [:])
        var members = ends.value?.objectValue ?? [:]
        for field in fields {
            guard let value = removeValue(forKey: field) else { continue }
            members[field.member] = value.value
            ends.stamp = Swift.max(ends.stamp, value.stamp)
        }
        guard members["source"] != nil, members["target"] != nil else {
            throw .invalid("the ends of an edge come together", path: [fields[0].member.description])
        }
        ends.value = JSONObject(members.members).ends
        self[.ends] = ends
    }
}
