"""How often the lines of a drawing cross, exactly for the points given; a grid finds what may meet."""

import math
from fractions import Fraction


class Grid:
    """Cells of a size that suits so many boxes, and what lies in them."""

    def __init__(self, boxes):
        width = max((box[2] for box in boxes), default=0) - min((box[0] for box in boxes), default=0)
        height = max((box[3] for box in boxes), default=0) - min((box[1] for box in boxes), default=0)
        self.size = max(math.sqrt(width * height / max(len(boxes), 1)), max(width, height) / 2000, 1e-6)
        self.cells = {}

    def numbers(self, low, high):
        return range(math.floor(low / self.size), math.floor(high / self.size) + 1)

    def of_box(self, box):
        return [(i, j) for i in self.numbers(box[0], box[2]) for j in self.numbers(box[1], box[3])]

    def of_segment(self, a, b):
        """The cells that a segment touches, and perhaps some beside it."""
        (x, y), (u, v) = sorted((a, b))
        found = []
        for column in self.numbers(x, u):
            left, right = max(x, column * self.size), min(u, (column + 1) * self.size)
            ys = (y, v) if u == x else [y + (v - y) * (at - x) / (u - x) for at in (left, right)]
            slack = 1e-9 * (abs(y) + abs(v) + self.size)
            found += [(column, row) for row in self.numbers(min(ys) - slack, max(ys) + slack)]
        return found

    def near(self, cells):
        """What lies in these cells, each once, in the order in which it was put there."""
        return sorted({item for cell in cells for item in self.cells.get(cell, ())})

    def put(self, item, cells):
        for cell in cells:
            self.cells.setdefault(cell, []).append(item)


def count_crossings(lines):
    """How often a line of points goes from one side of another to the other side.

    Lines that touch, that run along each other and part to the side from which they came, or that end at each other do
    not cross. A line does not cross itself.
    """
    pieces = [(number, a, b) for number, line in enumerate(lines) for a, b in zip(line, line[1:])]
    grid, count, touching = Grid([box_of(a, b) for _, a, b in pieces]), 0, set()
    for index, (number, a, b) in enumerate(pieces):
        cells = grid.of_segment(a, b)
        for other, c, d in (pieces[near] for near in grid.near(cells)):
            if other == number or (met := meeting(a, b, c, d)) == "apart":
                continue
            if met == "cross":
                count += 1
            else:
                touching.add((other, number))
        grid.put(index, cells)
    return count + sum(crossings_where_touching(lines[one], lines[two]) for one, two in sorted(touching))


def box_of(a, b):
    return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])


def meeting(a, b, c, d):
    """Two segments: `apart`, `cross` inside of both, or `touch`, where an end of one lies on the other."""
    for axis in (0, 1):
        if max(min(a[axis], b[axis]), min(c[axis], d[axis])) > min(max(a[axis], b[axis]), max(c[axis], d[axis])):
            return "apart"
    one, two = turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b)
    if one > 0 or two > 0:
        return "apart"
    return "cross" if one and two else "touch"


def turn(a, b, c):
    """On which side of the line from `a` to `b` lies `c`: 1, −1, or 0 on it. Exact."""
    # The sign of a difference is exact; most lines run along an axis or share an end.
    if a[0] == b[0]:
        return sign(b[1] - a[1]) * sign(a[0] - c[0])
    if a[1] == b[1]:
        return sign(b[0] - a[0]) * sign(c[1] - a[1])
    if c in (a, b):
        return 0
    one, two = (b[0] - a[0]) * (c[1] - a[1]), (b[1] - a[1]) * (c[0] - a[0])
    value = one - two
    # Differences of large numbers are rounded too.
    size = max(map(abs, (*a, *b, *c)))
    if abs(value) <= 1e-14 * (abs(one) + abs(two)) + 1e-14 * size * (abs(b[0] - a[0]) + abs(b[1] - a[1])):
        (ax, ay), (bx, by), (cx, cy) = ([Fraction(number) for number in point] for point in (a, b, c))
        value = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return sign(value)


def sign(value):
    return (value > 0) - (value < 0)


def crossings_where_touching(one, two):
    """Crossings of two lines at their bends and where they run along each other."""
    one, two = split(one, two), split(two, one)
    places = {point: index for index, point in enumerate(two)}
    if len(places) < len(two) or len(set(one)) < len(one):
        return 0  # A line that meets itself has no sides.
    count, index = 0, 0
    while index < len(one):
        if one[index] not in places:
            index += 1
            continue
        end, step = index, 0
        while end + 1 < len(one) and one[end + 1] in places:
            way = places[one[end + 1]] - places[one[end]]
            if abs(way) != 1 or way == -step:
                break
            end, step = end + 1, way
        count += parts_across(one, two, (index, end), (places[one[index]], places[one[end]]), step or 1)
        index = end + 1
    return count


def split(line, other):
    """A line with those bends and ends of another that lie on it among its points."""
    result = line[:1]
    for a, b in zip(line, line[1:]):
        left, top, right, bottom = box_of(a, b)
        near = [point for point in other if left <= point[0] <= right and top <= point[1] <= bottom]
        between = {point for point in near if point not in (a, b) and turn(a, b, point) == 0}
        result += [*sorted(between, key=lambda point: math.dist(a, point)), b]
    return result


def parts_across(one, two, run, along, step):
    """Whether `two` comes to a run that both share from one side of `one` and leaves it to the other."""
    around = (run[0] - 1, run[1] + 1)
    before, after = along[0] - step, along[1] + step
    if min(*around, before, after) < 0 or around[1] == len(one) or max(before, after) >= len(two):
        return 0
    came = side(one[around[0]], one[run[0]], one[run[0] + 1], two[before])
    leaves = side(one[run[1] - 1], one[run[1]], one[around[1]], two[after])
    return int(came != leaves)


def side(u, p, v, point):
    """On which side of the way from `u` over `p` to `v` something lies, seen from `p`."""
    bend, first, second = turn(u, p, v), turn(u, p, point), turn(p, v, point)
    if bend > 0:
        return 1 if first > 0 and second > 0 else -1
    if bend < 0:
        return -1 if first < 0 and second < 0 else 1
    return first
