import Wire

/// The merge of the foreign members of elements, from files of other programs, member by member.
///
/// If both sides change different parts of one `foreign`, their versions are adjusted as if only one side had changed
/// it.
enum NativeMerge {
    /// Members that follow from the edges, and are written from them.
    static let derived: Set<JSONString> = [
        "wires", "inputs", "outputs", "order", "links", "last_node_id", "last_link_id",
    ]

    /// Aligns the documents of a base and two sides, and all their elements.
    ///
    /// - Complexity: O(*n*).
    static func align(_ base: inout JSONObject, _ ours: JSONObject, _ theirs: inout JSONObject) {
        alignNative(&base, ours, &theirs)
        for list: JSONString in ["nodes", "edges"] {
            guard
                var (old, other) = base[list]?.arrayValue.flatMap({ old in theirs[list]?.arrayValue.map { (old, $0) } })
            else { continue }
            let (places, others) = (NativeMerge.places(old), NativeMerge.places(other))
            for element in ours[list]?.arrayValue ?? [] {
                guard let own = element.objectValue, own["foreign"] != nil, case .string(let id)? = own["id"],
                    let place = places[id], let otherPlace = others[id], var one = old[place].objectValue,
                    var two = other[otherPlace].objectValue
                else { continue }
                alignNative(&one, own, &two)
                (old[place], other[otherPlace]) = (.object(one), .object(two))
            }
            (base[list], theirs[list]) = (.array(old), .array(other))
        }
    }

    private static func places(_ elements: [JSON]) -> [JSONString: Int] {
        var places: [JSONString: Int] = [:]
        for (place, element) in elements.enumerated() {
            if case .string(let id)? = element["id"] { places[id] = place }
        }
        return places
    }

    private static func alignNative(_ base: inout JSONObject, _ ours: JSONObject, _ theirs: inout JSONObject) {
        let (old, own, other) = (base["foreign"], ours["foreign"], theirs["foreign"])
        if old == own || old == other || own == other { return }
        guard let merged = merged(old, own, other) else { return }
        (base["foreign"], theirs["foreign"]) = (own, merged)
    }

    /// Merges three values; nil if both sides have changed the same one. An absent value is `.some(nil)`.
    private static func merged(_ base: JSON?, _ ours: JSON?, _ theirs: JSON?) -> JSON?? {
        if base == theirs || ours == theirs { return ours }
        if base == ours { return theirs }
        guard let own = ours?.objectValue, let other = theirs?.objectValue else { return nil }
        let old = base?.objectValue ?? [:]
        var result = JSONObject()
        let names = own.members.map(\.name) + other.members.map(\.name).filter { own[$0] == nil }
        for name in names {
            if let value = merged(old[name], own[name], other[name]) {
                result[name] = value
            } else if derived.contains(name) {
                result[name] = own[name]
            } else {
                return nil
            }
        }
        return .object(result)
    }
}
