import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canUndo, keptSomething, nextEnd, ruleText, verb } from '../src/consents';
import { fits, isBad, line, statusOf } from '../src/events';
import { objection, toneOf } from '../src/gauges';
import { nothingFound } from '../src/panels/memory';
import { money, short } from '../src/parts';
import { madeEvent } from './made';

const RULE = { scope: 'run', allows: true, client: 'claude-desktop', seconds_left: 600, once: false };

test('a standing answer is a sentence', () => {
  assert.equal(ruleText(RULE), 'claude-desktop may run code for 10 min more');
  assert.equal(
    ruleText({ ...RULE, scope: 'spend', allows: false, client: null, seconds_left: null }),
    'Every assistant may not spend money'
  );
  assert.equal(ruleText({ ...RULE, once: true, seconds_left: 4 }), 'claude-desktop may run code once for 1 min more');
  assert.equal(verb('a scope of tomorrow'), 'a scope of tomorrow');
});

test('the first end of a rule is known, where one ends', () => {
  assert.equal(nextEnd([]), null);
  assert.equal(nextEnd([{ ...RULE, seconds_left: null }]), null);
  assert.equal(nextEnd([RULE, { ...RULE, seconds_left: 2.5 }]), 2500);
});

test('only a run that changed something can be undone, once', () => {
  assert.equal(canUndo([]), false);
  assert.equal(canUndo([{ changes: [], undone: false }]), false);
  assert.equal(canUndo([{ changes: ['x'], undone: true }]), false);
  assert.equal(canUndo([{ changes: ['x'], undone: false }]), true);
});

test('an undo that brought nothing back is told from one that did', () => {
  assert.equal(keptSomething([]), false);
  assert.equal(keptSomething([{ restored: ['x'], left: {} }]), false);
  assert.equal(keptSomething([{ restored: [], left: { x: 'it was changed since' } }]), true);
});

test('an event says how it ended, and only what is bad is marked so', () => {
  assert.equal(statusOf(madeEvent()), '');
  assert.equal(statusOf(madeEvent({ status: 'rule_allows' })), 'rule allows');
  assert.equal(isBad(madeEvent({ status: 'waiting' })), false);
  assert.equal(isBad(madeEvent({ status: 'denied' })), true);
  assert.equal(statusOf(madeEvent({ status: 'error', error: 'NOT_FOUND' })), 'NOT FOUND');
  assert.equal(isBad(madeEvent({ status: 'error', error: 'NOT_FOUND' })), true);
});

test('an event is found by all the words of a query, in any order', () => {
  const event = madeEvent({ author: 'claude-desktop 1.0', operation: 'kernel_run' });
  assert.equal(line(event), 'claude-desktop 1.0 · kernel_run · operation · ok');
  assert.ok(fits(event, 'KERNEL claude'));
  assert.ok(!fits(event, 'kernel cell'));
});

test('a search that found nothing says why', () => {
  assert.match(nothingFound('tea', true, false), /still being read/);
  assert.match(nothingFound('tea', false, false), /fits “tea”/);
  assert.match(nothingFound('tea', false, true), /remembers nothing/);
});

test('money and long texts are short', () => {
  assert.equal(money(null), '');
  assert.equal(money(0), '$0');
  assert.equal(money(0.00123), '$0.0012');
  assert.equal(money(1.5), '$1.50');
  assert.equal(short('abcdef', 4), 'abc…');
  assert.equal(short('abc', 4), 'abc');
});

test('the latest objection of the monitor is one line that counts those before', () => {
  const first = { thought_number: 2, intervention_type: 'circular_reasoning', reason: 'It says the same.' };
  const next = { ...first, thought_number: 5, reason: 'Again.' };
  assert.equal(objection([]), 'The monitor has not objected.');
  assert.equal(objection([first]), '⚠ thought 2, circular reasoning: It says the same.');
  assert.equal(objection([first, next]), '⚠ thought 5, circular reasoning, and 1 before: Again.');
});

test('a gauge is bad when it is high or when it is low, as its figure means', () => {
  assert.deepEqual([0.1, 0.5, 0.9].map(value => toneOf(value, true)), ['calm', 'fair', 'bad']);
  assert.deepEqual([0.1, 0.5, 0.9].map(value => toneOf(value, false)), ['bad', 'fair', 'good']);
});
