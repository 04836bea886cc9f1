/// The device that a person points with.
public enum PointerKind: String, CaseIterable, Sendable { case mouse, touch, pen }
