"""Writes rules and options as Lua and as flags of version 0.1."""
from .rules import lua_text

NORMALIZERS = {"trim", "squeeze", "lower", "upper", "nfc", "digits", "fingerprint", "unaccent", "transliterate"}
SWITCHES = {"trim", "ignore_case", "ignore_order", "strict_columns"}
WORD_FLAGS = {"moves": "--moves", "duplicates": "--duplicates", "key_as": "--key-as"}
LIST_FLAGS = {"ignore": "--ignore", "only": "--only", "json": "--json-column", "mask": "--mask"}


def has_flag(field, rule):
    """Whether a flag can say the rule; the others need Lua."""
    if field == "identity":
        return rule[0] in ("columns", "whole")
    if field == "section":
        return rule[0] == "column"
    if field == "lists":
        return all(list_rule[0] != "function" for list_rule in rule.values())
    if field == "normalize":
        return all(step[0] != "function" for sides in rule.values() for steps in sides.values() for step in steps) and (
            "*" not in rule)
    known = {"tolerance", "rename", "limits", "elements", "section_key", *SWITCHES, *WORD_FLAGS, *LIST_FLAGS}
    return field in known


# MARK: Flags

def escaped(text, *characters):
    for character in characters:
        text = text.replace(character, "\\" + character)
    return text


def column_list(names):
    return ",".join(escaped(name, ",") for name in names)


def rule_flags(field, rule):
    """The flags of a rule, as arguments of the command."""
    if field == "identity":
        return ["--key=" + ("none" if rule[0] == "whole" else column_list(rule[1]))]
    if field in SWITCHES:
        return ["--" + field.replace("_", "-")]
    if field in WORD_FLAGS:
        return [WORD_FLAGS[field], rule]
    if field in LIST_FLAGS:
        return [f"{LIST_FLAGS[field]}={column_list(rule)}"]
    if field == "section":
        return ["--section=" + rule[1]]
    if field == "elements":
        return ["--elements=" + rule]
    if field == "section_key":
        return ["--section-key=" + column_list(rule)]
    if field == "tolerance":
        amounts = rule.items() if isinstance(rule, dict) else [(None, rule)]
        return ["--tolerance=" + (f"{escaped(name, '=')}={amount}" if name else amount) for name, amount in amounts]
    if field == "rename":
        return [f"--rename={escaped(old, '=')}={escaped(new, '=')}" for old, new in rule.items()]
    if field == "lists":
        return [f"--list={escaped(place, '=')}={list_flag(list_rule)}" for place, list_rule in rule.items()]
    if field == "limits":
        return [f"--max-{kind}={scope_text(scope)}{amount_text(warn, fail)}" for kind, scope, warn, fail in rule]
    if field == "normalize":
        return normalize_flags(rule)
    raise ValueError(field)


def list_flag(rule):
    return column_list(rule[1]) if rule[0] == "members" else rule[0]


def scope_text(scope):
    if scope is None:
        return ""
    return f"section:{scope[1]}=" if scope[0] == "section" else f"{escaped(scope[1], '=')}="


def amount_text(warn, fail):
    return fail if warn is None else f"{warn}..{fail or ''}"


def normalize_flags(rule):
    names = {"both": "--normalize", "old": "--old-normalize", "new": "--new-normalize"}
    return [
        f"{names[side]}={escaped(place, '=')}={','.join(short_step(step) for step in steps)}"
        for place, sides in rule.items() for side, steps in sides.items()]


def short_step(step):
    name, *arguments = step
    return name if name in NORMALIZERS else f"{name}({arguments_text(name, arguments)})"


# MARK: Lua

def rules_lua(rules, style):
    """A rules file: one that returns a table, or one that defines globals."""
    fields = [(field, field_lua(field, rule)) for field, rule in rules.items()]
    if style == "globals":
        return "".join(f"{field} = {text}\n" for field, text in fields)
    return "return {\n" + "".join(f"  {field} = {text},\n" for field, text in fields) + "}\n"


