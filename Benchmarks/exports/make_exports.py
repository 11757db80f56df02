#!/usr/bin/env python3
"""Writes two exports of the same customers, old and new, and what differs between them.

  make_exports.py --rows 1000000 --format csv --out DIR     old.csv new.csv truth.json

With --format nested the last column is an object of eight members, one of them a list of five objects, and an update changes
one value inside it.

A row is a function of its number alone, so that the same arguments always make the same bytes. Of the rows 1 % are
deleted, 1 % inserted, 2 % updated and 1 % moved. Of the updates, some only spell an e-mail address or an amount in
another way, or touch `updated_at`: the rule in rules/ does not count these.
"""
import argparse
import json
import os
import random

COLUMNS = ["id", "uuid", "email", "name", "amount", "currency", "status", "country", "updated_at", "notes"]
GIVEN = "Ada Bo Chen Dora Emre Fatou Goran Hana Ines Jonas Kofi Lena Mateo Noor Olga Pia Quinn Rosa Sven Tariq".split()
FAMILY = "Abe Bauer Costa Diaz Eriksen Farkas Gallo Haas Ito Jansen Khan Lund Moreau Novak Owens Petrov Rossi Silva".split()
RARE = ['Núñez', 'O"Brien', "Weiß, Dr.", "Ångström", "李"]
DOMAINS = ["example.com", "mail.example.org", "shop.example.net", "post.example.de"]
WORDS = "paid late called twice shipped partly refund agreed address new invoice sent waiting gift priority".split()
# What an update does, and how often; the second number says whether the rule counts it.
KINDS = {"amount": (30, 1), "status": (25, 1), "notes": (15, 1), "seen": (12, 0), "case": (9, 0), "noise": (9, 0)}


def row(number):
    """The fields of one row, as text."""
    random_bits = random.Random(number * 2654435761 + 17)
    bits = random_bits.getrandbits
    given, family = GIVEN[bits(16) % len(GIVEN)], FAMILY[bits(16) % len(FAMILY)]
    shown = RARE[bits(8) % len(RARE)] if bits(5) == 0 else family
    hexadecimal = "%032x" % bits(128)
    uuid = "-".join((hexadecimal[:8], hexadecimal[8:12], hexadecimal[12:16], hexadecimal[16:20], hexadecimal[20:]))
    words = [WORDS[bits(8) % len(WORDS)] for _ in range(bits(4) % 13)]
    if words and bits(4) == 0:
        words[0] += ","
    if len(words) > 3 and bits(7) == 0:
        words.insert(2, "\n")
    return [
        str(number), uuid, "%s.%s%d@%s" % (given.lower(), family.lower(), number, DOMAINS[bits(2)]),
        given + " " + shown, "%d.%02d" % (bits(14), bits(7) % 100), ("EUR", "USD", "GBP", "JPY")[bits(2)],
        ("active", "pending", "closed", "refunded")[bits(2)], ("DE", "FR", "JP", "NO", "PE", "US", "VN", "ZA")[bits(3)],
        "2026-%02d-%02dT%02d:%02d:%02dZ" % (1 + bits(8) % 12, 1 + bits(8) % 28, bits(8) % 24, bits(8) % 60, bits(8) % 60),
        " ".join(words),
    ]


def inside(number, is_updated):
    """The nested value of one row, as an object."""
    bits = random.Random(number * 2246822519 + 3).getrandbits
    items = [
        {"sku": "%s%04d" % ("ABCDE"[place], bits(13)), "qty": 1 + bits(3), "price": bits(16) / 100, "gift": bits(4) == 0}
        for place in range(5)]
    value = {
        "host": DOMAINS[bits(2)], "street": "%s street %d" % (FAMILY[bits(16) % len(FAMILY)], bits(8)),
        "zip": "%05d" % bits(16), "phone": "+49 %d" % bits(30), "score": bits(20) / 1000, "active": bits(1) == 1,
        "tags": WORDS[bits(8) % len(WORDS)], "items": items}
    if is_updated:
        change = number % 4
        if change == 0:
            value["zip"] = "%05d" % bits(16)
        elif change == 1:
            items[bits(2)]["qty"] += 10
        elif change == 2:
            items.append(items.pop(bits(2)))
        else:
            items[bits(2)] = {"sku": "Z%04d" % bits(13), "qty": 1, "price": 1.5, "gift": False}
    return value


def update(fields, kind):
    """Changes a row in one way."""
    if kind == "amount":
        fields[4] = "%.2f" % (float(fields[4]) + 1.25)
    elif kind == "status":
        fields[6] = "closed" if fields[6] == "active" else "active"
    elif kind == "notes":
        fields[9] = (fields[9] + " see ticket").strip()
    elif kind == "case":
        fields[2] = " " + fields[2].upper()
    elif kind == "noise":
        fields[4] += "4"
    fields[8] = fields[8] if kind in ("case", "noise") else "2027-01-01T00:00:00Z"
    return fields


def spell(fields, kind):
    """One row in the format's spelling."""
    if kind == "csv":
        quoted = ('"%s"' % field.replace('"', '""') if any(c in field for c in ',"\n') else field for field in fields)
        return ",".join(quoted) + "\n"
    members = zip(COLUMNS, fields)
    return "{" + ",".join(
        '"%s":%s' % (name, value if name in ("id", "amount") else json.dumps(value, ensure_ascii=False))
        for name, value in members) + "}\n"


def spell_nested(number, is_updated):
    """One row whose last column is a nested value."""
    line = spell(row(number), "jsonl")
    value = json.dumps(inside(number, is_updated), separators=(",", ":"))
    return line[:line.rindex('"notes":')] + '"details":%s}\n' % value


def write(path, kind, numbers, updates):
    """Writes the rows of these numbers."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        if kind == "nested":
            file.writelines(spell_nested(number, number in updates) for number in numbers)
            return
        if kind == "csv":
            file.write(",".join(COLUMNS) + "\n")
        for number in numbers:
            fields = row(number)
            if number in updates:
                fields = update(fields, updates[number])
            file.write(spell(fields, kind))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--format", choices=["csv", "jsonl", "nested"], default="csv")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    choose = random.Random(2026)
    count = options.rows
    touched = choose.sample(range(1, count + 1), count * 3 // 100)
    deleted, updated = set(touched[:count // 100]), touched[count // 100:]
    kinds = choose.choices(list(KINDS), [weight for weight, _ in KINDS.values()], k=len(updated))
    survivors = [number for number in range(1, count + 1) if number not in deleted]
    places = {number: float(number) for number in survivors}
    for number in choose.sample(survivors, count // 100):
        places[number] = choose.uniform(0, count)
    for number in range(count + 1, count + count // 100 + 1):
        places[number] = choose.uniform(0, count * 1.01)
    os.makedirs(options.out, exist_ok=True)
    name = os.path.join(options.out, "%s." + ("jsonl" if options.format == "nested" else options.format))
    write(name % "old", options.format, range(1, count + 1), {})
    write(name % "new", options.format, sorted(places, key=places.get), dict(zip(updated, kinds)))
    truth = {"deleted": len(deleted), "inserted": count // 100, "updated": len(updated)}
    truth["updated_by_rule"] = sum(KINDS[kind][1] for kind in kinds)
    with open(os.path.join(options.out, "truth.json"), "w", encoding="utf-8") as file:
        json.dump(truth, file)


main()
