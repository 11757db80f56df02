#!/usr/bin/env python3
"""Times reading: LunaDiff beside compara on records of many shapes, and prints ratios, below 1 where LunaDiff is faster.

  reading.py --lunadiff PATH --data DIR [--rows 1000000] [--runs 7] [--only WORD] [--large]

Both take turns; a ratio is of processor time and of time by the clock, of the least and of the medians of all runs. Counts are checked.
Both write all changes down, but where a row says that they count. LunaDiff finds out what many changes have in common, too,
which compara does not; the last ratio but the aim is without that (--no-findings). --large adds ten times as many records of 20 columns, some
15 GB of files, and compares them under --memory 256M, too: these ratios are of the same work without a limit, and MiB are the
most that the process held, pages of mapped files included. --only takes the rows whose name holds a word.
Needs compara (pip install compara).
"""
import json
import os
import random
import shutil
import statistics
import sys
import tempfile

from bench import compara_counts, luna_counts, make, parser, run

WORDS = "paid late called twice shipped partly refund agreed address new invoice sent waiting gift priority".split()
TEXT = " ".join(random.Random(5).choices(WORDS, k=40_000))


def cells(number, columns, length):
    """One record's cells behind its key: a function of its number alone."""
    offsets = random.Random(number * 2654435761 + 17).choices(range(len(TEXT) - length), k=columns - 1)
    return [TEXT[offset:offset + length] for offset in offsets]


def spell(kind, names, number, values):
    """One line of CSV or of JSON Lines; the values hold letters and spaces alone."""
    if kind == "csv":
        return "%d,%s\n" % (number, ",".join(values))
    return '{"id":%d,%s}\n' % (number, ",".join('"%s":"%s"' % pair for pair in zip(names, values)))


def shape(folder, kind, rows, columns=10, length=12, updated=0.02, shuffled=False):
    """Makes two exports, unless they are there: 1 % deleted, 1 % inserted, a share of the rows updated in one cell."""
    out = os.path.join(folder, "-".join(map(str, (kind, rows, columns, length, updated, int(shuffled)))))
    old, new, truth = (os.path.join(out, name) for name in ("old." + kind, "new." + kind, "truth.json"))
    if not os.path.exists(truth):
        print("making %s" % out, file=sys.stderr)
        os.makedirs(out, exist_ok=True)
        counts = [0, 0, 0]
        names = ["column%d" % place for place in range(1, columns)]
        lines = []
        with open(old, "w", encoding="ascii") as before, open(new, "w", encoding="ascii") as after:
            if kind == "csv":
                before.write("id,%s\n" % ",".join(names))
                after.write("id,%s\n" % ",".join(names))
            choose = random.Random(2026).random
            for number in range(1, rows + 1):
                values = cells(number, columns, length)
                before.write(spell(kind, names, number, values))
                if choose() < 0.01:
                    counts[0] += 1
                    continue
                if choose() < updated:
                    counts[2] += 1
                    values[number % (columns - 1)] = "is another value"
                place = lines.append if shuffled else after.write
                place(spell(kind, names, number, values))
                if choose() < 0.01:
                    counts[1] += 1
                    place(spell(kind, names, rows + number, cells(rows + number, columns, length)))
            random.Random(7).shuffle(lines)
            after.writelines(lines)
        with open(truth, "w", encoding="utf-8") as file:
            json.dump(counts, file)
    with open(truth, encoding="utf-8") as file:
        return old, new, json.load(file)


def exports(folder, kind, rows):
    """The exports of scripts/bench."""
    old, new, truth = make(rows, kind, folder)
    return old, new, [truth["deleted"], truth["inserted"], truth["updated"]]


