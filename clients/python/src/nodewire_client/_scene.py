"""What a view shows, kept up to date by ``view/frame``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Set

if TYPE_CHECKING:
    from .generated import EdgeItem, HandleItem, NodeItem


class Scene:
    """The visible items of one view and its state, after the frames received so far.

    ``nodes`` and ``edges`` are items by id; ``state`` holds the other members of frames (``viewport``, ``selection``,
    ``hover``, ``gesture`` …) as last received. ``transition`` is how to move to the last frame, if its edit asks for
    that. ``selected`` are the ids of the selection by kind, for a view opened with ``selectionIds``.
    ``state["presence"]`` has the other views by id, for a view opened with ``presence``, and
    ``state["types"]`` what is shown of types by name, for a view opened with ``types``. ``handle_sets`` are the sets of
    handles by name, for a view opened with ``handles="shared"``; ``handles`` places them on a node.
    """

    def __init__(self) -> None:
        self.frame: Optional[int] = None
        self.revision: Optional[int] = None
        self.nodes: Dict[str, NodeItem] = {}
        self.edges: Dict[str, EdgeItem] = {}
        self.state: Dict[str, Any] = {}
        self.transition: Optional[Dict[str, Any]] = None
        self.selected: Dict[str, Set[str]] = {"nodes": set(), "edges": set()}
        self.handle_sets: Dict[str, List[HandleItem]] = {}

    def handles(self, node: str) -> List[HandleItem]:
        """The handles of a node with their places on the canvas, whether it lists them or names a set."""
        item: Any = self.nodes[node]
        if "handleSet" not in item:
            own: List[HandleItem] = item.get("handles", [])
            return own
        handles = self.handle_sets[item["handleSet"]]
        return [{**handle, "x": item["x"] + handle["x"], "y": item["y"] + handle["y"]} for handle in handles]

    def load(self, scene: Mapping[str, Any]) -> None:
        """Starts again from the answer of ``view/scene``."""
        self.nodes, self.edges, self.state = {}, {}, {}
        self.selected = {"nodes": set(), "edges": set()}
        self.apply(scene)

    def apply(self, frame: Mapping[str, Any]) -> None:
        """Applies one frame; costs what changed."""
        self.transition = frame.get("transition")
        for member, value in frame.items():
            if member in ("view", "enter", "update", "leave", "transition"):
                continue
            if member in ("frame", "revision"):
                setattr(self, member, value)
            elif member == "selection":
                self._select(value)
            elif member in ("presence", "types"):
                self._merge(member, value)
            elif member == "handleSets":
                self.handle_sets.update(value)
            elif value is None:
                self.state.pop(member, None)
            else:
                self.state[member] = value
        for kind in ("nodes", "edges"):
            items: Dict[str, Any] = getattr(self, kind)
            for ident in _part(frame, "leave", kind) or ():
                items.pop(ident, None)
            for ident, item in (_part(frame, "enter", kind) or {}).items():
                items[ident] = item
            for ident, members in (_part(frame, "update", kind) or {}).items():
                _replace(items.setdefault(ident, {}), members)

    def _select(self, selection: Mapping[str, Any]) -> None:
        self.state["selection"] = {kind: selection[kind] for kind in ("nodes", "edges")}
        for kind, ids in self.selected.items():
            ids.difference_update(_part(selection, "removed", kind) or ())
            ids.update(_part(selection, "added", kind) or ())

    def _merge(self, member: str, changes: Mapping[str, Any]) -> None:
        values = _changed(self.state.pop(member, {}), changes)
        if values:
            self.state[member] = values


def _part(frame: Mapping[str, Any], member: str, kind: str) -> Any:
    return (frame.get(member) or {}).get(kind)


def _replace(item: Dict[str, Any], members: Mapping[str, Any]) -> None:
    for name, value in members.items():
        if name == "contents":
            value = _changed(item.get(name, {}), value) or None
        if value is None:
            item.pop(name, None)
        else:
            item[name] = value


def _changed(known: Mapping[str, Any], changes: Mapping[str, Any]) -> Dict[str, Any]:
    values = {**known, **changes}
    return {name: value for name, value in values.items() if value is not None}
