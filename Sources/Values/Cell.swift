/// A value in eight bytes: a finite number, or a bit pattern that is not a number.
///
/// Arithmetic on other values gives no number, so one check of the result is enough for both operands.
typealias Cell = Double

extension Cell {
    @inline(__always) static var yes: Cell { Cell(bitPattern: 0x7FF8_0000_0000_0001) }
    @inline(__always) static var no: Cell { Cell(bitPattern: 0x7FF8_0000_0000_0002) }
    /// The value is in another array, at the same index.
    @inline(__always) static var elsewhere: Cell { Cell(bitPattern: 0x7FF8_0000_0000_0003) }

    @inline(__always) init(_ flag: Bool) { self = flag ? .yes : .no }

    @inline(__always) var isNumber: Bool { self == self }

    /// The boolean; nil for another value.
    @inline(__always) var boolean: Bool? {
        bitPattern == Cell.yes.bitPattern ? true : bitPattern == Cell.no.bitPattern ? false : nil
    }
}

/// The values of an expression's references, in their order.
/// Callers that evaluate often keep one, so that nothing is allocated.
public struct Operands: Sendable {
    private(set) var cells: ContiguousArray<Cell> = []
    private(set) var others: ContiguousArray<Outcome> = []

    /// No operands.
    public init() {}

    /// Operands with these values.
    public init(_ outcomes: [Outcome]) {
        reserve(outcomes.count)
        for (index, outcome) in outcomes.enumerated() { self[index] = outcome }
    }

    /// Makes space for a number of operands; each must then be set before an evaluation.
    public mutating func reserve(_ count: Int) {
        while cells.count < count {
            cells.append(.no)
            others.append(.failure(ValueError(.missingInput)))
        }
    }

    /// The value of a reference.
    public subscript(index: Int) -> Outcome {
        get {
            if cells[index].isNumber { return .success(.number(cells[index])) }
            return cells[index].boolean.map { .success(.boolean($0)) } ?? others[index]
        }
        set {
            switch newValue {
            case .success(.number(let number)): cells[index] = number
            case .success(.boolean(let flag)): cells[index] = Cell(flag)
            case .success, .failure:
                cells[index] = .elsewhere
                others[index] = newValue
            }
        }
    }
}
