// What libFuzzer calls. `fuzz_server.py` builds it with the targets of `Tests/Fuzzing`; it is in no product.

import Fuzzing
import Seeding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The target that the environment names. An unknown name ends the process.
private let target: Target = {
    let name = getenv("NODEWIRE_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = Target(rawValue: name) else { fatalError("NODEWIRE_FUZZ names no target: \(name)") }
    return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ base: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // An exact copy, so that the sanitizer sees each read beyond the end.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: Bytes(start: base, count: count))
    target.judge(Bytes(copy))
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: CUnsignedInt) -> Int {
    var random = Seeded(UInt64(seed))
    if count == 0 || random.below(4) == 0 { return mutateBytes(data, count, most) }
    let bytes = pool.mutated(Array(Bytes(start: data, count: count)), &random)
    let kept = min(bytes.count, most)
    for place in 0..<kept { data[place] = bytes[place] }
    return kept
}

nonisolated(unsafe) private var pool = MutationPool()
