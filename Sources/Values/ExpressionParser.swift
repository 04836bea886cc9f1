import Wire

/// Compiles the text of an expression by recursive descent: each rule of the grammar is a function with its name.
struct ExpressionParser {
    private var tokens: ExpressionTokens
    private(set) var code = ExpressionCode()
    private(set) var references: [Reference] = []
    private var places: [Reference.Kind: Int] = [:]
    /// The number of open brackets.
    private var brackets = 0

    /// Words that are neither paths nor functions.
    static let words: Set<String> = ["or", "and", "not", "true", "false"]

    init(_ text: String) throws(ExpressionError) { tokens = try ExpressionTokens(text) }

    mutating func parse() throws(ExpressionError) {
        try or()
        if tokens.current != .end { throw tokens.unexpected() }
    }

    // MARK: Operators

    private mutating func or() throws(ExpressionError) {
        try and()
        guard tokens.current == .name("or") else { return }
        var jumps: [Int] = []
        while try tokens.take(word: "or") {
            jumps.append(code.end)
            code.add(Instruction(.jumpIfTrue), taking: 1, pushing: 0)
            try and()
        }
        joinBooleans(jumps)
    }

    private mutating func and() throws(ExpressionError) {
        try not()
        guard tokens.current == .name("and") else { return }
        var jumps: [Int] = []
        while try tokens.take(word: "and") {
            jumps.append(code.end)
            code.add(Instruction(.jumpIfFalse), taking: 1, pushing: 0)
            try not()
        }
        joinBooleans(jumps)
    }

    /// A deciding operand skips the rest; the last one has to be a boolean too.
    private mutating func joinBooleans(_ jumps: [Int]) {
        code.add(Instruction(.checkBoolean), taking: 1, pushing: 1)
        for jump in jumps { code.land(jump) }
    }

    private mutating func not() throws(ExpressionError) {
        var count = 0
        while try tokens.take(word: "not") { count += 1 }
        try comparison()
        for _ in 0..<count { code.add(Instruction(.not), taking: 1, pushing: 1) }
    }

    private mutating func comparison() throws(ExpressionError) {
        try sum()
        guard case .sign(let sign) = tokens.current, let operation = Operation(comparing: sign) else { return }
        try tokens.advance()
        try sum()
        code.add(Instruction(operation), taking: 2, pushing: 1)
    }

    private mutating func sum() throws(ExpressionError) {
        try term()
        while case .sign(let sign) = tokens.current, sign == .plus || sign == .minus {
            try tokens.advance()
            try term()
            code.add(Instruction(sign == .plus ? .add : .subtract), taking: 2, pushing: 1)
        }
    }

    private mutating func term() throws(ExpressionError) {
        try unary()
        while case .sign(let sign) = tokens.current, let operation = Operation(multiplying: sign) {
            try tokens.advance()
            try unary()
            code.add(Instruction(operation), taking: 2, pushing: 1)
        }
    }

    /// Both `unary` and `power` of the grammar: a loop reads a chain of signs and powers, and writes it from its end.
    private mutating func unary() throws(ExpressionError) {
        var waiting: [Operation] = []
        repeat {
            while try tokens.take(.minus) { waiting.append(.negate) }
            try atom()
            if try !tokens.take(.power) { break }
            waiting.append(.power)
        } while true
        while let operation = waiting.popLast() {
            code.add(Instruction(operation), taking: operation == .power ? 2 : 1, pushing: 1)
        }
    }

    // MARK: Operands

    private mutating func atom() throws(ExpressionError) {
        switch tokens.current {
        case .number(let number): code.push(number)
        case .hugeNumber: code.add(Instruction(.overflow), taking: 0, pushing: 1)
        case .string(let text): code.push(text)
        case .name("true"): code.add(Instruction(.boolean, 1), taking: 0, pushing: 1)
        case .name("false"): code.add(Instruction(.boolean, 0), taking: 0, pushing: 1)
        case .name(let name) where !ExpressionParser.words.contains(name): return try named(name)
        case .sign(.open):
            try open()
            try or()
            return try close(.close)
        case .sign(.openList):
            try open()
            let count = try values(until: .closeList)
            return code.add(Instruction(.list, count), taking: count, pushing: 1)
        case .name, .sign, .end: throw tokens.unexpected()
        }
        try tokens.advance()
    }

