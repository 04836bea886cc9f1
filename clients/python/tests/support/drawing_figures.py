"""What a drawing is worth: crossings, edges through nodes, overlaps, bends, length, area; and what an edit moved.

Frames are (x, y, width, height), lines are lists of points, all on the canvas. Nothing but the standard library.
"""

import math
import re
from bisect import bisect_left, bisect_right
from statistics import median

from drawing_crossings import Grid, count_crossings

#: Less than this is no overlap and no turn: it is rounding.
SLACK = 0.01
#: Into so many straight pieces a curve is cut.
PIECES = 16
WORDS = re.compile(r"[MLCQZ]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


class Line:
    """An edge as it is drawn: its points, and how often it turns a corner."""

    def __init__(self, points, bends=None):
        self.points = [point for index, point in enumerate(points) if not index or point != points[index - 1]]
        self.bends = corners(self.points) if bends is None else bends

    @property
    def length(self):
        return sum(math.dist(a, b) for a, b in zip(self.points, self.points[1:]))


class Drawing:
    """Frames of nodes, lines of edges with their ends, and who lies in whom."""

    def __init__(self, frames, lines=None, ends=None, parents=None):
        self.frames = frames
        self.lines = lines or {}
        self.ends = ends or {}
        self.parents = parents or {}

    def around(self, node):
        """The groups that hold a node, from inside out."""
        found = []
        while (node := self.parents.get(node)) is not None and node not in found:
            found.append(node)
        return found

    def figures(self):
        """All figures of one drawing, but for the time that it took."""
        return {
            "crossings": count_crossings([line.points for line in self.lines.values()]),
            "through": len(through(self)),
            "overlaps": len(overlaps(self)),
            "bends": sum(line.bends for line in self.lines.values()),
            "length": sum(line.length for line in self.lines.values()),
            "area": area(self),
        }


# Lines


def read_path(text):
    """The line of an SVG path with absolute M, L, C, Q and Z. A rounded corner (Q) is one bend, a cubic curve none."""
    words = WORDS.findall(text)
    points, rounded, index, letter = [], 0, 0, "M"
    drawn = []  # Points between which the line is straight or a corner; a curve stands for a fresh start.
    runs = [drawn]
    while index < len(words):
        if words[index].isalpha():
            letter, index = words[index], index + 1
            if letter == "Z":
                points.append(points[0])
                drawn.append(points[0])
            continue
        count = {"M": 1, "L": 1, "Q": 2, "C": 3}[letter]
        numbers = [float(word) for word in words[index : index + 2 * count]]
        index += 2 * count
        given = list(zip(numbers[::2], numbers[1::2]))
        if count == 1:
            points += given
            drawn += given
            continue
        controls = [points[-1], *given]
        points += [along(controls, step / PIECES) for step in range(1, PIECES + 1)]
        if letter == "Q":
            rounded += corners(controls)
        drawn = [points[-1]]
        runs.append(drawn)
    return Line(points, rounded + sum(corners(run) for run in runs))


def along(controls, t):
    """A point of a Bézier curve (de Casteljau 1959)."""
    points = list(controls)
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(points, points[1:])]
    return points[0]


def corners(points):
    """How often a line turns by more than rounding."""
    distinct = [point for index, point in enumerate(points) if not index or math.dist(point, points[index - 1]) > 1e-9]
    turned = 0
    for a, b, c in zip(distinct, distinct[1:], distinct[2:]):
        one, two = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        angle = math.atan2(one[0] * two[1] - one[1] * two[0], one[0] * two[0] + one[1] * two[1])
        turned += abs(angle) > SLACK
    return turned


def clipped(frame, other):
    """The straight line between the middles of two frames, cut at their borders; None where they cover each other."""
    ends = [(x + width / 2, y + height / 2) for x, y, width, height in (frame, other)]
    across, down = ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]

    def leaves(size):
        ratios = [extent / 2 / abs(part) for extent, part in zip(size, (across, down)) if part]
        return min(ratios, default=1.0)

    start, end = leaves(frame[2:]), 1 - leaves(other[2:])
    if start >= end:
        return None
    return Line([(ends[0][0] + across * t, ends[0][1] + down * t) for t in (start, end)])


def straight_lines(frames, ends):
    """Straight lines for edges; loops and those between frames that touch are left out."""
    lines = {edge: clipped(frames[a], frames[b]) for edge, (a, b) in ends.items() if a != b}
    return {edge: line for edge, line in lines.items() if line}


# Nodes


