#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_terminal.py PERFSECT: what is printed at a terminal goes through the pager that was chosen."""
import os
import pty
import subprocess
import sys
import tempfile

perfsect = sys.argv[1]
table = "kernel,value\n" + "".join(f"k{i},{100 + i}\n" for i in range(5))


def at_terminal(arguments, **variables):
    """What comes out at a terminal of its own, and the exit status."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PAGER", "NO_COLOR", "PERFSECT_PAGER")}
    environment.update({"TERM": "xterm", "HOME": os.getcwd(), "COLUMNS": "80"}, **variables)
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(perfsect, [perfsect, *arguments], environment)
    output = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        output += part
    os.close(terminal)
    return output.decode().replace("\r\n", "\n"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def check(what, holds):
    if not holds:
        print(f"not so: {what}")
        sys.exit(1)


with tempfile.TemporaryDirectory() as home:
    os.chdir(home)
    subprocess.run(["git", "init", "-q", "repo"], check=True)
    subprocess.run([perfsect, "init", "--repo", "repo"], check=True, stdout=subprocess.DEVNULL)
    with open("table.csv", "w", encoding="utf-8") as file:
        file.write(table)
    subprocess.run([perfsect, "import", "-q", "table.csv"], check=True)
    compare = ["compare", "import:1"]

    plain, status = at_terminal(compare, PERFSECT_PAGER="cat")
    check("without a pager the table is there", "k4" in plain and status == 0)
    paged, status = at_terminal(compare, PERFSECT_PAGER="sed s/^/paged:/")
    check("each line went through the pager", status == 0)
    check("nothing else did", paged == "".join(f"paged:{line}\n" for line in plain.splitlines()))
    paged, _ = at_terminal(compare, PAGER="sed s/^/common:/")
    check("PAGER is taken", paged.startswith("common:"))
    with open(".gitconfig", "w", encoding="utf-8") as file:
        file.write('[core]\n\tpager = "sed s/^/git:/"\n')
    paged, _ = at_terminal(compare, PAGER="sed s/^/common:/")
    check("git's comes before PAGER", paged.startswith("git:"))
    paged, _ = at_terminal(compare, PERFSECT_PAGER="sed s/^/own:/")
    check("ours comes before git's", paged.startswith("own:"))
    check("--no-pager is none", at_terminal([*compare, "--no-pager"])[0] == plain)
    left, status = at_terminal(compare, PERFSECT_PAGER="head -n 1")
    check("a reader that leaves is no failure", status == 0 and len(left.splitlines()) == 1)
    _, status = at_terminal(compare, PERFSECT_PAGER="/nonexistent/pager")
    check("a pager that is not there is no failure", status == 0)
    piped = subprocess.run([perfsect, *compare], check=True, capture_output=True, text=True).stdout
    check("a pipe has no pager", piped == plain)
    check("a bad --color is refused", at_terminal([*compare, "--color=blue"])[1] == 2)
