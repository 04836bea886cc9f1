"""The figures of drawings, checked by drawings made by hand and by counting every pair."""

from random import Random

import pytest

from drawing_crossings import count_crossings, meeting
from drawing_figures import (
    Drawing,
    Line,
    changed_sides,
    clipped,
    moved,
    overlaps,
    read_path,
    through,
)


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ([[(0, 0), (10, 10)], [(0, 10), (10, 0)]], 1),
        # They share an end, run along each other, or one ends on the other.
        ([[(0, 0), (10, 10)], [(0, 0), (10, 0)]], 0),
        ([[(0, 0), (10, 0)], [(5, 0), (15, 0)]], 0),
        ([[(0, 0), (10, 0)], [(5, 0), (5, 9)]], 0),
        # At a bend: they touch; from side to side; at a bend of both; three in one point.
        ([[(0, 0), (5, 5), (10, 0)], [(0, 5), (10, 5)]], 0),
        ([[(0, 0), (5, 5), (10, 0)], [(5, 0), (5, 10)]], 1),
        ([[(0, 0), (5, 5), (10, 0)], [(0, 9), (5, 5), (10, 9)]], 0),
        ([[(0, 0), (5, 5), (10, 10)], [(0, 10), (5, 5), (10, 0)]], 1),
        ([[(0, 0), (10, 10)], [(0, 10), (10, 0)], [(0, 5), (10, 5)]], 3),
        # Together for a while, then to the other side, or back; and from one end.
        ([[(0, 9), (5, 5), (8, 5), (12, 1)], [(0, 1), (5, 5), (8, 5), (12, 9)]], 1),
        ([[(0, 9), (5, 5), (8, 5), (12, 9)], [(0, 1), (5, 5), (8, 5), (12, 1)]], 0),
        ([[(0, 9), (5, 5), (8, 5), (12, 1)], [(0, 1), (3, 5), (9, 5), (12, 9)]], 1),
        ([[(0, 0), (5, 5), (9, 5)], [(0, 0), (5, 5), (5, 9)]], 0),
        # Twice; and a line with itself, which is no pair.
        ([[(0, 0), (9, 0)], [(1, 1), (3, -1), (5, 1)]], 2),
        ([[(0, 0), (9, 0), (9, 9), (4, -4)]], 0),
        # Less than rounding decides.
        ([[(1e9, 0), (1e9 + 9, 3)], [(1e9 + 3, 0), (1e9 + 3, 1.0)]], 0),
        ([[(1e9, 0), (1e9 + 9, 3)], [(1e9 + 3, 0), (1e9 + 3, 1 + 1e-15)]], 1),
        ([[(0.1, 0.1), (0.3, 0.3)], [(0.2, 0.2), (0.2, 0.9)]], 0),
        ([[(0, 0), (3e-9, 1e-9)], [(3e-9, 0), (0, 1e-9)]], 1),
    ],
)
def test_crossings_by_hand(lines, count):
    assert count_crossings(lines) == count
    assert count_crossings([line[::-1] for line in lines[::-1]]) == count
    assert count_crossings([line[::-1] if index else line for index, line in enumerate(lines)]) == count
    assert count_crossings([[(y, x) for x, y in line] for line in lines]) == count


@pytest.mark.parametrize("seed", range(6))
def test_the_grid_finds_every_crossing(seed):
    random = Random(seed)
    span = random.choice((30, 400, 3000))
    lines = [[(random.random() * span, random.random() * 40) for _ in range(random.randint(2, 5))] for _ in range(60)]
    lines += [[(0, 20), (span, 20.5)], [(span / 2, -500), (span / 2, 900)]]
    pieces = [(line, a, b) for line, points in enumerate(lines) for a, b in zip(points, points[1:])]
    pairs = [(one, two) for i, one in enumerate(pieces) for two in pieces[:i] if one[0] != two[0]]
    assert count_crossings(lines) == sum(meeting(*one[1:], *two[1:]) == "cross" for one, two in pairs) > 0


