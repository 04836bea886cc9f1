#if canImport(Darwin)
    import Darwin
#endif

#if os(Linux)
    // Hidden from Swift by the C library's feature macros.
    @_silgen_name("sched_getaffinity")
    private func getAffinity(_ process: Int32, _ size: Int, _ cores: UnsafeMutablePointer<UInt64>) -> Int32
    @_silgen_name("sched_setaffinity")
    private func setAffinity(_ process: Int32, _ size: Int, _ cores: UnsafePointer<UInt64>) -> Int32
#endif

/// A set of cores of the machine.
public struct CoreSet {
    #if os(Linux)
        private var words = [UInt64](repeating: 0, count: 16)
    #endif

    /// The cores that this process may use; nil if that cannot be found out.
    public static var usable: CoreSet? {
        #if os(Linux)
            var set = CoreSet()
            return getAffinity(0, set.words.count * 8, &set.words) >= 0 && set.count > 0 ? set : nil
        #else
            return nil
        #endif
    }

    /// The number of cores.
    public var count: Int {
        #if os(Linux)
            words.reduce(0) { $0 + $1.nonzeroBitCount }
        #else
            0
        #endif
    }

    /// The first of them alone.
    public var first: CoreSet {
        var set = self
        #if os(Linux)
            guard let index = words.firstIndex(where: { $0 != 0 }) else { return self }
            for other in words.indices { set.words[other] = 0 }
            set.words[index] = words[index] & (~words[index] &+ 1)
        #endif
        return set
    }

    /// Keeps this process and the children it will have on these cores; false if that is not possible.
    public func use() -> Bool {
        #if os(Linux)
            setAffinity(0, words.count * 8, words) == 0
        #else
            false
        #endif
    }
}

extension Platform {
    /// The number of cores that this process may use; 1 if that cannot be found out.
    static var coreCount: Int {
        #if os(Linux)
            CoreSet.usable?.count ?? 1
        #else
            max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        #endif
    }
}
