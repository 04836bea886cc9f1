/// Evaluates expressions on a stack that it reuses.
///
///     var evaluator = Evaluator()
///     let operands = Operands([.success(.number(3)), .success(.number(4))])
///     let area = try evaluator.evaluate(Expression("width * height"), operands)
///     assert(area.plainText == "12")
public struct Evaluator: Sendable {
    private var cells: ContiguousArray<Cell> = []
    private var objects: ContiguousArray<Value> = []
    /// The number of steps of the last evaluation.
    public private(set) var steps = 0

    /// An evaluator with an empty stack.
    public init() {}

    /// Computes the value of an expression from the values of its references.
    ///
    /// - Parameter operands: as many as the expression has references, in their order.
    /// - Throws: the first error; an operand's error is unchanged.
    /// - Complexity: O(instructions + work of functions on strings and lists), at most `ValueLimits.steps`.
    public mutating func evaluate(_ expression: Expression, _ operands: Operands) throws(ValueError) -> Value {
        precondition(operands.cells.count >= expression.references.count, "each reference has an operand")
        while cells.count < expression.stackDepth {
            cells.append(.no)
            objects.append(.boolean(false))
        }
        return try Evaluator.run(expression, operands, &cells, &objects, &steps)
    }

    private static func run(
        _ expression: Expression, _ operands: Operands, _ cells: inout ContiguousArray<Cell>,
        _ objects: inout ContiguousArray<Value>, _ steps: inout Int
    ) throws(ValueError) -> Value {
        try cells.withUnsafeMutableBufferPointer { cells throws(ValueError) in
            try objects.withUnsafeMutableBufferPointer { objects throws(ValueError) in
                guard let cells = cells.baseAddress, let objects = objects.baseAddress else { throw ValueError(.limit) }
                var stack = EvaluationStack(cells, objects)
                defer {
                    stack.clear(upTo: expression.stackDepth)
                    steps = stack.steps
                }
                try stack.run(expression, operands)
                return stack.value(0)
            }
        }
    }
}

/// The stack of one evaluation, in borrowed memory.
struct EvaluationStack {
    let cells: UnsafeMutablePointer<Cell>
    private let objects: UnsafeMutablePointer<Value>
    /// The number of values on the stack.
    private(set) var count = 0
    private var holdsObjects = false
    private(set) var steps = 0

    init(_ cells: UnsafeMutablePointer<Cell>, _ objects: UnsafeMutablePointer<Value>) {
        (self.cells, self.objects) = (cells, objects)
    }

    /// The value at a place.
    func value(_ place: Int) -> Value {
        let cell = cells[place]
        if cell.isNumber { return .number(cell + 0) }
        return cell.boolean.map { .boolean($0) } ?? objects[place]
    }

    private mutating func put(_ value: Value, at place: Int) {
        switch value {
        case .number(let number): cells[place] = number
        case .boolean(let flag): cells[place] = Cell(flag)
        case .string, .list, .color:
            cells[place] = .elsewhere
            objects[place] = value
            holdsObjects = true
        }
    }

    /// Releases the memory of strings and lists.
    func clear(upTo depth: Int) {
        if !holdsObjects { return }
        for place in 0..<depth { objects[place] = .boolean(false) }
    }

    /// Counts steps of work on strings and lists.
    mutating func spend(_ count: Int) throws(ValueError) {
        steps += count
        if steps > ValueLimits.steps { throw ValueError(.limit) }
    }

    mutating func run(_ expression: Expression, _ operands: Operands) throws(ValueError) {
        // Each instruction is performed at most once.
        steps = expression.instructions.count
        try expression.instructions.withUnsafeBufferPointer { code throws(ValueError) in
            try expression.numbers.withUnsafeBufferPointer { numbers throws(ValueError) in
                try operands.cells.withUnsafeBufferPointer { loaded throws(ValueError) in
                    try run(code, numbers, loaded, expression, operands)
                }
            }
        }
    }

