#!/usr/bin/env python3
"""The same comparison with a library of Python, record by record of one id: nested_diff.py LIBRARY OLD.jsonl NEW.jsonl OUT.jsonl"""
import json
import sys


def differ(library):
    """The function that writes down what differs between two records."""
    if library == "deepdiff":
        from deepdiff import DeepDiff
        return lambda old, new: DeepDiff(old, new).to_json()
    if library == "jsondiff":
        import jsondiff
        return lambda old, new: jsondiff.diff(old, new, syntax="symmetric", dump=True)
    import jsonpatch
    return lambda old, new: jsonpatch.make_patch(old, new).to_string()


def records(path):
    with open(path, encoding="utf-8") as file:
        return {record["id"]: record for record in map(json.loads, file)}


diff = differ(sys.argv[1])
old, new = records(sys.argv[2]), records(sys.argv[3])
updated = 0
with open(sys.argv[4], "w", encoding="utf-8") as out:
    for number, record in old.items():
        if number not in new or new[number] == record:
            continue
        updated += 1
        out.write(diff(record, new[number]) + "\n")
print(len(old.keys() - new.keys()), len(new.keys() - old.keys()), updated)
