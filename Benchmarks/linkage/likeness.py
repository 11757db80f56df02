#!/usr/bin/env python3
"""Holds likeness and sound against jellyfish, an implementation of others, on random texts.

    python3 -m venv venv && venv/bin/pip install jellyfish
    venv/bin/python Benchmarks/linkage/likeness.py --pairs 5000

For each alphabet so many pairs of texts, many of them a few edits apart, are compared by jellyfish; whether `similar` finds
them as alike, and no more alike, is asked of lunadiff with that value less and plus a billionth. Printed is what differs, of
which there is to be nothing, and how much was compared. Three things are not held against jellyfish as it is, each for a reason:

- Characters are code points here and clusters of these there, so that texts with marks are given to it with another letter
  for each code point.
- Soundex and Metaphone are those of words of letters, without marks: here each word has a code of its own and marks count for
  nothing, there all is one word and a mark stands between two letters.
- Jaccard's n-grams overlap here, as they are defined; there they do not. So the value is that of Python's sets.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unicodedata

import jellyfish

HERE = pathlib.Path(__file__).resolve()
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS = {
    "ascii": "abcdeAB 12",
    "names": LETTERS + "'- ",
    "latin": "aäàbcçdeéèfößøñčž",
    "scripts": "aбвгд漢字かな한é😀𝒳z",
    "marks": "ae\u0301o\u0308n\u0303\u0327x👨\u200d👩🇩🇪",
}

SCRIPT = """
local function check(kind, r, isRight) if not isRight then print(kind, r.set, "<" .. r.a .. ">", "<" .. r.b .. ">") end end
for r in luna.load(arg[1]):each() do
  for _, method in ipairs { "jaro", "jaro_winkler", "levenshtein", "damerau", "jaccard" } do
    local value = r[method]
    local function atLeast(least) return luna.compare.similar(method, least)(r.a, r.b) end
    if value and value > 1e-9 then check(method, r, atLeast(math.max(value - 1e-9, 1e-12))) end
    if value and value < 1 - 1e-9 then check(method, r, not atLeast(value + 1e-9)) end
  end
  for _, method in ipairs { "soundex", "metaphone" } do
    if r[method] then check(method, r, luna.text.phonetic(method)(r.a) == r[method]) end
  end
end
"""


def text(alphabet, least, most):
    return "".join(random.choice(alphabet) for _ in range(random.randint(least, most)))


def edited(original, alphabet):
    letters = list(original)
    for _ in range(random.randint(0, 4)):
        place, edit = random.randint(0, max(0, len(letters) - 1)), random.randint(0, 3)
        if edit == 0:
            letters.insert(place, random.choice(alphabet))
        elif letters and edit == 1:
            letters.pop(place)
        elif letters and edit == 2:
            letters[place] = random.choice(alphabet)
        elif place > 0:
            letters[place - 1 : place + 1] = reversed(letters[place - 1 : place + 1])
    return "".join(letters)


def pair(name, alphabet):
    a = text(alphabet, 0, 14)
    b = edited(a, alphabet) if random.random() < 0.7 else text(alphabet, 0, 14)
    signs = {letter: chr(0x4E00 + number) for number, letter in enumerate(dict.fromkeys(alphabet))}
    x, y = ("".join(signs[letter] for letter in side) for side in (a, b))
    found = {"set": name, "a": a, "b": b}
    if a == b:
        return found | dict.fromkeys(["jaro", "jaro_winkler", "levenshtein", "damerau", "jaccard"], 1)
    length = max(len(a), len(b))
    found["jaro"], found["jaro_winkler"] = jellyfish.jaro_similarity(x, y), jellyfish.jaro_winkler_similarity(x, y)
    found["levenshtein"] = (length - jellyfish.levenshtein_distance(x, y)) / length
    found["damerau"] = (length - jellyfish.damerau_levenshtein_distance(x, y)) / length
    one, other = ({side[place : place + 2] for place in range(len(side) - 1)} for side in (a, b))
    if one and other:
        found["jaccard"] = len(one & other) / len(one | other)
    return found


def word(name, alphabet):
    marked = text(alphabet, 1, 12)
    plain = "".join(letter for letter in unicodedata.normalize("NFD", marked) if not unicodedata.combining(letter))
    return {"set": name, "a": marked, "b": "", "soundex": jellyfish.soundex(plain), "metaphone": jellyfish.metaphone(plain)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lunadiff", default=str(HERE.parents[2] / ".build/release/lunadiff"))
    parser.add_argument("--pairs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    rows = [pair(*each) for each in ALPHABETS.items() for _ in range(options.pairs)]
    for name, alphabet in (("words", LETTERS + "aeiouhckgsthpw"), ("marked words", LETTERS + "áéíóúñçäöüåš" * 2)):
        rows += [word(name, alphabet) for _ in range(options.pairs)]
    with tempfile.TemporaryDirectory() as folder:
        data, script = pathlib.Path(folder, "texts.jsonl"), pathlib.Path(folder, "likeness.lua")
        data.write_text("".join(json.dumps(row) + "\n" for row in rows))
        script.write_text(SCRIPT)
        run = subprocess.run([options.lunadiff, "run", str(script), str(data)], capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(run.stderr)
    different = run.stdout.splitlines()
    print("\n".join(different[:20]))
    print(f"{len(rows)} texts and pairs, {len(different)} values differ from those of jellyfish")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
