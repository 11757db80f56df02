"""Random values of columns, and random changes of values."""
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation


class Number(str):
    """A number of JSON in the format in which the file has it."""


class Absent:
    """The type of ABSENT, the value of a missing cell or member."""

    def __repr__(self):
        return "ABSENT"


ABSENT = Absent()


@dataclass
class Column:
    """A column of both tables: its name in rules, the kind of its values, and the format that its values share."""

    name: str
    kind: str
    format: str = ""


WORDS = [
    "Ann", "Bob", "Cy", "Zoë", "Müller", "Straße", "Łódź", "李雷", "O'Brien", "Jean-Luc Picard", "Ångström", "Ελένη",
    "Иван", "éclair", "e\u0301clair", "naïve", "Smith", "Smyth", "Anna Maria", "de la Cruz", "van der Berg", "Meier",
]
TEXTS = [
    "", " ", 'a "quoted" word', "comma, inside", "semi; colon", "two\nlines", "a\ttab", "😀 smile", "x" * 70, "\\N",
    "NULL", "n/a", "-", "=1+1", "trailing ", " leading", "null", "true", "no\u00a0break", "a|b", "it's", "back\\slash",
    "zero\u200bwidth", "7", "007", "1.0", "plain text", "# no comment", "first second third", "a:b=c",
]
CODES = {
    "country": ["DE", "FR", "UK", "US", "JP"], "status": ["open", "closed", "draft", "in review"],
    "flag": ["yes", "no"], "digit": ["1", "2", "3"],
}
ODD_NUMBERS = ["0", "-0", "1e400", "9007199254740993", "9007199254740992", "1E2", "100", "0.1", "1e-7", "-12.50"]
DATE_FORMATS = {"iso": "{0:04}-{1:02}-{2:02}", "day": "{2:02}.{1:02}.{0:04}", "us": "{1:02}/{2:02}/{0:04}"}

FLAT_KINDS = ["word", "code", "amount", "integer", "date", "time", "mail", "text", "text", "cell"]
NESTED_KINDS = ["object", "tags", "items", "any", "amount", "integer", "word", "code", "bool", "text"]


def random_format(random, kind, is_json):
    """The format that the values of a column have in common."""
    if kind == "serial":
        return random.choice(["plain", "plain", "zeros", "prefix"] + (["number"] * 3 if is_json else []))
    if kind == "code":
        return random.choice(sorted(CODES))
    if kind == "date":
        return random.choice(["iso", "iso", "day", "us"])
    if kind in ("amount", "integer"):
        return "number" if is_json and random.random() < 0.8 else "text"
    return ""


def serial(column, number):
    """The key of a record by its number."""
    formats = {"zeros": f"{number:05}", "prefix": f"C-{number}", "number": Number(number)}
    return formats.get(column.format, str(number))


def number(column, text):
    return Number(text) if column.format == "number" else text


def value(random, column, index):
    """A random value for the record of this index."""
    return KINDS[column.kind](random, column, index)


def amount(random, column, index):
    if random.random() < 0.05:
        return number(column, random.choice(ODD_NUMBERS)) if column.format == "number" else random.choice(ODD_NUMBERS)
    return number(column, f"{random.randrange(-500, 200_000) / 100:.2f}")


def mail(random, column, index):
    name = unicodedata.normalize("NFD", random.choice(WORDS)).encode("ascii", "ignore").decode() or "anyone"
    return f"{name.replace(' ', '.').lower()}{random.randrange(100)}@example.{random.choice(['org', 'com'])}"


def date(random, column, index):
    parts = random.randrange(1999, 2027), random.randrange(1, 13), random.randrange(1, 29)
    return DATE_FORMATS[column.format or "iso"].format(*parts)


def time(random, column, index):
    zone = random.choice(["Z", "+01:00", ""])
    return f"{date(random, column, index)}T{random.randrange(24):02}:{random.randrange(60):02}:00{zone}"


def nested_object(random, column, index):
    place = {"city": random.choice(WORDS), "zip": f"{random.randrange(1, 99999):05}"}
    if random.random() < 0.8:
        place["geo"] = {"lat": Number(f"{random.randrange(900) / 10}"), "lon": Number(random.randrange(180))}
    if random.random() < 0.3:
        place["note"] = random.choice([None, "", "n/a", "left"])
    return place


def tags(random, column, index):
    return random.sample(["new", "web", "sale", "old", "blue", "new"], random.randrange(5))


def items(random, column, index):
    names = random.sample(["A1", "B2", "C3", "D4", "E5", "F6"], random.randrange(1, 5))
    return [item(random, name) for name in names]


def item(random, name):
    price, seen = Number(f"{random.randrange(2000) / 100:.2f}"), Number(random.randrange(99))
    return {"sku": name, "qty": Number(random.randrange(9)), "price": price, "seen": seen}


