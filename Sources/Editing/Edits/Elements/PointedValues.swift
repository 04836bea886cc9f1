import Graph
import Wire

/// Values that an update sets and removes, some of them inside members: a name that begins with `/` is a pointer (RFC
/// 6901), any other one the name of a member.
struct PointedValues {
    private struct Entry {
        let pointer: JSONPointer
        /// Nil takes it away.
        let value: JSON?
        /// The path of its name in the parameters.
        let path: [String]
    }

    /// The values to set, in order, before the ones to remove.
    private var entries: [Entry] = []

    /// - Throws: `invalidValue`, if a pointer is malformed, or one value is inside another one.
    init(_ set: JSONObject, _ unset: [String]) throws(EditError) {
        var names: [JSONPointer: Bool] = [:]
        for member in set.members { try add(member.name, member.value, ["set", member.name.description], &names) }
        for (index, name) in unset.enumerated() { try add(JSONString(name), nil, ["unset", "\(index)"], &names) }
        for entry in entries {
            for count in 0..<entry.pointer.tokens.count {
                let outer = JSONPointer(tokens: Array(entry.pointer.tokens[..<count]))
                if names[outer] == nil { continue }
                throw .invalid(
                    "\"\(entry.pointer.text)\" lies in \"\(outer.text)\", which is named, too", path: entry.path)
            }
        }
    }

    private mutating func add(
        _ name: JSONString, _ value: JSON?, _ path: [String], _ names: inout [JSONPointer: Bool]
    ) throws(EditError) {
        var pointer = JSONPointer(tokens: [name])
        if let text = name.pointer {
            guard let given = JSONPointer(text) else {
                throw .invalid("no JSON pointer (RFC 6901): ~ is written as ~0, / in a name as ~1", path: path)
            }
            if given.tokens.count > Limits.depth { throw .invalid("the pointer is too deep", path: path) }
            pointer = given
        }
        if let isSet = names.updateValue(value != nil, forKey: pointer) {
            // To take the same away twice is to take it away.
            if !isSet && value == nil { return }
            throw .invalid("\"\(name)\" is \(value == nil ? "both set and unset" : "set twice")", path: path)
        }
        entries.append(Entry(pointer: pointer, value: value, path: path))
    }

    /// The members of an object that they change, each with its new value; nil takes it away.
    ///
    /// Missing or null steps on the way become objects, and `-` is the element after the last one of an array.
    ///
    /// - Parameter check: is called with each member that is named whole or in part, and the value for all of it.
    /// - Throws: `invalidValue`, if something else is in the way of a value, or it would be nested too deep.
    func changes(
        of stored: JSONObject, _ check: (JSONString, JSON?, [String]) throws(EditError) -> Void
    ) throws(EditError) -> [(JSONString, JSON?)] {
        var whole = JSON.object(stored)
        var names: [JSONString] = []
        for entry in entries {
            guard let name = entry.pointer.tokens.first else { continue }
            try check(name, entry.pointer.tokens.count == 1 ? entry.value : stored[name], entry.path)
            guard let changed = whole.setting(entry.value, at: entry.pointer, appends: true) else {
                throw .invalid(
                    "something else than an object, or an element that is not there, is in the way", path: entry.path)
            }
            whole = changed
            if (whole[name.description]?.depth ?? 0) > Limits.depth - 3 {
                throw .invalid("it would be nested too deep", path: entry.path)
            }
            if !names.contains(name) { names.append(name) }
        }
        return names.map { ($0, whole.objectValue?[$0]) }
    }
}

extension JSONString {
    /// The name as a pointer, if it begins as one.
    var pointer: String? { string.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil } }
}
