import Wire

extension SchemaReader {
    /// Reads one keyword of a schema.
    mutating func readKeyword(
        _ member: JSONObject.Member, of schema: JSONObject, at path: [String], into parts: inout SchemaRule.Parts
    ) throws(SchemaError) {
        let value = member.value
        let place = path + [member.name.description]
        switch member.name {
        case "type": parts.types = try types(value, at: place)
        case "enum": parts.choices = Choices(try list(value, at: place))
        case "const": parts.constant = Choices([value])
        case "properties", "required", "additionalProperties":
            // The first of them reads all three, which work together.
            if parts.members == nil { parts.members = try members(schema, at: path) }
        case "anyOf": parts.anyOf = try schemas(value, at: place)
        case "oneOf": parts.oneOf = try schemas(value, at: place)
        case "allOf": parts.allOf = try schemas(value, at: place)
        case "not": parts.not = try read(value, at: place)
        case "$defs", "definitions": try definitions(value, at: place)
        case "$ref", "default", "title", "description", "examples", "readOnly", "format", "$comment", "$schema": break
        default:
            if try readList(member, at: place, into: &parts.list) { return }
            if try readLength(member, at: place, into: &parts.length) { return }
            if try readNumber(member, at: place, into: &parts.number) { return }
            noteUnknown(member.name, at: path)
        }
    }

    // MARK: Kinds of keywords

    private mutating func readList(
        _ member: JSONObject.Member, at place: [String], into list: inout SchemaRule.List?
    ) throws(SchemaError) -> Bool {
        var new = list ?? SchemaRule.List()
        switch member.name {
        case "items": new.items = try read(member.value, at: place)
        case "minItems": new.counts.least = try count(member.value, at: place)
        case "maxItems": new.counts.most = try count(member.value, at: place)
        case "uniqueItems":
            guard let isUnique = member.value.booleanValue else {
                throw SchemaError(path: place, message: "expected a boolean")
            }
            new.isUnique = isUnique
        default: return false
        }
        list = new
        return true
    }

    private func readLength(
        _ member: JSONObject.Member, at place: [String], into length: inout SchemaRule.Counts?
    ) throws(SchemaError) -> Bool {
        var new = length ?? SchemaRule.Counts()
        switch member.name {
        case "minLength": new.least = try count(member.value, at: place)
        case "maxLength": new.most = try count(member.value, at: place)
        default: return false
        }
        length = new
        return true
    }

    private func readNumber(
        _ member: JSONObject.Member, at place: [String], into number: inout SchemaRule.Numbers?
    ) throws(SchemaError) -> Bool {
        var new = number ?? SchemaRule.Numbers()
        switch member.name {
        case "minimum": new.minimum = try bound(member.value, at: place)
        case "maximum": new.maximum = try bound(member.value, at: place)
        case "exclusiveMinimum": new.exclusiveMinimum = try bound(member.value, at: place)
        case "exclusiveMaximum": new.exclusiveMaximum = try bound(member.value, at: place)
        case "multipleOf":
            let divisor = try bound(member.value, at: place)
            if divisor.value.isNegative || divisor.value.precision == 0 {
                throw SchemaError(path: place, message: "a divisor is above zero")
            }
            if divisor.value.precision > DataSchema.longestDivisor {
                throw SchemaError(
                    path: place, message: "a divisor has at most \(DataSchema.longestDivisor) digits")
            }
            new.divisor = divisor
        default: return false
        }
        number = new
        return true
    }

    private mutating func members(_ schema: JSONObject, at path: [String]) throws(SchemaError) -> SchemaRule.Members {
        var members = SchemaRule.Members()
        var names: [JSONString] = []
        var places: [JSONString: Int] = [:]
        if let properties = schema["properties"] {
            guard case .object(let object) = properties else {
                throw SchemaError(path: path + ["properties"], message: "expected an object of schemas")
            }
            for property in object.members {
                places[property.name] = names.count
                names.append(property.name)
                members.rules.append(
                    try read(property.value, at: path + ["properties", property.name.description]))
            }
        }
        members.requiredPlaces = Array(repeating: nil, count: names.count)
        if let required = schema["required"] {
            members.required = try self.names(required, at: path + ["required"])
            for (place, name) in members.required.enumerated() {
                if let known = places[name] {
                    members.requiredPlaces[known] = place
                } else {
                    names.append(name)
                    members.requiredPlaces.append(place)
                }
            }
        }
        if let additional = schema["additionalProperties"] {
            members.isClosed = additional == false
            members.additional = try read(additional, at: path + ["additionalProperties"])
        }
        members.names = NameIndex(names)
        return members
    }

    private mutating func definitions(_ json: JSON, at place: [String]) throws(SchemaError) {
        guard case .object(let object) = json else {
            throw SchemaError(path: place, message: "expected an object of schemas")
        }
        for member in object.members { _ = try read(member.value, at: place + [member.name.description]) }
    }

    private mutating func schemas(_ json: JSON, at place: [String]) throws(SchemaError) -> [Int] {
        let list = try list(json, at: place)
        if list.isEmpty { throw SchemaError(path: place, message: "expected at least one schema") }
        var rules: [Int] = []
        for (index, schema) in list.enumerated() { rules.append(try read(schema, at: place + ["\(index)"])) }
        return rules
    }

    // MARK: Values of keywords

    private func list(_ json: JSON, at place: [String]) throws(SchemaError) -> [JSON] {
        guard case .array(let list) = json else { throw SchemaError(path: place, message: "expected a list") }
        return list
    }

    private func names(_ json: JSON, at place: [String]) throws(SchemaError) -> [JSONString] {
        var names: [JSONString] = []
        var known: Set<JSONString> = []
        for (index, value) in try list(json, at: place).enumerated() {
            guard case .string(let name) = value else {
                throw SchemaError(path: place + ["\(index)"], message: "expected a name")
            }
            guard known.insert(name).inserted else {
                throw SchemaError(path: place + ["\(index)"], message: "a name is listed once")
            }
            names.append(name)
        }
        return names
    }

    private func types(_ json: JSON, at place: [String]) throws(SchemaError) -> ValueTypes {
        if case .string(let name) = json { return try type(name, at: place) }
        let names = try names(json, at: place)
        if names.isEmpty { throw SchemaError(path: place, message: "expected at least one type") }
        var types: ValueTypes = []
        for (index, name) in names.enumerated() { types.insert(try type(name, at: place + ["\(index)"])) }
        return types
    }

    private func type(_ name: JSONString, at place: [String]) throws(SchemaError) -> ValueTypes {
        guard let known = ValueTypes.named.first(where: { JSONString($0.name) == name }) else {
            throw SchemaError(path: place, message: "there is no type \"\(name)\"")
        }
        return known.type
    }

    private func bound(_ json: JSON, at place: [String]) throws(SchemaError) -> SchemaRule.Bound {
        guard case .number(let number) = json else { throw SchemaError(path: place, message: "expected a number") }
        return SchemaRule.Bound(number)
    }

    /// A count of things; a count beyond any possible one equals the greatest.
    private func count(_ json: JSON, at place: [String]) throws(SchemaError) -> Int {
        guard case .number(let number) = json, number.exact.isInteger, !number.exact.isNegative else {
            throw SchemaError(path: place, message: "expected a whole number, not below zero")
        }
        return number.exact.integer ?? Int.max
    }
}
