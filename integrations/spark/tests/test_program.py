"""What is made of how a program ends."""

import os
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from lunadiff_spark.program import Program, ProgramError


class ProgramTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, script: str) -> Program:
        path = self.folder / "program"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return Program(str(path), {"SAID": "there"})

    def run_script(self, script: str) -> bytes:
        return self.program(script).run("a", "b", directory=self.folder)

    def test_a_program_gets_arguments_and_a_folder_and_gives_what_it_prints(self) -> None:
        (self.folder / "given").write_text("given ")
        self.assertEqual(self.run_script('cat - given; echo "$@" $SAID'), b"given a b there\n")

    def test_a_program_in_the_current_directory_is_not_taken(self) -> None:
        self.program("echo here")
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(self.folder)
        with unittest.mock.patch.dict(os.environ, {"PATH": f":.:{os.environ['PATH']}"}):
            with self.assertRaisesRegex(ProgramError, "there is no such program"):
                Program("program", {}).run(directory=self.folder)

    def test_what_it_says_is_wrong_is_the_error(self) -> None:
        with self.assertRaisesRegex(ProgramError, "^nothing there$"):
            self.run_script("echo lunadiff: nothing there >&2; exit 2")

    def test_one_that_was_killed_may_be_tried_again(self) -> None:
        with self.assertRaisesRegex(OSError, "ended with status -9 on "):
            self.run_script("kill -9 $$")

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(ProgramError, "^no-such-program: there is no such program on "):
            Program("no-such-program").run(directory=self.folder)


if __name__ == "__main__":
    unittest.main()
