/// A step of a compiled expression, on a stack of values.
struct Instruction: Sendable {
    var operation: Operation
    var function = Function.abs
    /// An index of a constant, a reference or an instruction, or a count.
    var number: Int32 = 0

    init(_ operation: Operation, _ number: Int = 0) {
        self.operation = operation
        self.number = Int32(truncatingIfNeeded: number)
    }

    init(calling function: Function, arguments: Int) {
        self.init(.call, arguments)
        self.function = function
    }
}

/// The operation of an instruction.
enum Operation: UInt8, Sendable {
    /// Pushes a constant number, a constant string, a boolean, or the value of a reference.
    case number, string, boolean, load
    /// Pops a number of values and pushes a list of them.
    case list
    case negate, not
    case add, subtract, multiply, divide, remainder, power
    case equal, unequal, less, atMost, greater, atLeast
    case call
    /// Jumps if the top is true, or false, and leaves it; otherwise drops it.
    case jumpIfTrue, jumpIfFalse
    /// Pops a boolean and jumps if it is false.
    case branch
    case jump
    /// Refuses a top that is not a boolean.
    case checkBoolean
    /// Refuses a number beyond the doubles.
    case overflow
}
