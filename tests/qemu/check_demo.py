#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the report of scripts/demo against what its history was planted with."""
import json
import math
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


def check(kind, effect, found):
    """The change is confirmed, and what taking it out of the bad end gives back is what it took."""
    comparison, explanation = found['comparison'], found['explanation']
    expect(comparison is not None and comparison['verdict'] == 'confirmed', 'the %s is confirmed' % kind)
    if comparison is not None:
        expect(abs(comparison['difference_percent'] - effect) <= TOLERANCE,
               'its two sides in turn differ by %+.2f %%' % comparison['difference_percent'])
    expect(explanation is not None and explanation['method'] == 'revert' and explanation['outcome'] == 'measured',
           'the bad end was measured without the %s' % kind)
    if explanation is None or explanation['outcome'] != 'measured':
        return
    back = 100 * (1 / (1 + effect / 100) - 1)
    expect(abs(explanation['effect_percent'] - back) <= TOLERANCE,
           'without it the bad end makes %+.2f %%' % explanation['effect_percent'])
    if explanation['share'] is not None:
        # The ends differ by the sum of both, in logarithms.
        share = math.log1p(effect / 100) / sum(math.log1p(e / 100) for e in (LOSS_PERCENT, GAIN_PERCENT))
        expect(explanation['share_low'] <= share <= explanation['share_high'],
               'its share %.2f to %.2f of the whole holds the planted %.2f'
               % (explanation['share_low'], explanation['share_high'], share))


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
        check(kind, effect, found)

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
