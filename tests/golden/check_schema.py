#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_schema.py FOLDER NAME=FILE…: validates golden JSON against FOLDER/NAME.schema.json.

Schemas may refer to each other by name.

Readers must ignore members they do not know, but we must not write any that is not described:
objects with "properties" are checked as closed here. Exit 77 (skipped) without jsonschema 4.18.
"""
import json
import pathlib
import sys

try:
    import jsonschema
    import referencing
except ImportError:
    print("skipped: python3 has no jsonschema of 4.18 or newer")
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


registry = referencing.Registry()
for path in pathlib.Path(sys.argv[1]).glob("*.schema.json"):
    contents = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(contents)
    close(contents)
    resource = referencing.Resource.from_contents(contents)
    registry = registry.with_resource(contents["$id"], resource)

bad = False
for argument in sys.argv[2:]:
    name, path = argument.split("=", 1)
    schema = {"$ref": f"{name}.schema.json"}
    validator = jsonschema.Draft202012Validator(schema, registry=registry)
    value = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    for error in validator.iter_errors(value):
        print(f"{path}: {error.json_path}: {error.message}")
        bad = True
sys.exit(1 if bad else 0)
