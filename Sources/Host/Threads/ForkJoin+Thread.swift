import Storage

extension ForkJoin {
    /// A new thread for each task; serial if the process may use only one core.
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
