"""The least moves, by pieces, are those of the whole."""

import itertools
import random
import unittest

import numpy as np

import sample
from lunadiff_spark.moves import cuts, moved


def longest(sources: tuple[int, ...]) -> int:
    """The length of a longest increasing subsequence, by trying all."""
    return max(size for size in range(len(sources) + 1) for some in itertools.combinations(sources, size) if list(some) == sorted(some))


class MovesTests(unittest.TestCase):
    def test_no_fewer_moves_leave_the_rest_in_order(self) -> None:
        for count in range(8):
            for sources in itertools.permutations(range(count)):
                out = set(moved(sources, range(count)))
                rest = [source for target, source in enumerate(sources) if target not in out]
                self.assertEqual(rest, sorted(rest))
                self.assertEqual(len(rest), longest(sources))

    def test_what_is_between_cuts_moves_as_in_the_whole_however_it_is_divided(self) -> None:
        generator = random.Random(sample.SEED)
        for _ in range(2000):
            count = generator.randrange(1, 40)
            sources = list(range(count))
            for _ in range(generator.randrange(4)):
                sources.insert(generator.randrange(count), sources.pop(generator.randrange(count)))
            expected = moved(sources, range(count))
            border = generator.randrange(count + 1)
            parts = [(0, border), (border, count)]
            left: list[int] = []
            for begin, end in parts:
                if begin == end:
                    continue
                borders = {0: (max([-1, *sources[:begin]]), min([1 << 62, *sources[end:]]))}
                isCut = cuts(np.zeros(end - begin, dtype=np.int64), np.array(sources[begin:end]), borders.__getitem__)
                left += [begin + place for place in range(end - begin) if not isCut[place]]
            self.assertEqual(moved([sources[place] for place in left], left), expected, (sample.SEED, sources, border))

    def test_what_is_in_order_is_all_cuts(self) -> None:
        self.assertTrue(cuts(np.array([0, 0, 0]), np.array([2, 5, 9]), lambda _: (1, 10)).all())

    def test_sections_have_an_order_each(self) -> None:
        borders = {3: (4, 1 << 62), 7: (-1, 5)}
        found = cuts(np.array([3, 3, 5, 5, 7, 7]), np.array([6, 3, 1, 2, 4, 8]), borders.__getitem__)
        self.assertEqual(found.tolist(), [False, False, True, True, True, False])


if __name__ == "__main__":
    unittest.main()
