/// Decompresses deflated bytes (RFC 1951), without the headers and checksums of other formats.
struct Inflate {
    /// The reasons why bytes cannot be decompressed.
    enum Problem: Error {
        /// The bytes end within a block.
        case truncated
        /// The bytes are not deflated data.
        case invalid
        /// The result exceeds the given number of bytes.
        case tooLong
    }

    /// A canonical Huffman code (RFC 1951, 3.2.2): the number of codes of each length, and the symbols in order.
    private struct Code {
        private(set) var counts = [Int](repeating: 0, count: 16)
        private(set) var symbols: [Int]

        /// - Throws: `invalid` if there are more codes than possible.
        init(lengths: some Collection<Int>) throws(Problem) {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            var (free, place) = (1, 0)
            var places = counts
            for length in 1..<16 {
                free = free * 2 - counts[length]
                if free < 0 { throw .invalid }
                places[length] = place
                place += counts[length]
            }
            symbols = [Int](repeating: 0, count: place)
            for (symbol, length) in lengths.enumerated() where length > 0 {
                symbols[places[length]] = symbol
                places[length] += 1
            }
        }
    }

    private let input: [UInt8]
    private let mostBytes: Int
    private var index = 0
    private var bits = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    private init(_ input: [UInt8], atMost mostBytes: Int) {
        (self.input, self.mostBytes) = (input, mostBytes)
    }

    /// Returns the decompressed bytes.
    ///
    /// - Parameter mostBytes: the greatest number of resulting bytes.
    /// - Throws: a problem of the bytes.
    /// - Complexity: O(*n*) in the input and the result.
    static func bytes(of input: [UInt8], atMost mostBytes: Int) throws(Problem) -> [UInt8] {
        var inflate = Inflate(input, atMost: mostBytes)
        var isLast = false
        while !isLast {
            isLast = try inflate.take(1) == 1
            switch try inflate.take(2) {
            case 0: try inflate.copyStored()
            case 1: try inflate.readBlock(literals: fixedLiterals(), distances: Code(lengths: (0..<30).map { _ in 5 }))
            case 2:
                let (literals, distances) = try inflate.readCodes()
                try inflate.readBlock(literals: literals, distances: distances)
            default: throw .invalid
            }
        }
        return inflate.output
    }

    // MARK: Bits

    /// Reads bits, the lowest first.
    private mutating func take(_ count: Int) throws(Problem) -> Int {
        while bitCount < count {
            guard index < input.count else { throw .truncated }
            bits |= Int(input[index]) << bitCount
            bitCount += 8
            index += 1
        }
        let value = bits & ((1 << count) - 1)
        bits >>= count
        bitCount -= count
        return value
    }

    /// Reads the bits of one code and returns its symbol.
    private mutating func symbol(of code: Code) throws(Problem) -> Int {
        var (value, first, place) = (0, 0, 0)
        for length in 1..<16 {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[place + value - first] }
            place += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .invalid
    }

    private mutating func append(_ byte: UInt8) throws(Problem) {
        if output.count >= mostBytes { throw .tooLong }
        output.append(byte)
    }

    // MARK: Blocks

    private mutating func copyStored() throws(Problem) {
        (bits, bitCount) = (0, 0)
        guard index + 4 <= input.count else { throw .truncated }
        let count = Int(input[index]) | Int(input[index + 1]) << 8
        let check = Int(input[index + 2]) | Int(input[index + 3]) << 8
        if count != check ^ 0xFFFF { throw .invalid }
        index += 4
        guard index + count <= input.count else { throw .truncated }
        if output.count + count > mostBytes { throw .tooLong }
        output += input[index..<(index + count)]
        index += count
    }

    private static func fixedLiterals() throws(Problem) -> Code {
        try Code(lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    }

    /// The order of the code lengths for code lengths (3.2.7).
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func readCodes() throws(Problem) -> (literals: Code, distances: Code) {
        let literals = try take(5) + 257
        let distances = try take(5) + 1
        let used = try take(4) + 4
        if literals > 286 || distances > 30 { throw .invalid }
        var lengths = [Int](repeating: 0, count: 19)
        for place in Inflate.order.prefix(used) { lengths[place] = try take(3) }
        let code = try Code(lengths: lengths)
        lengths = []
        while lengths.count < literals + distances {
            let symbol = try symbol(of: code)
            let (length, count): (Int, Int)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .invalid }
                (length, count) = (last, try take(2) + 3)
            case 17: (length, count) = (0, try take(3) + 3)
            case 18: (length, count) = (0, try take(7) + 11)
            default: (length, count) = (symbol, 1)
            }
            lengths += [Int](repeating: length, count: count)
        }
        if lengths.count > literals + distances || lengths[256] == 0 { throw .invalid }
        return (try Code(lengths: lengths[..<literals]), try Code(lengths: lengths[literals...]))
    }

    /// The base lengths of the symbols from 257, and their numbers of extra bits (3.2.5).
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    /// The base distances of the symbols, and their numbers of extra bits.
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    private mutating func readBlock(literals: Code, distances: Code) throws(Problem) {
        while true {
            let symbol = try symbol(of: literals)
            if symbol < 256 {
                try append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return }
            let place = symbol - 257
            guard place < Inflate.lengths.count else { throw .invalid }
            let length = Inflate.lengths[place] + (try take(Inflate.lengthBits[place]))
            let far = try self.symbol(of: distances)
            guard far < Inflate.distances.count else { throw .invalid }
            let distance = Inflate.distances[far] + (try take(Inflate.distanceBits[far]))
            guard distance <= output.count else { throw .invalid }
            for _ in 0..<length { try append(output[output.count - distance]) }
        }
    }
}
