"""The notebook does what it says."""

import os
import tempfile
import unittest
from pathlib import Path

import nbclient  # type: ignore[import-not-found, unused-ignore]
import nbformat  # type: ignore[import-not-found, unused-ignore]

import sample


class NotebookTests(unittest.TestCase):
    def test_every_cell_runs_and_prints_what_is_so(self) -> None:
        notebook = nbformat.read(Path(__file__).parent.parent / "compare.ipynb", as_version=4)  # type: ignore[no-untyped-call, unused-ignore]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "lunadiff").symlink_to(sample.PROGRAM)
            before = os.environ["PATH"]
            os.environ["PATH"] = f"{folder}:{before}"
            self.addCleanup(os.environ.__setitem__, "PATH", before)
            nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        printed = "".join(output.get("text", "") for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs if output.get("name") == "stdout")
        self.assertIn("{'deleted': 100, 'inserted': 100, 'updated': 217, 'moved': 0, 'unchanged': 9683}", printed)
        self.assertIn("'updated': 19, 'moved': 0, 'unchanged': 9881} ['deleted', 'inserted']", printed)
        self.assertIn("'deleted': ['town7']", printed)
        self.assertIn("True", printed)
        self.assertIn("unknown column 'idd'; did you mean 'id'", printed)


if __name__ == "__main__":
    unittest.main()
