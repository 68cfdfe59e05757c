#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_schema.py SCHEMA FILE…: validates golden JSON against a published schema.

Readers must ignore members they do not know, but we must not write any that is not described:
objects with "properties" are checked as closed here. Exit 77 (skipped) without jsonschema.
"""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
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


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
close(schema)
validator = jsonschema.Draft202012Validator(schema)
bad = False
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for error in validator.iter_errors(json.load(file)):
            print(f"{path}: {error.json_path}: {error.message}")
            bad = True
sys.exit(1 if bad else 0)
