#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_kcidb.py SCHEMA FILE: is it a report that KCIDB takes, and does every id that is named exist?"""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3 has no jsonschema (Debian package python3-jsonschema)")
    sys.exit(77)

schema = json.load(open(sys.argv[1], encoding="utf-8"))
report = json.load(open(sys.argv[2], encoding="utf-8"))
bad = False
for error in jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).iter_errors(report):
    print(f"{error.json_path}: {error.message[:300]}")
    bad = True
ids = {kind: {item["id"] for item in report[kind]} for kind in report if kind != "version"}
for kind, items in ids.items():
    if len(items) != len(report[kind]):
        print(f"{kind}: an id is there twice")
        bad = True
links = (
    ("builds", "checkout_id", "checkouts"),
    ("tests", "build_id", "builds"),
    ("incidents", "issue_id", "issues"),
    ("incidents", "test_id", "tests"),
)
for kind, key, target in links:
    for item in report[kind]:
        if item[key] not in ids[target]:
            print(f"{kind}: {item['id']} names {item[key]}, which is not among the {target}")
            bad = True
sys.exit(1 if bad else 0)
