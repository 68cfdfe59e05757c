#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_mail.py FILE: reads a message of an mbox, or a bare one, with Python's parser, and prints what it is.

One JSON object: the headers that matter, decoded, and the parts. Any defect that the parser finds fails.
"""
import email
import email.policy
import json
import sys

data = open(sys.argv[1], "rb").read()
if data.startswith(b"From "):
    data = data.split(b"\n", 1)[1]
data = data.replace(b"\r\n", b"\n")
message = email.message_from_bytes(data, policy=email.policy.default)
defects = list(message.defects)
parts = []
for part in message.walk():
    defects += part.defects
    for value in part.values():
        defects += getattr(value, "defects", ())
    if not part.is_multipart():
        parts.append({"type": part.get_content_type(), "file": part.get_filename(), "text": part.get_content()})
for name in ("From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type"):
    if len(message.get_all(name, [])) != 1:
        defects.append(f"{name} is there {len(message.get_all(name, []))} times")
for line in data.split(b"\n"):
    if len(line) > 998:
        defects.append(f"a line of {len(line)} bytes")
if defects:
    print(f"defects: {defects}")
    sys.exit(1)
print(
    json.dumps(
        {
            "subject": message["Subject"],
            "from": [a.addr_spec for a in message["From"].addresses],
            "to": [a.addr_spec for a in message["To"].addresses],
            "cc": [a.addr_spec for a in message["Cc"].addresses] if message["Cc"] else [],
            "names": [a.display_name for a in message["To"].addresses],
            "id": message["Message-ID"],
            "headers": sorted(set(message.keys())),
            "parts": parts,
        }
    )
)
