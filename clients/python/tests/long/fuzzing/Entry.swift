// What libFuzzer calls. `fuzz_server.py` builds this folder with the libraries of the server; it is in no product.

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

typealias Bytes = UnsafeBufferPointer<UInt8>

/// The target that the environment names. An unknown name ends the process.
private let target: @Sendable (Bytes) -> Void = {
    let name = getenv("NODEWIRE_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = targets[name] else { fatalError("NODEWIRE_FUZZ names no target: \(name)") }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ base: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // An exact copy, so that the sanitizer sees each read beyond the end.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: Bytes(start: base, count: count))
    target(Bytes(copy))
    return 0
}

/// Ends the process as a found case: a law does not hold.
func broken(_ law: String) -> Never { fatalError("broken: \(law)") }