def cases(rows, is_large):
    """What is compared: its name, its exports, whether it is counted alone, and the ratio that is aimed at."""
    def case(title, target, kind, count=rows, counted=False, **form):
        return title, lambda folder: shape(folder, kind, count, **form), counted, target

    yield "CSV, 10 columns", lambda folder: exports(folder, "csv", rows), False, 0.5
    yield case("CSV, 200 columns", 0.7, "csv", rows // 10, columns=200, length=8)
    yield case("CSV, 1,000 columns", 0.7, "csv", rows // 30, columns=1000, length=5)
    yield case("CSV, cells of 10 kB", 0.7, "csv", rows // 100, columns=2, length=10_000)
    yield case("CSV, 50 % updated, counted", 0.8, "csv", updated=0.5, counted=True)
    yield case("CSV, shuffled", 0.6, "csv", shuffled=True)
    yield "JSON Lines, 10 columns", lambda folder: exports(folder, "jsonl", rows), False, 0.85
    yield "JSON Lines, nested", lambda folder: exports(folder, "nested", rows * 3 // 10), False, 1
    yield case("JSON Lines, 1,000 columns", 1, "jsonl", rows // 50, columns=1000, length=5)
    yield case("JSON Lines, every line differs, counted", 1, "jsonl", updated=1, counted=True)
    yield case("JSON Lines, shuffled", 0.73, "jsonl", shuffled=True)
    if is_large:
        yield case("CSV, large", 0.55, "csv", rows * 10, columns=20)
        yield case("JSON Lines, large", 0.85, "jsonl", rows * 10, columns=20)


def measure(programs, runs, expected, scratch):
    """For each program the seconds by the clock and of the processor, and the MiB, of all runs but the first; they take turns."""
    figures = [[] for _ in programs]
    for number in range(runs + 1):
        for place, (command, counts) in enumerate(programs):
            shutil.rmtree(scratch)
            os.mkdir(scratch)
            *figure, text = run(command)
            if counts(text) != expected:
                sys.exit("%s found %s, not %s" % (" ".join(command), counts(text), expected))
            if number:
                figures[place].append(figure)
    return figures


def show(title, target, figures, peer, bare, bare_peer):
    """One row: seconds and MiB of a program, what they are of another one's, and the same of the processor without findings."""
    of = lambda figures, which, choose: choose(figure[which] for figure in figures)
    ratios = [
        of(figures, which, choose) / of(peer, which, choose) for which in (1, 0) for choose in (min, statistics.median)]
    ratios.append(of(bare, 1, min) / of(bare_peer, 1, min))
    columns = [of(figures, 0, min), of(figures, 1, min), of(figures, 2, max), *ratios, target]
    print("| %s | %.3f | %.3f | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %s |" % (title, *columns), flush=True)


def main():
    arguments = parser(__doc__, rows=1_000_000, runs=7)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--large", action="store_true")
    options = arguments.parse_args()
    if not shutil.which("compara"):
        sys.exit("compara is not on the path: pip install compara")
    print("| work | wall s | cpu s | MiB | cpu, least | cpu, median | wall, least | wall, median | cpu, no findings | aim |\n"
          + "|---" * 10 + "|")
    with tempfile.TemporaryDirectory() as folder:
        scratch = os.path.join(folder, "scratch")
        os.mkdir(scratch)
        result = os.path.join(scratch, "changes.jsonl")
        for title, inputs, counted, target in cases(options.rows, options.large):
            if options.only not in title:
                continue
            old, new, expected = inputs(options.data)
            own = [options.lunadiff, old, new, "-k", "id", "--ignore-order"]
            # Counts alone are the last line of a result that is limited to no change.
            own += ["--format", "jsonl", "-o", result] + (["--limit", "0"] if counted else [])
            export = ["--summary"] if counted else ["--export-dir", os.path.join(scratch, "compara")]
            found = lambda _: luna_counts(result)
            bare = own + ["--no-findings"]
            programs = [(own, found), (["compara", "compare", old, new, "-k", "id", *export], compara_counts), (bare, found)]
            if title.endswith("large"):
                programs += [(command + ["--memory", "256M"], found) for command in (own, bare)]
            figures = measure(programs, options.runs, expected, scratch)
            with_all, peer, without, *limited = figures
            show(title, target, with_all, peer, without, peer)
            if limited:
                show(title + ", 256M of no limit", 1.5, limited[0], with_all, limited[1], without)


if __name__ == "__main__":
    main()
