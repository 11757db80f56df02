"""What is said of a record that cannot be compared is said of where people find it, and of no number that only a share knows."""

import unittest

import numpy as np
import pyarrow as pa

from lunadiff_spark.program import Program, ProgramError
from lunadiff_spark.work import WHERE, PlacedError, Rules, SideText, Work, placed_error


def _explained(message: str, side: int) -> ProgramError:
    sides = (SideText("csv", (), b"id,v\n", b"", True), SideText("jsonl", (), b"", b"", False))
    work = Work(Program(), Rules(), sides, ("lake/old", "new"), "", "1G", False, False, False, 1, False)
    return placed_error(ProgramError(message), work, side, np.array([40, 41, 42, 43]), pa.array([f"text {number}\n" for number in range(4)], pa.large_string()))


class ErrorTests(unittest.TestCase):
    def check(self, message: str, side: int, said: str, place: int) -> None:
        error = _explained(message, side)
        self.assertIsInstance(error, PlacedError)
        self.assertEqual((str(error).splitlines()[:-1], getattr(error, "place", None)), (said.splitlines(), place))

    def test_the_record_is_told_by_its_place(self) -> None:
        self.check("old.csv:3: record 2 has 3 fields, the header has 2", 0, f"{WHERE}: the record has 3 fields, the header has 2", 41)
        self.check("new.jsonl:3: expected a value", 1, f"{WHERE}: expected a value", 42)

    def test_another_record_has_no_number_of_its_own(self) -> None:
        again = "old.csv:4: record 3: the key 3 occurs again; it was first seen in record 2 (line 3)"
        self.check(again, 0, f"{WHERE}: the record: the key 3 occurs again; it was first seen in another one", 42)
        pair = "-e:1: no such\n  in function 'equal', old.csv record 3 (line 4) and new.jsonl record 1 (line 1)"
        self.check(pair, 0, f"-e:1: no such\n  in function 'equal', {WHERE} and new", 42)
        self.check(pair, 1, f"-e:1: no such\n  in function 'equal', lake/old and {WHERE}", 40)

    def test_what_is_about_no_record_names_the_table(self) -> None:
        self.assertEqual(str(_explained("old.csv: too large", 0)), "lake/old: too large")


if __name__ == "__main__":
    unittest.main()