@pytest.mark.parametrize("seed", range(6))
def test_a_line_crosses_a_border_as_often_as_its_points_change_sides(seed):
    # It changes sides of a straight border with bends as often as its points off the border do.
    random = Random(seed)
    border = [(-1, 3), *((x, 3) for x in sorted(random.sample(range(12), 4))), (13, 3)]
    for _ in range(200):
        ys = [random.randint(0, 6) for _ in range(7)]
        xs = sorted(random.sample(range(12), 7))
        points = list(zip(xs, ys))
        sides = [y > 3 for _, y in points if y != 3]
        expected = sum(a != b for a, b in zip(sides, sides[1:]))
        assert count_crossings([border, points]) == expected, (border, points)


def test_paths_are_read_with_their_bends():
    step = read_path("M75 60L75 125Q75 130 80 130L270 130Q275 130 275 135L275 200")
    assert step.bends == 2 and step.points[0] == (75, 60) and step.points[-1] == (275, 200)
    assert read_path("M0 0L5 0L10 0L10 -1e1").bends == 1
    curve = read_path("M0 0C0 50 100 50 100 100")
    assert curve.bends == 0 and curve.points[8] == (50, 50) and 141 < curve.length < 160


def test_edges_through_nodes():
    frames = {"a": (0, 0, 10, 10), "b": (40, 0, 10, 10), "c": (20, 0, 10, 10)}
    frames.update(g=(-5, -5, 60, 20), h=(18, -2, 14, 14))
    ends = {"ab": ("a", "b")}
    parents = {"a": "g", "b": "g", "h": "g", "c": "h"}
    found = through(Drawing(frames, {"ab": Line([(10, 5), (40, 5)])}, ends, parents))
    assert found == [("ab", "c"), ("ab", "h")]
    to_group = Line([(10, 5), (25, 5)])
    assert through(Drawing(frames, {"ah": to_group}, {"ah": ("a", "h")}, parents)) == []
    beside = Line([(10, 5), (15, 10), (35, 10), (40, 5)])
    assert through(Drawing({**frames, "h": frames["c"]}, {"ab": beside}, ends, parents)) == []


def test_overlaps_are_of_siblings_and_of_what_sticks_out():
    frames = {"g": (0, 0, 50, 50), "a": (0, 0, 20, 20), "b": (20, 0, 20, 20)}
    frames.update(c=(10, 19, 20, 20), d=(45, 0, 20, 20))
    parents = {node: "g" for node in "abcd"}
    assert sorted(overlaps(Drawing(frames, parents=parents))) == [("a", "c"), ("c", "b"), ("d", "g")]
    assert len(overlaps(Drawing({node: (0, 0, 1, 1) for node in "abcd"}))) == 6
    assert overlaps(Drawing({"a": (0, 0, 0, 9), "b": (0, 0, 0, 9)})) == []


def test_a_straight_line_is_cut_at_the_frames():
    assert clipped((0, 0, 10, 10), (40, 0, 10, 10)).points == [(10, 5), (40, 5)]
    points = clipped((0, 0, 10, 10), (0, 40, 20, 10)).points
    assert [each for point in points for each in point] == pytest.approx([5.625, 10, 9.375, 40])
    assert clipped((0, 0, 10, 10), (5, 5, 10, 10)) is None


def test_what_moved_and_what_changed_sides():
    before = {"a": (0, 0, 9, 9), "b": (50, 0, 9, 9), "c": (100, 0, 9, 9), "d": (150, 0, 9, 9)}
    shifted = {node: (x + 30, y - 5, 9, 9) for node, (x, y, _, _) in before.items()}
    assert moved(before, {**shifted, "new": (0, 0, 1, 1)}) == [] and changed_sides(before, shifted) == 0
    around = {**shifted, "a": (95, -5, 9, 9)}
    assert moved(before, around) == ["a"] and changed_sides(before, around) == 1
    # Those that were in one row have no side to change.
    assert changed_sides(before, {node: (0, -x, 9, 9) for node, (x, _, _, _) in before.items()}) == 0


@pytest.mark.parametrize("seed", range(4))
def test_sides_are_counted_as_pair_by_pair(seed):
    random = Random(seed)
    one, two = ({i: (random.randint(0, 30), random.random() * 5, 0, 0) for i in range(40)} for _ in range(2))
    pairs = [(i, j, axis) for i in one for j in one for axis in (0, 1)]
    counted = sum(one[i][a] + 1 < one[j][a] and two[i][a] > two[j][a] + 1 for i, j, a in pairs)
    assert changed_sides(one, two) == counted
