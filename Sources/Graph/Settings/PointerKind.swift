/// What a person points with.
public enum PointerKind: String, CaseIterable, Sendable { case mouse, touch, pen }
