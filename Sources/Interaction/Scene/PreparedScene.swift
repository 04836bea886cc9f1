import Graph

/// The scene of a document after a change that was performed on a copy of it, brought in step by any thread.
public struct PreparedScene: Sendable {
    private let base: Scene
    private let scene: Scene
    private let delta: Delta

    /// - Parameters:
    ///   - base: the scene before.
    ///   - delta: the change, which the document adopts unchanged.
    ///   - document: after it.
    /// - Returns: nil if nothing has been asked of the scene yet: then the next question fills it.
    public init?(_ base: Scene, after delta: Delta, _ document: Document) {
        if !base.isLoaded { return nil }
        (self.base, self.delta) = (base, delta)
        var (scene, document) = (base, document)
        document.updateInheritance()
        scene.note(delta, document)
        scene.update(document)
        self.scene = scene
    }

    /// Returns the scene after a change; nil if it was made for another one, or the scene is another one by now. O(1).
    func scene(after delta: Delta, of scene: Scene) -> Scene? {
        scene.isCopy(of: base) && delta.isSame(as: self.delta) ? self.scene : nil
    }
}
