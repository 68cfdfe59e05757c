#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_schema.py FOLDER NAME=FILE…: validates golden JSON against FOLDER/NAME.schema.json.

A schema needs no other: it refers to its own definitions alone. Those that several have are the same.

Readers must ignore members they do not know, but we must not write any that is not described:
objects with "properties" are checked as closed here.
"""
import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3 has no jsonschema (Debian package python3-jsonschema)")
    sys.exit(77)


def close(node):
    if isinstance(node, dict):
        if "properties" in node:
            node.setdefault("additionalProperties", False)
        for child in node.values():
            close(child)
    elif isinstance(node, list):
        for child in node:
            close(child)


def references(node):
    if isinstance(node, dict):
        for key, child in node.items():
            if key == "$ref":
                yield child
            else:
                yield from references(child)
    elif isinstance(node, list):
        for child in node:
            yield from references(child)


schemas = {}  # by name
definitions = {}  # by name, of all schemas
bad = False
for path in pathlib.Path(sys.argv[1]).glob("*.schema.json"):
    contents = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(contents)
    for reference in references(contents):
        if not reference.startswith("#/$defs/"):
            print(f"{path}: refers to {reference}, which is elsewhere")
            bad = True
    for name, definition in contents.get("$defs", {}).items():
        if definitions.setdefault(name, copy.deepcopy(definition)) != definition:
            print(f"{path}: defines '{name}' otherwise than another schema")
            bad = True
    close(contents)
    schemas[path.name.removesuffix(".schema.json")] = contents

for argument in sys.argv[2:]:
    name, path = argument.split("=", 1)
    validator = jsonschema.Draft202012Validator(schemas[name])
    value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for error in validator.iter_errors(value):
        print(f"{path}: {error.json_path}: {error.message}")
        bad = True
sys.exit(1 if bad else 0)
