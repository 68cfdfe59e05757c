#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_schema.py FOLDER NAME=FILE…: validates golden JSON against FOLDER/NAME.schema.json.

Schemas may refer to each other by name.

Readers must ignore members they do not know, but we must not write any that is not described:
objects with "properties" are checked as closed here.
"""
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


schemas = {}  # by $id
for path in pathlib.Path(sys.argv[1]).glob("*.schema.json"):
    contents = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(contents)
    close(contents)
    schemas[contents["$id"]] = contents

bad = False
for argument in sys.argv[2:]:
    name, path = argument.split("=", 1)
    schema = schemas[f"{name}.schema.json"]
    # Newer versions warn that there is another way to resolve references, which Debian's does not have.
    resolver = jsonschema.RefResolver.from_schema(schema, store=schemas)
    validator = jsonschema.Draft202012Validator(schema, resolver=resolver)
    value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for error in validator.iter_errors(value):
        print(f"{path}: {error.json_path}: {error.message}")
        bad = True
sys.exit(1 if bad else 0)
