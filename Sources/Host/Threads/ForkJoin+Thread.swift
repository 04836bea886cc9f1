import Storage

extension ForkJoin {
    /// A new thread for each task; serial where the process may use one core only.
    public static var threads: ForkJoin {
        if Platform.coreCount < 2 { return .serial }
        return ForkJoin { other, own in
            guard let thread = Thread(other) else {
                other()
                return own()
            }
            own()
            thread.join()
        }
    }
}