    /// A call or a path.
    private mutating func named(_ name: String) throws(ExpressionError) {
        let position = tokens.position
        try tokens.advance()
        if tokens.current == .sign(.open) { return try call(name, at: position) }
        var path = [JSONString(name)]
        while tokens.current == .sign(.dot) { path.append(JSONString(try tokens.takePart())) }
        load(.path(path), at: position)
    }

    private mutating func load(_ kind: Reference.Kind, at position: Int) {
        if places[kind] == nil {
            places[kind] = references.count
            references.append(Reference(kind: kind, position: position))
        }
        code.add(Instruction(.load, places[kind] ?? 0), taking: 0, pushing: 1)
    }

    private mutating func call(_ name: String, at position: Int) throws(ExpressionError) {
        guard let function = Function(name) else {
            throw ExpressionError(message: "there is no function \"\(name)\"", position: position)
        }
        try open()
        switch function {
        case .if: return try conditional(at: position)
        case .input, .inputs: return try input(function, at: position)
        default: break
        }
        let count = try values(until: .close)
        if let wanted = function.arguments, wanted != count { throw wrongCount(function, wanted, at: position) }
        code.add(Instruction(calling: function, arguments: count), taking: count, pushing: 1)
    }

    private func wrongCount(_ function: Function, _ wanted: Int, at position: Int) -> ExpressionError {
        ExpressionError(
            message: "\"\(function)\" takes \(wanted) argument\(wanted == 1 ? "" : "s")", position: position)
    }

    /// `if(c, a, b)`: only one of a and b is computed.
    private mutating func conditional(at position: Int) throws(ExpressionError) {
        if tokens.current == .sign(.close) { throw wrongCount(.if, 3, at: position) }
        try or()
        let test = code.end
        code.add(Instruction(.branch), taking: 1, pushing: 0)
        if try !tokens.take(.comma) { throw missingArgument(at: position) }
        try or()
        let leap = code.end
        // The two branches push one value between them.
        code.add(Instruction(.jump), taking: 1, pushing: 0)
        code.land(test)
        if try !tokens.take(.comma) { throw missingArgument(at: position) }
        try or()
        code.land(leap)
        if tokens.current == .sign(.comma) { throw wrongCount(.if, 3, at: position) }
        try close(.close)
    }

    private func missingArgument(at position: Int) -> ExpressionError {
        tokens.current == .sign(.close) ? wrongCount(.if, 3, at: position) : tokens.unexpected()
    }

    /// `input("h")` or `inputs("h")`: the handle is a literal, so the dependencies of the node are known.
    private mutating func input(_ function: Function, at position: Int) throws(ExpressionError) {
        guard case .string(let handle) = tokens.current else {
            throw tokens.error("\"\(function)\" takes the id of a handle in quotation marks")
        }
        try tokens.advance()
        try close(.close)
        load(function == .input ? .input(JSONString(handle)) : .inputs(JSONString(handle)), at: position)
    }

    /// Compiles the values up to a closing bracket; returns their number.
    private mutating func values(until end: StaticSign) throws(ExpressionError) -> Int {
        var count = 0
        if tokens.current != .sign(end) {
            repeat {
                try or()
                count += 1
            } while try tokens.take(.comma)
        }
        try close(end)
        return count
    }

    private mutating func open() throws(ExpressionError) {
        brackets += 1
        if brackets > ValueLimits.expressionBrackets {
            throw tokens.error("at most \(ValueLimits.expressionBrackets) brackets are open at once")
        }
        try tokens.advance()
    }

    private mutating func close(_ bracket: StaticSign) throws(ExpressionError) {
        guard tokens.current == .sign(bracket) else { throw tokens.unexpected() }
        brackets -= 1
        try tokens.advance()
    }
}

extension Operation {
    fileprivate init?(comparing sign: StaticSign) {
        switch sign {
        case .equal: self = .equal
        case .unequal: self = .unequal
        case .less: self = .less
        case .atMost: self = .atMost
        case .greater: self = .greater
        case .atLeast: self = .atLeast
        default: return nil
        }
    }

    fileprivate init?(multiplying sign: StaticSign) {
        switch sign {
        case .times: self = .multiply
        case .over: self = .divide
        case .modulo: self = .remainder
        default: return nil
        }
    }
}