def field_lua(field, rule):
    if field == "identity":
        return identity_lua(rule)
    if field == "equal":
        return rule[1] if isinstance(rule, tuple) else table_lua(rule, comparator_lua)
    if field == "normalize":
        return table_lua(rule, sides_lua)
    if field == "filter":
        return condition_lua(rule)
    if field == "columns":
        return table_lua(rule, made_lua)
    if field == "group":
        return group_lua(rule)
    if field == "section":
        return rule[1] if rule[0] == "function" else lua_text(rule[1])
    if field == "lists":
        return table_lua(rule, list_lua)
    if field == "limits":
        return limits_lua(rule)
    if field == "tolerance" and not isinstance(rule, dict):
        return tolerance_lua(rule)
    if field == "tolerance":
        return table_lua(rule, tolerance_lua)
    return literal(rule)


def literal(value):
    """A value of Lua for texts, numbers, lists and dictionaries."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, dict):
        return table_lua(value, literal)
    if isinstance(value, (list, tuple)):
        return "{ " + ", ".join(literal(element) for element in value) + " }"
    return lua_text(value)


def table_lua(members, text):
    return "{ " + ", ".join(f"[{lua_text(name)}] = {text(member)}" for name, member in members.items()) + " }"


def tolerance_lua(amount):
    return lua_text(amount) if amount.endswith("%") else amount


def identity_lua(rule):
    kind = rule[0]
    if kind == "function":
        return rule[1]
    if kind == "whole":
        return '"none"'
    if kind == "columns":
        return lua_text(rule[1][0]) if len(rule[1]) == 1 else literal(rule[1])
    if kind == "steps":
        parts = [
            f"luna.key({', '.join([step_lua(step) for step in steps] + [lua_text(name)])})" for steps, name in rule[1]]
        return parts[0] if len(parts) == 1 else "{ " + ", ".join(parts) + " }"
    if kind == "near":
        return f"luna.identity.near {literal(rule[1])}"
    if kind == "score":
        options = dict(rule[1])
        by = table_lua(options.pop("by"), comparator_lua)
        others = "".join(f", {name} = {literal(value)}" for name, value in options.items() if value is not None)
        return f"luna.identity.score {{ by = {by}{others} }}"
    return f"luna.identity.first({', '.join(identity_lua(part) for part in rule[1])})"


def comparator_lua(rule):
    name, *arguments = rule
    if name == "function":
        return arguments[0]
    if name in ("any", "all"):
        return f"luna.compare.{name}({', '.join(comparator_lua(part) for part in arguments)})"
    if name == "date" and len(arguments) == 2:
        return f"luna.compare.date {{ formats = {literal(arguments[1])} }}"
    texts = ", ".join("nil" if argument is None else literal(argument) for argument in arguments)
    return f"luna.compare.{name}({texts})"


def step_lua(step):
    name, *arguments = step
    if name == "function":
        return arguments[0]
    return f"luna.text.{name}" if name in NORMALIZERS else f"luna.text.{name}({arguments_text(name, arguments)})"


def arguments_text(name, arguments):
    if name == "scale":
        return arguments[0]
    return ", ".join(literal(argument) for argument in arguments)


def steps_lua(steps):
    return step_lua(steps[0]) if len(steps) == 1 else "{ " + ", ".join(step_lua(step) for step in steps) + " }"


def sides_lua(sides):
    if list(sides) == ["both"]:
        return steps_lua(sides["both"])
    return "{ " + ", ".join(f"{side} = {steps_lua(steps)}" for side, steps in sides.items()) + " }"


def condition_lua(rule):
    kind = rule[0]
    if kind == "function":
        return rule[1]
    if kind in ("and", "or"):
        return f"({condition_lua(rule[1])} {'&' if kind == 'and' else '|'} {condition_lua(rule[2])})"
    if kind == "not":
        return f"~{condition_lua(rule[1])}"
    _, name, *arguments = rule
    return f"luna.where.column({lua_text(name)}).{kind}({', '.join(literal(argument) for argument in arguments)})"


def made_lua(rule):
    if rule[0] == "function":
        return rule[1]
    if rule[0] == "sides":
        return "{ " + ", ".join(f"{side} = {made_lua(made)}" for side, made in rule[1].items()) + " }"
    parts = [part_lua(part) for part in rule[1]] + [step_lua(step) for step in rule[2]]
    return "{ " + ", ".join(parts) + " }"


def part_lua(part):
    if part[0] == "steps":
        return "{ " + ", ".join([lua_text(part[2])] + [step_lua(step) for step in part[1]]) + " }"
    return lua_text(part[1]) if part[0] == "column" else f"{{ text = {lua_text(part[1])} }}"


def group_lua(rule):
    if list(rule) == ["both"]:
        return literal(rule["both"])
    return literal(rule)


def list_lua(rule):
    if rule[0] == "function":
        return rule[1]
    if rule[0] == "members":
        return lua_text(rule[1][0]) if len(rule[1]) == 1 else literal(rule[1])
    return f"luna.list.{rule[0]}"


def limits_lua(rule):
    members, sections = [], []
    for kind, scope, warn, fail in rule:
        named = (("warn", warn), ("fail", fail))
        amounts = ", ".join(f"{name} = {lua_text(amount)}" for name, amount in named if amount)
        name = kind if scope is None else scope[1]
        if scope and scope[0] == "section":
            sections.append(f"[{lua_text(name)}] = {{ {kind} = {{ {amounts} }} }}")
        else:
            members.append(f"[{lua_text(name)}] = {{ {amounts} }}")
    if sections:
        members.append(f"sections = {{ {', '.join(sections)} }}")
    return "{ " + ", ".join(members) + " }"


# MARK: Commands

READING_FLAGS = {
    "delimiter": "delimiter", "columns": "columns", "skip_lines": "skip-lines", "at": "at", "comment": "comment",
    "ragged": "ragged", "null": "null", "escape": "escape",
}
OPTION_FLAGS = {
    "format": "--format", "favor": "--favor", "threads": "--threads", "memory": "--memory", "limit": "--limit",
    "accept": "--accept", "manifest": "--manifest", "history": "--history",
    "until": "--until", "reason": "--reason", "report": "--report", "output_dir": "--output-dir",
}
LIST_OPTIONS = {"fail_on": "--fail-on", "show": "--show", "with": "--with"}


def reading_flags(name, value, side):
    flag = f"--{side + '-' if side else ''}{READING_FLAGS[name]}"
    if name == "null":
        return [argument for word in value for argument in (flag, word)]
    return [f"{flag}={column_list(value) if name == 'columns' else value}"]


def option_flags(name, value):
    if name in OPTION_FLAGS:
        return [OPTION_FLAGS[name], str(value)]
    if name in LIST_OPTIONS:
        return [LIST_OPTIONS[name], column_list(value)]
    if name == "records":
        return [argument for record in value for argument in ("--record", record)]
    if name == "candidates":
        return ["--candidate=" + column_list(names) for names in value if names]
    return ["--" + name.replace("_", "-")] if value else []


def key_flag(command, flags):
    """`--key` is the flag for the key's columns, except in commands whose `--key` names a record."""
    if command in ("accept", "explain"):
        return ["--key-columns" + flag.removeprefix("--key") if flag.startswith("--key=") else flag for flag in flags]
    return flags


def manifest_lua(pairs):
    members = [
        {name: text for name, text in (("old", old), ("new", new), ("name", pair)) if text} for old, new, pair in pairs]
    return "return {\n" + "".join(f"  {literal(member)},\n" for member in members) + "}\n"
