"""Writes a case in a language: the files, and the arguments of each step."""
from dataclasses import dataclass

from . import language_0_1
from .files import file_bytes

# By the name that the options of the program take. A language is a module with the functions that are called here.
LANGUAGES = {"0.1": language_0_1}


@dataclass
class WrittenCase:
    """Files as bytes by path, and the arguments of each step."""

    files: dict
    commands: list


def write_case(case, language):
    """Writes the case in a language of LANGUAGES."""
    language = LANGUAGES[language]
    files = {path: file_bytes(table, form, sections) for path, (table, form, sections) in case.tables.items()}
    flags, in_file, in_text = [], {}, {}
    said = [(case.layers[field], field, rule) for field, rule in case.rules.items()]
    for layer, field, rule in said + case.over:
        if layer == "flag" and language.has_flag(field, rule):
            flags += language.rule_flags(field, rule)
        elif layer == "text" or (layer, field, rule) in case.over:
            in_text[field] = rule
        else:
            in_file[field] = rule
    if in_file:
        files["rules.lua"] = language.rules_lua(in_file, case.style).encode()
    scripts = ["-r", "rules.lua"] if in_file else []
    scripts += ["-e", language.rules_lua(in_text, "table")] if in_text else []
    if case.manifest:
        files["manifest.lua"] = language.manifest_lua(case.manifest).encode()
    commands = [step_arguments(case, step, language, flags, scripts) for step in case.steps]
    return WrittenCase(files, commands)


def step_arguments(case, step, language, rule_flags, scripts):
    arguments = step.command.split() + step.inputs
    if step.has_rules:
        arguments += scripts + language.key_flag(step.command, rule_flags)
    if step.has_reading:
        for name, value, side in reading_of(case, step):
            arguments += language.reading_flags(name, value, side)
    for name, value in step.options.items():
        arguments += language.option_flags(name, value)
    return arguments + (["-o", step.output] if step.output else [])


# Options of reading that are about JSON; the others are about CSV.
OF_JSON = {"at"}


def reading_of(case, step):
    """The options of reading that a step takes: all of them, or without sides those for the one table that it reads."""
    if not step.side:
        return case.reading
    _, form, _ = case.tables[step.inputs[0]]
    return [
        (name, value, None) for name, value, side in case.reading
        if side in (None, step.side) and (name in OF_JSON) == form.is_json]
