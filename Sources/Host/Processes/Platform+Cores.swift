#if os(Linux)
    // Hidden from Swift by the C library's feature macros.
    @_silgen_name("sched_getaffinity")
    private func getAffinity(_ process: Int32, _ size: Int, _ cores: UnsafeMutablePointer<UInt64>) -> Int32
    @_silgen_name("sched_setaffinity")
    private func setAffinity(_ process: Int32, _ size: Int, _ cores: UnsafePointer<UInt64>) -> Int32
#endif

extension Platform {
    /// Keeps this process and the children it will have on the first core it may use; false where that is not possible.
    public static func stayOnOneCore() -> Bool {
        #if os(Linux)
            var cores = [UInt64](repeating: 0, count: 16)
            let size = cores.count * 8
            guard getAffinity(0, size, &cores) >= 0, let index = cores.firstIndex(where: { $0 != 0 }) else {
                return false
            }
            let first = cores[index] & (~cores[index] &+ 1)
            for other in cores.indices { cores[other] = other == index ? first : 0 }
            return setAffinity(0, size, cores) == 0
        #else
            return false
        #endif
    }
}
