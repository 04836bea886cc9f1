import Wire

extension DataCheck {
    /// Returns true if a value satisfies a rule, apart from its members and items.
    mutating func holds(_ rule: SchemaRule, _ kind: JSONKind, _ value: JSONCursor) -> Bool {
        var holds = true
        if let types = rule.parts.types, !types.admit(kind, value) {
            holds = fail("type", value, "expected \(types.words), found \(ValueTypes(kind).words)")
        }
        if let choices = rule.parts.choices {
            spendForText(of: value, kind)
            if !choices.contain(value, kind) {
                holds = fail("enum", value, "is none of \(choices.count) allowed values")
            }
        }
        if let constant = rule.parts.constant {
            spendForText(of: value, kind)
            if !constant.contain(value, kind) { holds = fail("const", value, "is not the one allowed value") }
        }
        if !holds && isFirstEnough { return false }
        if let length = rule.parts.length, kind == .string { holds = self.holds(length, value) && holds }
        if let number = rule.parts.number, kind == .number { holds = self.holds(number, value) && holds }
        return holds
    }

    /// Comparing a container reads all of it.
    private mutating func spendForText(of value: JSONCursor, _ kind: JSONKind) {
        guard kind == .object || kind == .array else { return }
        var end = value
        end.skipValue()
        spend((end.index - value.index) / 8, at: value)
    }

    private mutating func holds(_ length: SchemaRule.Counts, _ value: JSONCursor) -> Bool {
        var cursor = value
        guard let name = try? cursor.readName() else { return true }
        let count = name.scalarCount
        spend(name.count / 64, at: value)
        return holds(length, count, ("minLength", "maxLength"), "characters", value)
    }

    /// Returns true if a count is between the least and the greatest.
    mutating func holds(
        _ counts: SchemaRule.Counts, _ count: Int, _ codes: (StaticString, StaticString), _ things: String,
        _ value: JSONCursor
    ) -> Bool {
        if let least = counts.least, count < least {
            return fail(codes.0, value, "has \(count) \(things), at least \(least) are wanted")
        }
        if let most = counts.most, count > most {
            return fail(codes.1, value, "has \(count) \(things), at most \(most) are allowed")
        }
        return true
    }

    private mutating func holds(_ number: SchemaRule.Numbers, _ value: JSONCursor) -> Bool {
        var cursor = value
        let range = cursor.rawValue()
        let exact = ExactDecimal(UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count))
        var holds = true
        if let bound = number.minimum, exact < bound.value {
            holds = fail("minimum", value, "is less than \(bound.text)")
        }
        if let bound = number.maximum, bound.value < exact {
            holds = fail("maximum", value, "is more than \(bound.text)")
        }
        if let bound = number.exclusiveMinimum, !(bound.value < exact) {
            holds = fail("exclusiveMinimum", value, "is not more than \(bound.text)")
        }
        if let bound = number.exclusiveMaximum, !(exact < bound.value) {
            holds = fail("exclusiveMaximum", value, "is not less than \(bound.text)")
        }
        if let bound = number.divisor, !exact.isMultiple(of: bound.value) {
            holds = fail("multipleOf", value, "is no multiple of \(bound.text)")
        }
        return holds
    }
}

extension ValueTypes {
    /// Returns true if a value of this kind is among the types; a number without a fraction is an integer.
    fileprivate func admit(_ kind: JSONKind, _ value: JSONCursor) -> Bool {
        if contains(ValueTypes(kind)) { return true }
        guard kind == .number, contains(.integer) else { return false }
        var cursor = value
        let range = cursor.rawValue()
        let text = UnsafeBufferPointer(start: cursor.base + range.lowerBound, count: range.count)
        if text.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return true }
        return ExactDecimal(text).isInteger
    }
}