    private mutating func run(
        _ code: UnsafeBufferPointer<Instruction>, _ numbers: UnsafeBufferPointer<Double>,
        _ loaded: UnsafeBufferPointer<Cell>, _ expression: Expression, _ operands: Operands
    ) throws(ValueError) {
        var next = 0
        var top = cells
        while next < code.count {
            let instruction = code[next]
            next += 1
            switch instruction.operation {
            case .number:
                top.pointee = numbers[Int(instruction.number)]
                top += 1
                continue
            case .load:
                let cell = loaded[Int(instruction.number)]
                if cell.isNumber {
                    top.pointee = cell
                    top += 1
                    continue
                }
            case .add: if EvaluationStack.join(&top, +) { continue }
            case .subtract: if EvaluationStack.join(&top, -) { continue }
            case .multiply: if EvaluationStack.join(&top, *) { continue }
            case .divide: if EvaluationStack.join(&top, /) { continue }
            case .less, .atMost, .greater, .atLeast, .equal, .unequal:
                let (a, b) = (top[-2], top[-1])
                if a.isNumber && b.isNumber {
                    top -= 1
                    top[-1] = Cell(instruction.operation.compares(a, b))
                    continue
                }
            case .negate:
                if top[-1].isNumber {
                    top[-1] = -top[-1]
                    continue
                }
            case .branch:
                if let flag = top[-1].boolean {
                    top -= 1
                    if !flag { next = Int(instruction.number) }
                    continue
                }
            case .jump:
                next = Int(instruction.number)
                continue
            default: break
            }
            count = top - cells
            try perform(instruction, expression, operands, &next)
            top = cells + count
        }
        count = top - cells
    }

    /// Combines the two numbers on top; false if one is not a number, or the result is none.
    @inline(__always)
    private static func join(_ top: inout UnsafeMutablePointer<Cell>, _ join: (Double, Double) -> Double) -> Bool {
        let result = join(top[-2], top[-1])
        if !result.isFinite { return false }
        top -= 1
        top[-1] = result
        return true
    }

    /// An instruction with an operand or a result that is not a number.
    @inline(never)
    private mutating func perform(
        _ instruction: Instruction, _ expression: Expression, _ operands: Operands, _ next: inout Int
    ) throws(ValueError) {
        let number = Int(instruction.number)
        switch instruction.operation {
        case .number, .jump: break
        case .overflow: throw ValueError(.overflow)
        case .string: push(.string(expression.strings[number]))
        case .boolean: push(.boolean(number != 0))
        case .load: push(try operands[number].get())
        case .list: push(.list(try ValueList(take(number))))
        case .negate: throw ValueError(.type)
        case .checkBoolean: _ = try topBoolean()
        case .not: cells[count - 1] = Cell(!(try topBoolean()))
        case .branch: throw ValueError(.type)
        case .jumpIfTrue, .jumpIfFalse:
            let flag = try topBoolean()
            if flag == (instruction.operation == .jumpIfTrue) { next = number } else { count -= 1 }
        case .add, .subtract, .multiply, .divide, .remainder, .power, .equal, .unequal, .less, .atMost, .greater,
            .atLeast:
            let (a, b) = (value(count - 2), value(count - 1))
            count -= 2
            push(try combine(instruction.operation, a, b))
        case .call:
            let arguments = take(number)
            push(try call(instruction.function, arguments))
        }
    }

    private mutating func push(_ value: Value) {
        put(value, at: count)
        count += 1
    }

    /// Takes values off the stack, the lowest first.
    private mutating func take(_ number: Int) -> [Value] {
        count -= number
        return (count..<count + number).map { value($0) }
    }

    private func topBoolean() throws(ValueError) -> Bool {
        guard let flag = cells[count - 1].boolean else { throw ValueError(.type) }
        return flag
    }
}

extension Operation {
    /// Returns the result of a comparison of two numbers.
    @inline(__always) func compares(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .less: a < b
        case .atMost: a <= b
        case .greater: a > b
        case .atLeast: a >= b
        case .unequal: a != b
        default: a == b
        }
    }
}
