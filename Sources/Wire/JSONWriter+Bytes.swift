extension JSONWriter {
    /// How many bytes fit before the room grows.
    @inlinable public var capacity: Int { storage.count }

    /// Lets `body` change what was written, as to put a length before a text that turned out that long; it returns how
    /// many bytes of it stay.
    @inlinable
    public mutating func update(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
        let length = length
        self.length = storage.withUnsafeMutableBytes { buffer in
            body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]))
        }
        precondition((0...length).contains(self.length))
    }
}
