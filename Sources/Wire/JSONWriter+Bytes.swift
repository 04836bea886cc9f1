extension JSONWriter {
    /// Lets `body` change what was written, as to put a length before a text that turned out that long; it returns how
    /// many bytes of it stay.
    @inlinable
    public mutating func update(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
        let kept = body(UnsafeMutableRawBufferPointer(start: base, count: length))
        precondition((0...length).contains(kept))
        length = kept
    }
}
