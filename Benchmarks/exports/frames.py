#!/usr/bin/env python3
"""Times `import lunadiff` beside DataComPy and compara on frames of polars and pandas that are in memory already.

  frames.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 5]

The frames are those of make_exports.py, read before the clock runs: conversion to what the program reads is part of its time. Each
contestant gives the counts and a frame of all values that differ; the counts are checked against what make_exports.py says. Contestants
take turns in one process; medians of time by the clock are printed, and the least processor time, that of processes they start included.
compara has no frames: polars writes both as Parquet for it, within its time.
Needs polars, pandas, pyarrow and datacompy, and compara where it is to be had (pip install polars pandas pyarrow datacompy compara).
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench import compara_counts, make, parser

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "packaging" / "wheel"))
import datacompy  # noqa: E402
import lunadiff  # noqa: E402
import polars  # noqa: E402


def of_lunadiff(old, new):
    result = lunadiff.compare(old, new, key="id", ignore_order=True)
    listed = result.to_polars() if isinstance(old, polars.DataFrame) else result.to_pandas()
    assert len(listed) > 0
    return result.summary.deleted, result.summary.inserted, result.summary.updated


def of_verdict(old, new):
    summary = lunadiff.compare(old, new, key="id", ignore_order=True).summary
    return summary.deleted, summary.inserted, summary.updated


def of_datacompy(old, new):
    kind = datacompy.PolarsCompare if isinstance(old, polars.DataFrame) else datacompy.PandasCompare
    compared = kind(old, new, join_columns="id")
    listed = compared.all_mismatch()
    return len(compared.df1_unq_rows), len(compared.df2_unq_rows), len(listed)


def of_compara(old, new):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, side + ".parquet") for side in ("old", "new")]
        for frame, path in zip((old, new), paths):
            (frame if isinstance(frame, polars.DataFrame) else polars.from_pandas(frame)).write_parquet(path)
        command = ["compara", "compare", *paths, "-k", "id", "--export-dir", os.path.join(folder, "changes")]
        return tuple(compara_counts(subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout))


def processor_seconds():
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def main():
    options = parser(__doc__, rows=1_000_000, runs=5).parse_args()
    os.environ["LUNADIFF"] = os.path.abspath(options.lunadiff)
    *paths, truth = make(options.rows, "csv", options.data)
    expected = truth["deleted"], truth["inserted"], truth["updated"]
    contestants = {"lunadiff": of_lunadiff, "lunadiff, counts alone": of_verdict, "DataComPy": of_datacompy}
    if shutil.which("compara"):
        contestants["compara, by Parquet files"] = of_compara
    print("| frames | contestant | wall s | of DataComPy | processor s | of DataComPy |\n|---|---|---|---|---|---|")
    frames = [polars.read_csv(path, missing_utf8_is_empty_string=True) for path in paths]
    for library, (old, new) in (("polars", frames), ("pandas", [frame.to_pandas() for frame in frames])):
        times = {name: [] for name in contestants}
        for number in range(options.runs + 1):
            for name, contestant in contestants.items():
                start, spent = time.monotonic(), processor_seconds()
                counts = contestant(old, new)
                taken = time.monotonic() - start, processor_seconds() - spent
                if counts != expected:
                    sys.exit("%s frames: %s found %s, not %s" % (library, name, counts, expected))
                if number:
                    times[name].append(taken)
        walls = {name: statistics.median(wall for wall, _ in taken) for name, taken in times.items()}
        processor = {name: min(spent for _, spent in taken) for name, taken in times.items()}
        for name in contestants:
            ratios = [(by[name], by[name] / by["DataComPy"]) for by in (walls, processor)]
            print("| %s | %s | %.2f | %.2f | %.2f | %.2f |" % (library, name, *ratios[0], *ratios[1]), flush=True)


if __name__ == "__main__":
    main()
