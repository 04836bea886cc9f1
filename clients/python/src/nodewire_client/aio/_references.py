"""Nodes and edges as objects, as the blocking client has them: their edits are awaited."""

from .._references import Batch, EdgeReference, EdgeReferences, NodeReference, NodeReferences

__all__ = ["Batch", "EdgeReference", "EdgeReferences", "NodeReference", "NodeReferences"]
