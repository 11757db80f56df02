#!/usr/bin/env python3
"""The same comparison with DeepDiff, record by record of one id: deepdiff_diff.py OLD.jsonl NEW.jsonl OUT.jsonl"""
import json
import sys

from deepdiff import DeepDiff


def records(path):
    with open(path, encoding="utf-8") as file:
        return {record["id"]: record for record in map(json.loads, file)}


old, new = records(sys.argv[1]), records(sys.argv[2])
updated = 0
with open(sys.argv[3], "w", encoding="utf-8") as out:
    for number, record in old.items():
        if number not in new or new[number] == record:
            continue
        updated += 1
        out.write(DeepDiff(record, new[number]).to_json() + "\n")
print(len(old.keys() - new.keys()), len(new.keys() - old.keys()), updated)
