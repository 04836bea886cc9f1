import Wire

/// The choice of members of an object that are split into fields of their own, or are one field together.
enum StampedSplit {
    /// A node, of which `data` is split.
    case node
    /// An edge: `data` is split and the ends are one field.
    case edge
    /// `settings`, `types`, `edgeTypes`, `conflicts` and `constraints` of the document.
    case document

    func splits(_ name: JSONString) -> Bool {
        switch self {
        case .node, .edge: name == "data"
        case .document: Document.dividedMembers.contains(name) || name == "constraints"
        }
    }

    /// The parts of a split member, and the name for the member itself; nil if it is written as a whole.
    private func parts(of name: JSONString, _ value: JSON) -> (own: JSON, parts: [JSONObject.Member])? {
        guard splits(name) else { return nil }
        if name == "constraints" { return Constraint.byID(value).map { ([], $0) } }
        return value.objectValue.map { ([:], $0.members) }
    }

    /// The fields of an object. A split member is itself an empty object or list, or has its value if it is neither.
    func fields(of object: JSONObject) -> FieldTable<JSON> {
        var fields: [FieldTable<JSON>.Entry] = []
        fields.reserveCapacity(object.count + 4)
        if self == .edge, let ends = object.ends { fields.append((.ends, ends)) }
        for member in object.members where self == .document || member.name != "id" {
            if self == .edge && Edge.endMembers.contains(member.name) { continue }
            guard let (own, parts) = parts(of: member.name, member.value) else {
                fields.append((StampedField(member.name), member.value))
                continue
            }
            fields.append((StampedField(member.name), own))
            for child in parts { fields.append((StampedField(member.name, child.name), child.value)) }
        }
        return FieldTable(distinct: fields)
    }

    /// The object that fields make, its members sorted.
    func object(of values: StampedValues) -> JSONObject {
        var object = JSONObject()
        var rest = values.entries[...]
        while let name = rest.first?.field.member {
            let end = rest.firstIndex { $0.field.member != name } ?? rest.endIndex
            if let value = value(of: rest[..<end]) { object.append(name, value) }
            rest = rest[end...]
        }
        guard self == .edge, let ends = values[.ends]?.value?.objectValue else { return object }
        return JSONObject((object.members + ends.members).sorted { $0.name < $1.name })
    }

    /// The value of a field; of a member that is split, that of all its parts together.
    func value(of field: StampedField, in record: StampedRecord) -> JSON? {
        if field.child != nil || !splits(field.member) { return record.values[field]?.value }
        return object(of: record.values)[field.member]
    }

    /// The member that results from its fields: the first one is the whole, the others are its parts.
    ///
    /// If a split member is not an object, its parts count if one of them is later.
    private func value(of fields: ArraySlice<StampedValues.Entry>) -> JSON? {
        let own = fields.first.flatMap { $0.field.child == nil ? $0.value : nil }
        var parts = JSONObject()
        var latest = Stamp.unwritten
        for (field, value) in fields {
            guard let child = field.child, field != .ends, let json = value.value else { continue }
            parts.append(child, json)
            latest = max(latest, value.stamp)
        }
        let name = fields.first?.field.member ?? ""
        let joined: JSON = name == "constraints" ? .array(parts.members.map(\.value)) : .object(parts)
        guard let own, let whole = own.value else { return parts.isEmpty ? nil : joined }
        if let own = self.parts(of: name, whole), own.parts.isEmpty || whole.objectValue != nil { return joined }
        return !parts.isEmpty && own.stamp < latest ? joined : whole
    }
}

extension MergeConflict {
    /// The fields that identify its subject.
    var split: StampedSplit { node != nil ? .node : edge != nil ? .edge : .document }
}
