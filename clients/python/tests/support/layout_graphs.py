"""Seeded graphs to lay out: documents without positions. The same seed gives the same graph."""

from random import Random

WIDTHS, HEIGHTS = (40, 100, 150, 220), (30, 60, 60, 120)


def content(nodes, pairs):
    """A document of nodes and of edges (source, target), or (source, handle, target)."""
    edges = []
    for index, ends in enumerate(pairs):
        edge = {"id": f"e{index}", "source": ends[0], "target": ends[-1]}
        if len(ends) == 3:
            edge["sourceHandle"] = ends[1]
        edges.append(edge)
    settings = {"allowCycles": True, "allowSelfLoops": True, "allowDuplicateEdges": True}
    return {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": settings}


def nodes_of(random, count, prefix="n", even=False):
    """Nodes of sizes that differ, or of one size."""
    sizes = [(150, 60) if even else (random.choice(WIDTHS), random.choice(HEIGHTS)) for _ in range(count)]
    return [{"id": f"{prefix}{index}", "width": w, "height": h} for index, (w, h) in enumerate(sizes)]


def layers(random, count):
    """Nodes on layers, edges to one of the next two layers, anywhere on it."""
    nodes = nodes_of(random, count)
    wide = max(2, round(count**0.5))
    pairs = set()
    for index in range(wide, count):
        for _ in range(random.choice((1, 1, 2))):
            layer = index // wide - random.choice((1, 1, 1, 2))
            pairs.add((max(0, layer) * wide + random.randrange(wide), index))
    return content(nodes, [(f"n{a}", f"n{b}") for a, b in sorted(pairs)])


def near_layers(random, count):
    """The same, but the ends of an edge lie at most a place to the side of each other, as people draw."""
    nodes = nodes_of(random, count)
    wide = max(2, round(count**0.5))
    pairs = set()
    for index in range(wide, count):
        for _ in range(random.choice((1, 1, 2))):
            layer = max(0, index // wide - random.choice((1, 1, 1, 2)))
            pairs.add((layer * wide + min(wide - 1, max(0, index % wide + random.choice((-1, 0, 0, 1)))), index))
    return content(nodes, [(f"n{a}", f"n{b}") for a, b in sorted(pairs)])


def dialog(random, count):
    """Questions with an answer a handle: most lead on, some go back, some meet again."""
    nodes, pairs = nodes_of(random, count, even=True), []
    for index, node in enumerate(nodes):
        answers = random.choice((1, 2, 2, 3, 4))
        sources = [{"id": f"a{number}", "type": "source", "position": "bottom"} for number in range(answers)]
        node["handles"] = [{"id": "in", "type": "target", "position": "top"}, *sources]
        for handle in sources:
            target = index + random.randint(1, 4) if random.random() < 0.9 else random.randint(0, index)
            if target < count:
                pairs.append((f"n{index}", handle["id"], f"n{target}"))
    document = content(nodes, pairs)
    for edge in document["edges"]:
        edge["targetHandle"] = "in"
    return document


def tree(random, count):
    """A tree whose nodes have sizes that differ; its children stand in the order of its edges."""
    parents = [random.randrange(max(0, index - 8), index) for index in range(1, count)]
    return content(nodes_of(random, count), [(f"n{a}", f"n{b}") for b, a in enumerate(parents, 1)])


def mirrored_tree(random, count):
    """A tree that is its own mirror image: n(2i + 1) mirrors n(2i + 2), and n0 is the root."""
    nodes, pairs = nodes_of(random, 1), []
    sizes = [(random.choice(WIDTHS), random.choice(HEIGHTS)) for _ in range(count // 2)]
    children = {}
    for half, (width, height) in enumerate(sizes):
        left, right = 2 * half + 1, 2 * half + 2
        nodes += [{"id": f"n{id}", "width": width, "height": height} for id in (left, right)]
        over = random.randrange(max(0, half - 4), half + 1)
        parents = (0, 0) if over == 0 else (2 * over - 1, 2 * over)
        children.setdefault(parents[0], []).insert(0, left)
        children.setdefault(parents[1], []).append(right)
    for parent in sorted(children):
        pairs += [(f"n{parent}", f"n{child}") for child in children[parent]]
    return content(nodes, pairs)


def hubs(random, count):
    """Scale-free: a new node joins those that have many edges (Barabási, Albert 1999)."""
    ends, pairs = [0], set()
    for index in range(1, count):
        for _ in range(random.choice((1, 1, 2))):
            other = random.choice(ends)
            if other != index and (other, index) not in pairs:
                pairs.add((other, index))
                ends += [other, index]
    return content(nodes_of(random, count), [(f"n{a}", f"n{b}") for a, b in sorted(pairs)])


def mesh(random, count):
    """A grid whose nodes are joined to those beside and below."""
    wide = max(2, round(count**0.5))
    count = count // wide * wide
    pairs = [(i, i + 1) for i in range(count) if (i + 1) % wide] + [(i, i + wide) for i in range(count - wide)]
    return content(nodes_of(random, count, even=True), [(f"n{a}", f"n{b}") for a, b in pairs])


def grouped(random, count):
    """Nodes in groups, and groups in a group; most edges stay in their group."""
    groups = [{"id": f"g{index}", "type": "group", "width": 100, "height": 100} for index in range(max(2, count // 8))]
    for index, group in enumerate(groups[1:]):
        if random.random() < 0.3:
            group["parentId"] = f"g{random.randrange(index + 1)}"
    nodes, pairs = nodes_of(random, count), []
    for index, node in enumerate(nodes):
        if random.random() < 0.85:
            node["parentId"] = f"g{random.randrange(len(groups))}"
        mates = [other for other in nodes[:index] if other.get("parentId") == node.get("parentId")]
        if index:
            other = random.choice(mates if mates and random.random() < 0.8 else nodes[:index])
            pairs.append((other["id"], node["id"]))
    return content(groups + nodes, pairs)


def parts(random, count):
    """Trees, rings and single nodes that are not joined."""
    pairs, start = [], 0
    while start < count:
        size = min(random.choice((1, 1, 3, 6, 10)), count - start)
        pairs += [(start + random.randrange(index), start + index) for index in range(1, size)]
        if size > 2 and random.random() < 0.5:
            pairs.append((start + size - 1, start))
        start += size
    return content(nodes_of(random, count), [(f"n{a}", f"n{b}") for a, b in pairs])


def ports(random, count):
    """Nodes with handles on all sides, each with edges in or out."""
    sides = ("top", "right", "bottom", "left")
    nodes, pairs = nodes_of(random, count, even=True), []
    for node in nodes:
        out = [{"id": f"o{number}", "type": "source", "position": random.choice(sides)} for number in range(2)]
        into = [{"id": f"i{number}", "type": "target", "position": random.choice(sides)} for number in range(2)]
        node["handles"] = out + into
    for index in range(1, count):
        pairs.append((f"n{random.randrange(max(0, index - 6), index)}", random.choice(("o0", "o1")), f"n{index}"))
    document = content(nodes, pairs)
    for edge in document["edges"]:
        edge["targetHandle"] = random.choice(("i0", "i1"))
    return document


#: The makers by name. Each takes a source of chance and the number of nodes.
MAKERS = {
    maker.__name__: maker
    for maker in (layers, near_layers, dialog, tree, mirrored_tree, hubs, mesh, grouped, parts, ports)
}


def graph(name, count, seed):
    """A graph by the name of its maker."""
    return MAKERS[name](Random(f"{name} {count} {seed}"), count)
