"""What is made of how a program ends."""

import tempfile
import unittest
from pathlib import Path

from lunadiff_spark.program import Program, ProgramError, Step


class ProgramTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, script: str) -> Program:
        path = self.folder / "program"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return Program(str(path))

    def test_0_and_1_are_results(self) -> None:
        for status in (0, 1):
            self.assertEqual(self.program(f"exit {status}").run(), status)

    def test_any_other_status_is_an_error_with_what_was_said(self) -> None:
        with self.assertRaisesRegex(ProgramError, "^nothing there$"):
            self.program("echo nothing there >&2; exit 2").run()
        with self.assertRaisesRegex(ProgramError, "ended with status -9$"):
            self.program("kill -9 $$").run()

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(ProgramError, "^no-such-program: there is no such program on "):
            Program("no-such-program").run()

    def test_a_step_names_its_plan_and_its_piece(self) -> None:
        said = self.folder / "said"
        Step(self.program(f'echo "$@" >{said}'), "map", Path("/plan"), "2")(7)
        self.assertEqual(said.read_text(), "shard map /plan 7 --threads 2\n")


if __name__ == "__main__":
    unittest.main()
