#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at random instants of a real bisect, resumed each time: the finding is that of the undisturbed
run, no finished build or boot is repeated, and nothing is left behind.

usage: check_kill.py SOURCE_DIR   (after check-demo, in whose workspace it bisects anew)
PERFSECT_KILLS (20) and PERFSECT_SEED set how often, and at which instants."""
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

LONGEST_S = 40.0  # between a start and its kill: a build takes that long, a boot a fifth
EFFECT_TOLERANCE = 0.1  # percentage points: it is measured by other boots
EXTRA_BOOTS = 4  # what builds cost differs between runs, and with it what is worth another boot

source = pathlib.Path(sys.argv[1])
demo = pathlib.Path(os.environ['PERFSECT_DEMO_DIR'])
workspace = demo / 'workspace'
state = workspace / '.perfsect'
perfsect = source / 'build/release/bisect/perfsect'
kills = int(os.environ.get('PERFSECT_KILLS', 20))
seed = int(os.environ.get('PERFSECT_SEED', time.time()))
os.environ.setdefault('CCACHE_DIR', os.path.expanduser('~/.cache/perfsect/ccache'))
failures = []


def expect(holds, text):
    print(('ok      ' if holds else 'NOT OK  ') + text, flush=True)
    if not holds:
        failures.append(text)


def forget():
    """Back to an empty store."""
    shutil.rmtree(state / 'boots', ignore_errors=True)
    for path in state.glob('store.db*'):
        path.unlink()


@contextlib.contextmanager
def demo_set_aside(aside):
    """The demo's measurements and kernels are another test's; they come back whatever happens. The tree
    and its objects stay: make's dependencies are absolute paths, and a copy would compile from nothing."""
    aside.mkdir()
    shutil.copytree(state / 'kernels', aside / 'kernels')
    for path in [state / 'boots', *state.glob('store.db*')]:
        path.rename(aside / path.name)
    try:
        yield
    finally:
        bring_back(aside)


def bring_back(aside):
    forget()
    shutil.rmtree(state / 'kernels')
    for path in list(aside.iterdir()):
        path.rename(state / path.name)
    aside.rmdir()


def drop_some_kernels():
    """One of three, so that kills fall into builds and boots alike."""
    for path in sorted((state / 'kernels').iterdir())[::3]:
        shutil.rmtree(path)


def ask(query):
    if not (state / 'store.db').exists():
        return []
    with contextlib.closing(sqlite3.connect('file:%s?mode=ro' % (state / 'store.db'), uri=True, timeout=30)) as db:
        try:
            return db.execute(query).fetchall()
        except sqlite3.OperationalError:  # killed before the first table was there
            return []


def finished():
    """What is measured, and must never be measured again: rows, and the kernels' files."""
    boots = set(ask('SELECT id, kernel_id, dir, outcome, started FROM boot'))
    samples = set(ask('SELECT boot_id, number, value FROM sample'))
    built = {(k, os.stat(workspace / d / 'bzImage').st_mtime_ns)
             for k, d in ask("SELECT key, dir FROM kernel WHERE dir != ''")}
    return boots | samples | built


def command():
    running = ask('SELECT 1 FROM "case" WHERE state = \'running\'')
    return [perfsect, '-q', '-C', workspace, *(['resume'] if running else ['run', 'demo-good', 'demo-bad'])]


def effects(report):
    return {c['commits'][-1]['commit']: c['effect_percent'] for c in report['finding']['changes']}


def check_finding(undisturbed):
    report = json.loads(subprocess.check_output([perfsect, '-C', workspace, 'report', '--format', 'json']))
    found, wanted = effects(report), effects(undisturbed)
    same = found.keys() == wanted.keys() and all(abs(found[c] - wanted[c]) < EFFECT_TOLERANCE for c in found)
    expect(same, 'the finding is that of the undisturbed run: %s' % found)
    boots, least = report['finding']['boots'], undisturbed['finding']['boots']
    expect(boots <= least + EXTRA_BOOTS, '%d boots, undisturbed %d' % (boots, least))
    expect(boots == len(ask('SELECT id FROM boot')), 'each boot of the store counts once')


def check_nothing_left():
    processes = subprocess.run(['pgrep', '-af', 'qemu-system.*%s|bwrap.*%s|make .*%s' % ((demo,) * 3)],
                               stdout=subprocess.PIPE, text=True).stdout
    expect(processes == '', 'no process is left' + processes)
    drafts = [p for d in (state, state / 'objects', state / 'trees/0', state / 'trees/0/objects', state / 'kernels')
              for p in d.glob('*') if '.tmp' in p.name or p.name.startswith('tmp_object_')]
    expect(drafts == [], 'no temporary file is left %s' % (drafts or ''))
    known = {d for (d,) in ask('SELECT dir FROM boot')}
    folders = {str(p.relative_to(workspace)) for p in (state / 'boots').iterdir()}
    expect(folders == known, 'every boot has its folder, and no other is there %s' % (folders ^ known or ''))
    unfinished = [p.name for p in (state / 'kernels').iterdir() if not (p / 'meta.json').exists()]
    expect(unfinished == [], 'no unfinished kernel is left %s' % (unfinished or ''))


def end_bisect(process, undisturbed):
    expect(process.returncode == 0, 'a bisect ended with %s' % process.returncode)
    check_finding(undisturbed)
    check_nothing_left()


def start():
    return subprocess.Popen(command(), cwd=workspace, stdin=subprocess.DEVNULL)


def kill_after(process, seconds):
    """True when it was killed, and the phase it was in; False when it had ended before."""
    try:
        # No waiting for something to be ready: the instant is meant to be anywhere.
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        pass
    builds = subprocess.run(['pgrep', '-f', 'make .*%s' % demo], stdout=subprocess.DEVNULL).returncode == 0
    process.kill()
    return process.wait() == -signal.SIGKILL, 'in a build' if builds else 'elsewhere'


def kill_now_and_then(undisturbed):
    """As many kills as asked for, over as many bisects as that takes."""
    fell = collections.Counter()
    while fell.total() < kills and not failures:
        before = finished()
        process = start()
        is_killed, phase = kill_after(process, random.uniform(0, LONGEST_S))
        lost = before - finished()
        if lost:
            expect(False, 'what was measured is gone: %s' % sorted(map(str, lost))[:5])
        elif is_killed:
            fell[phase] += 1
        else:
            end_bisect(process, undisturbed)
            forget()
            drop_some_kernels()
    expect(len(fell) == 2, 'kills fell %s' % dict(fell))
    before = finished()
    process = start()
    process.wait()
    expect(before <= finished(), 'nothing measured was lost or measured again')
    end_bisect(process, undisturbed)


print('seed %d (PERFSECT_SEED repeats it)' % seed, flush=True)
random.seed(seed)
aside = state / 'aside'
if aside.exists():  # this test was itself killed
    bring_back(aside)
with demo_set_aside(aside):
    drop_some_kernels()
    kill_now_and_then(json.load(open(demo / 'report.json')))
sys.exit(1 if failures else 0)
