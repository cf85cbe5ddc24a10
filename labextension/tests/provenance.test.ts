import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LuxEvent } from '../src/protocol';
import { badgeParts, badgeTitle, byAssistant, isOutdated, type Provenance, provenanceAfter, readProvenance } from '../src/provenance';

function call(given: Partial<LuxEvent> = {}): LuxEvent {
  return {
    id: 'e',
    at: '2026-01-01T00:00:00Z',
    kind: 'model_call',
    author: 'cell [3]',
    author_kind: 'cell',
    subject: 'gpt-5',
    status: 'ok',
    cell_id: 'c1',
    execution_count: 3,
    prompt_tokens: 10,
    completion_tokens: 5,
    cost: 0.01,
    payload: {},
    ...given
  };
}

test('calls of one run add up, and the next run begins anew', () => {
  const first = [call(), call({ subject: 'embedded', cost: 0 })].reduce<Provenance | null>(provenanceAfter, null);
  assert.deepEqual(first?.models, ['gpt-5', 'embedded']);
  assert.equal(first?.prompt_tokens, 20);
  assert.equal(first?.cost, 0.01);
  const again = provenanceAfter(first, call({ execution_count: 4 }));
  assert.deepEqual(again?.models, ['gpt-5']);
  assert.equal(again?.completion_tokens, 5);
});

test('the cost is unknown as soon as one call has no price', () => {
  const made = [call(), call({ cost: undefined }), call()].reduce<Provenance | null>(provenanceAfter, null);
  assert.equal(made?.cost, null);
  assert.ok(made && badgeParts(made).includes('no price'));
});

test('what is not of a cell, or failed, changes nothing', () => {
  assert.equal(provenanceAfter(null, call({ cell_id: undefined })), null);
  assert.equal(provenanceAfter(null, call({ kind: 'turn_added' })), null);
  assert.equal(provenanceAfter(null, call({ kind: 'operation', status: 'error' })), null);
});

test('an assistant is named, a cell is the human', () => {
  const assistant = provenanceAfter(null, call({ author_kind: 'assistant', author_name: 'claude', author: 'claude 1' }));
  assert.equal(assistant?.by, 'claude');
  assert.equal(provenanceAfter(null, call())?.by, 'human');
});

test('a provenance survives being saved, and other metadata is not taken for one', () => {
  const made = provenanceAfter(null, call());
  assert.deepEqual(readProvenance(JSON.parse(JSON.stringify(made))), made);
  assert.equal(readProvenance({ something: 'else' }), null);
  assert.equal(readProvenance('text'), null);
  assert.deepEqual(readProvenance({ by: 'human', models: 'gpt', cost: 'much' })?.models, []);
});

test('the badge is short and its tooltip has all', () => {
  const made = [call(), call({ kind: 'operation', operation: 'confer' })].reduce<Provenance | null>(provenanceAfter, null);
  assert.ok(made);
  assert.deepEqual(badgeParts(made), ['human', 'gpt-5', '15 tokens', '$0.01']);
  assert.match(badgeTitle(made), /Tokens: 10 in, 5 out/);
  assert.match(badgeTitle(made), /Operations: confer/);
});

test('a part that an assistant had in a cell does not pass for the human\'s', () => {
  const theirs = call({ author: 'claude-desktop 1.0', author_kind: 'assistant', author_name: 'claude-desktop' });
  const made = [call(), theirs, theirs].reduce<Provenance | null>(provenanceAfter, null);
  assert.equal(made?.by, 'human + claude-desktop');
  assert.ok(made && byAssistant(made));
  const alone = provenanceAfter(null, call());
  assert.ok(alone && !byAssistant(alone));
});

test('what an assistant runs outside any cell marks no cell', () => {
  const outside = call({ author: 'claude-desktop 1.0', author_kind: 'assistant', cell_id: undefined });
  const before = provenanceAfter(null, call());
  assert.equal(provenanceAfter(before, outside), before);
});

test('a run that tells nothing of itself makes what is said of the run before outdated', () => {
  const made = provenanceAfter(null, call())!;
  assert.ok(!isOutdated(made, 3));
  assert.ok(isOutdated(made, 4));
  assert.ok(!isOutdated(made, null), 'a cell that runs or was cleared has no count');
  assert.ok(!isOutdated(readProvenance({ by: 'human' })!, 4), 'what says no run is left as it is');
});
