#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""smtp_sink.py FOLDER [refuse|plain]: a mail server on loopback for one test.

Writes FOLDER/port when it listens; each message goes to FOLDER/N.eml with its envelope in FOLDER/N.json. Wants
STARTTLS (unless plain) and the login robot/secret; `refuse` refuses every receiver. Ends with its standard input.
"""
import json
import pathlib
import ssl
import sys

try:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult
except ImportError:
    print("skipped: python3 has no aiosmtpd (Debian package python3-aiosmtpd)")
    sys.exit(77)

folder = pathlib.Path(sys.argv[1])
mode = sys.argv[2] if len(sys.argv) > 2 else ""


class Handler:
    count = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if mode == "refuse":
            return "550 no such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        Handler.count += 1
        (folder / f"{Handler.count}.eml").write_bytes(envelope.original_content)
        facts = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "tls": session.ssl is not None}
        (folder / f"{Handler.count}.json").write_text(json.dumps(facts))
        return "250 taken"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"robot", b"secret"))


arguments = {}
if mode != "plain":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    arguments = {
        "tls_context": context,
        "require_starttls": True,
        "auth_required": True,
        "authenticator": authenticate,
    }
controller = Controller(Handler(), hostname="127.0.0.1", port=0, **arguments)
# port 0 is any free one; the controller wants to know it to try it
import socket

probe = socket.socket()
probe.bind(("127.0.0.1", 0))
controller.port = probe.getsockname()[1]
probe.close()
controller.start()
(folder / "port.tmp").write_text(str(controller.port))
(folder / "port.tmp").rename(folder / "port")
sys.stdin.buffer.read()
controller.stop()
