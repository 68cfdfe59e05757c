#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the report of scripts/demo against what its history was planted with."""
import json
import sys

LOSS_PERCENT, GAIN_PERCENT, TOLERANCE = -3.0, 2.0, 0.3
SPREAD_PERCENT = 0.1  # between the samples of one kernel, when instructions are counted
CONFIDENCE = 0.99
OUTCOME_OF_KIND = {'does-not-build': 'not-buildable', 'panics': 'panicked'}

failures = []


def expect(holds, text):
    print(('ok      ' if holds else 'NOT OK  ') + text)
    if not holds:
        failures.append(text)


report = json.load(open(sys.argv[1]))
planted = {}  # commit -> kind
for line in open(sys.argv[2]):
    commit, kind = line.split()[:2]
    planted[commit] = kind
finding = report['finding']

changes = {}
for change in finding['changes']:
    expect(len(change['commits']) == 1, 'a change is one commit')
    commit = change['commits'][-1]['commit']
    changes[planted.get(commit, commit)] = change
expect(set(changes) == {'loss', 'gain'}, 'the planted loss and gain are found, and nothing else: %s' % sorted(changes))
for kind, effect in ('loss', LOSS_PERCENT), ('gain', GAIN_PERCENT):
    if kind in changes:
        found = changes[kind]
        expect(abs(found['effect_percent'] - effect) <= TOLERANCE,
               'the %s is %+.2f %%, planted %+.1f %%' % (kind, found['effect_percent'], effect))
        expect(found['probability'] >= CONFIDENCE, 'its probability is %.4f' % found['probability'])

seen = set()
for untestable in finding['untestable']:
    kind = planted.get(untestable['commit'], 'unknown')
    seen.add(kind)
    expect(untestable['outcome'] == OUTCOME_OF_KIND.get(kind),
           'a commit planted as %s is told as %s' % (kind, untestable['outcome']))
expect(seen == set(OUTCOME_OF_KIND), 'both untestable kinds were met: %s' % sorted(seen))

samples = {}  # of each kernel
for boot in report['boots']:
    samples.setdefault(boot['kernel'], []).extend(boot['samples'])
widest = max(100 * (max(values) - min(values)) / min(values) for values in samples.values() if values)
expect(0 < widest <= SPREAD_PERCENT, 'samples of one kernel spread over at most %.4f %%' % widest)
sys.exit(1 if failures else 0)
