/// The instructions of an expression during compilation, and the height of their stack.
struct ExpressionCode: Sendable {
    private(set) var instructions: ContiguousArray<Instruction> = []
    private(set) var numbers: ContiguousArray<Double> = []
    private(set) var strings: [String] = []
    /// The number of values on the stack where the next instruction begins.
    private(set) var depth = 0
    private(set) var deepest = 0

    /// The index of the next instruction.
    var end: Int { instructions.count }

    /// Adds an instruction with the number of values that it takes and pushes.
    mutating func add(_ instruction: Instruction, taking taken: Int, pushing pushed: Int) {
        instructions.append(instruction)
        depth += pushed - taken
        deepest = max(deepest, depth)
    }

    mutating func push(_ number: Double) {
        add(Instruction(.number, numbers.count), taking: 0, pushing: 1)
        numbers.append(number)
    }

    mutating func push(_ string: String) {
        add(Instruction(.string, strings.count), taking: 0, pushing: 1)
        strings.append(string)
    }

    /// Makes a jump lead to the next instruction.
    mutating func land(_ jump: Int) { instructions[jump].number = Int32(truncatingIfNeeded: end) }
}