def anything(random, column, index):
    makers = [amount, text, nested_object, tags, boolean]
    return None if random.random() < 0.2 else random.choice(makers)(random, Column("", "amount", "number"), index)


def boolean(random, column, index):
    return random.random() < 0.5


def text(random, column, index):
    return random.choice(TEXTS) if random.random() < 0.6 else f"{random.choice(WORDS)} {random.randrange(50)}"


KINDS = {
    "serial": lambda random, column, index: serial(column, index),
    "word": lambda random, column, index: random.choice(WORDS),
    "code": lambda random, column, index: random.choice(CODES[column.format]),
    "amount": amount,
    "integer": lambda random, column, index: number(column, str(random.randrange(-3, 120))),
    "date": date, "time": time, "mail": mail, "text": text, "object": nested_object, "tags": tags, "items": items,
    # The text of JSON in a cell of CSV.
    "cell": lambda random, column, index: random.choice([nested_object, tags, items])(random, column, index),
    "any": anything, "bool": boolean,
}


# MARK: Changes of single values

def changed(random, column, old):
    """A new version of a value: another value, or nested values in which one thing is different."""
    if isinstance(old, list) and old and random.random() < 0.8:
        return changed_list(random, old)
    if isinstance(old, dict) and old and random.random() < 0.8:
        return changed_object(random, old)
    if random.random() < 0.1:
        return random.choice([None, "", ABSENT, "n/a"])
    return value(random, column, random.randrange(1000, 2000))


def changed_list(random, old):
    new = list(old)
    place = random.randrange(len(new))
    choice = random.randrange(4)
    if choice == 0:
        del new[place]
    elif choice == 1:
        new.insert(place, item(random, f"N{random.randrange(9)}") if isinstance(old[0], dict) else "more")
    elif choice == 2:
        new.append(new.pop(place))
    elif isinstance(new[place], dict):
        new[place] = changed_object(random, new[place])
    else:
        new[place] = "other"
    return new


def changed_object(random, old):
    new = dict(old)
    name = random.choice(sorted(new))
    member = new[name]
    if isinstance(member, dict):
        new[name] = changed_object(random, member) if member else {"more": True}
    elif random.random() < 0.2:
        del new[name]
    elif random.random() < 0.2:
        new["more"] = random.choice(["x", None, Number(1), [Number(1), Number(2)]])
    elif isinstance(member, Number):
        new[name] = Number(Decimal(member) + Decimal(random.choice(["1", "0.01", "100"])))
    else:
        new[name] = random.choice([f"{member}x", str(member).upper(), None])
    return new


# MARK: Changes of a whole column

def noise(random):
    """A function that changes texts and numbers in one way, and returns other values unchanged."""
    change = NOISES[random.choice(sorted(NOISES))]

    def apply(old):
        if not isinstance(old, str):
            return old
        try:
            new = change(old)
        except (ValueError, InvalidOperation):
            return old
        return Number(new) if isinstance(old, Number) and is_number(new) else new
    return apply


def is_number(text):
    """Whether JSON allows the text as a number."""
    whole, _, digits = text.lstrip("-").partition(".")
    return whole.isascii() and whole.isdigit() and (len(whole) == 1 or whole[0] != "0") and (
        "." not in text or digits.isascii() and digits.isdigit())


def grouped(text):
    return f"{Decimal(text):,}"


def other_date(text):
    year, month, day = text[:10].split("-")
    return f"{int(day):02}/{int(month):02}/{int(year):04}"


def without_accents(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


NOISES = {
    "upper": str.upper, "lower": str.lower, "title": str.title,
    "space after": lambda text: text + " ", "space before": lambda text: "  " + text,
    "double spaces": lambda text: text.replace(" ", "  "), "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "zeros": lambda text: text.zfill(len(text) + 2) if text.isdigit() else text,
    "no zeros": lambda text: text.lstrip("0") or text,
    "prefix": lambda text: "X-" + text, "suffix": lambda text: text + " EUR",
    "rounded": lambda text: f"{Decimal(text):.1f}", "more digits": lambda text: f"{Decimal(text):.4f}",
    "grouped": grouped, "comma": lambda text: str(Decimal(text)).replace(".", ","),
    "factor": lambda text: str(Decimal(text) * 100), "offset": lambda text: str(Decimal(text) + 1),
    "other date": other_date, "midnight": lambda text: text + "T00:00:00Z" if text[4:5] == "-" else text,
    "null word": lambda text: text or "N/A", "emptied": lambda text: "", "accents": without_accents,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "codes": lambda text: {"DE": "Germany", "FR": "France", "yes": "Y", "no": "N", "open": "1"}.get(text, text),
    "encoding": lambda text: text.encode().decode("cp1252", "replace") if not text.isascii() else text,
}