def through(drawing):
    """Pairs of an edge and a node that it goes through, though it is no end of it, nor around or inside of one."""
    frames = [(node, (x, y, x + width, y + height)) for node, (x, y, width, height) in drawing.frames.items()]
    grid = Grid([box for _, box in frames])
    for number, (_, box) in enumerate(frames):
        grid.put(number, grid.of_box(box))
    found = set()
    for edge, line in drawing.lines.items():
        own = {node for end in drawing.ends[edge] for node in (end, *drawing.around(end))}
        for a, b in zip(line.points, line.points[1:]):
            for number in grid.near(grid.of_segment(a, b)):
                node, box = frames[number]
                if node not in own and (edge, node) not in found and enters(a, b, box):
                    if not set(drawing.ends[edge]) & set(drawing.around(node)):
                        found.add((edge, node))
    return sorted(found)


def enters(a, b, box):
    """Whether a segment lies in the inside of a box for more than a point (Liang, Barsky 1984)."""
    start, end = 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis] + SLACK, box[axis + 2] - SLACK
        if low >= high:
            return False
        run = b[axis] - a[axis]
        if not run:
            if not low < a[axis] < high:
                return False
            continue
        near, far = sorted(((low - a[axis]) / run, (high - a[axis]) / run))
        start, end = max(start, near), min(end, far)
    return start < end


def overlaps(drawing):
    """Pairs of nodes with the same parent that cover each other, and of nodes and groups from which they stick out."""
    rows = sorted((frame[0], node) for node, frame in drawing.frames.items())
    found, open_rows = [], []
    for left, node in rows:
        x, y, width, height = drawing.frames[node]
        open_rows = [other for other in open_rows if sum(drawing.frames[other][::2]) > left + SLACK]
        for other in open_rows:
            _, top, _, tall = drawing.frames[other]
            right = min(x + width, sum(drawing.frames[other][::2]))
            shared = min(y + height, top + tall) - max(y, top)
            if min(shared, right - x) > SLACK and drawing.parents.get(node) == drawing.parents.get(other):
                found.append((other, node))
        open_rows.append(node)
        group = drawing.frames.get(drawing.parents.get(node))
        if group and not holds(group, (x, y, width, height)):
            found.append((node, drawing.parents[node]))
    return found


def holds(group, frame):
    return all(
        group[axis] <= frame[axis] + SLACK and frame[axis] + frame[axis + 2] <= group[axis] + group[axis + 2] + SLACK
        for axis in (0, 1)
    )


def area(drawing):
    """Of the bounds of nodes and lines."""
    xs = [end for x, _, width, _ in drawing.frames.values() for end in (x, x + width)]
    ys = [end for _, y, _, height in drawing.frames.values() for end in (y, y + height)]
    points = [point for line in drawing.lines.values() for point in line.points]
    xs, ys = xs + [x for x, _ in points], ys + [y for _, y in points]
    return (max(xs) - min(xs)) * (max(ys) - min(ys)) if xs else 0.0


# Edits


def moved(before, after):
    """The nodes that moved by more than 1 on the canvas, less the shift that is common to most."""
    both = [node for node in before if node in after]
    shifts = [tuple(after[node][axis] - before[node][axis] for axis in (0, 1)) for node in both]
    common = [median(shift[axis] for shift in shifts) for axis in (0, 1)] if shifts else [0, 0]
    return [node for node, shift in zip(both, shifts) if math.dist(shift, common) > 1]


def changed_sides(before, after):
    """Pairs of nodes of which one was left of the other, or above, by more than 1, and now is on the other side."""
    both = [node for node in before if node in after]
    count = 0
    for axis in (0, 1):
        middles = [[frames[node][axis] + frames[node][axis + 2] / 2 for node in both] for frames in (before, after)]
        count += turned_around(*middles)
    return count


def turned_around(before, after):
    """Pairs with `before[i] + 1 < before[j]` and `after[i] > after[j] + 1`, in n log n (Fenwick 1994)."""
    values = sorted(after)
    tree = [0] * (len(values) + 1)
    order = sorted(range(len(before)), key=before.__getitem__)
    count = added = 0
    for index in order:
        while before[order[added]] + 1 < before[index]:
            place = bisect_left(values, after[order[added]]) + 1
            while place < len(tree):
                tree[place] += 1
                place += place & -place
            added += 1
        count += added
        place = bisect_right(values, after[index] + 1)
        while place:
            count -= tree[place]
            place -= place & -place
    return count
