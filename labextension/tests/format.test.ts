import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, count, dollars, duration, fileName, modelName, spending } from '../src/format';

test('a cost is exact enough to see a cheap call', () => {
  assert.equal(dollars(0), 'free');
  assert.equal(dollars(0.000123), '$0.00012');
  assert.equal(dollars(1.5), '$1.50');
  assert.equal(dollars(undefined), 'no price');
});

test('money spent is shown against the budget, where there is one', () => {
  assert.equal(spending(0, undefined), '$0');
  assert.equal(spending(0.25, 1), '$0.25 of $1.00');
});

test('a duration has the unit that suits it', () => {
  assert.equal(duration(0.0004), '1 ms');
  assert.equal(duration(0.25), '250 ms');
  assert.equal(duration(3.14), '3.1 s');
  assert.equal(duration(42.4), '42 s');
  assert.equal(duration(600), '10 min');
});

test('how long ago something was is told in one unit', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');
  assert.equal(ago('2026-01-01T23:59:50Z', now), 'now');
  assert.equal(ago('2026-01-01T23:57:00Z', now), '3 min');
  assert.equal(ago('2026-01-01T19:00:00Z', now), '5 h');
  assert.equal(ago('2025-12-30T00:00:00Z', now), '3 d');
  assert.equal(ago('no date', now), '');
});

test('names are short and counts have their noun', () => {
  assert.equal(count(1, 'turn'), '1 turn');
  assert.equal(count(2, 'turn'), '2 turns');
  assert.equal(fileName('a/b/c.ipynb'), 'c.ipynb');
  assert.equal(modelName('embedded/SmolLM2-135M-Instruct.Q4_1'), 'SmolLM2-135M-Instruct');
  assert.equal(modelName('gpt-5'), 'gpt-5');
});
