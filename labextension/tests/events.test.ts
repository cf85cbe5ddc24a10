import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appended, figures, isFailed, merged, passes, remark, title, touches } from '../src/events';
import type { LuxEvent } from '../src/protocol';

function event(given: Partial<LuxEvent>): LuxEvent {
  return {
    id: 'e1',
    at: '2026-01-01T00:00:00Z',
    kind: 'operation',
    author: 'cell [1]',
    author_kind: 'cell',
    status: 'ok',
    payload: {},
    ...given
  };
}

test('an event says in words what happened', () => {
  assert.equal(title(event({ operation: 'confer' })), 'confer');
  assert.equal(title(event({ kind: 'model_call', subject: 'openai/gpt-5' })), 'asked gpt-5');
  assert.equal(title(event({ kind: 'turn_added', payload: { turns: 2 } })), 'added 2 turns');
  assert.equal(title(event({ kind: 'auto_correction:attempt:started' })), 'auto correction attempt started');
  const asks = event({ kind: 'consent', status: 'waiting', payload: { what: 'Run code' } });
  assert.equal(title(asks), 'asks: Run code');
});

test('an unknown kind is shown by its name', () => {
  assert.equal(title(event({ kind: 'something_new' })), 'something new');
  assert.deepEqual(touches(event({ kind: 'something_new' })), []);
});

test('figures are time, tokens and cost, and free is left out', () => {
  const given = { seconds: 1.5, prompt_tokens: 1000, completion_tokens: 200, cost: 0.02 };
  assert.equal(figures(event(given)), '1.5 s · 1,200 tokens · $0.02');
  assert.equal(figures(event({ cost: 0 })), '');
});

test('what failed and what the monitor objects to is remarked', () => {
  const failed = event({ status: 'error', error_code: 'NOT_FOUND', payload: { message: 'No such thread.' } });
  assert.ok(isFailed(failed));
  assert.equal(remark(failed), 'No such thread.');
  const thought = event({ kind: 'thought_added', payload: { intervention: 'circular_reasoning' } });
  assert.equal(remark(thought), 'circular reasoning');
  assert.ok(passes(thought, 'problems'));
  assert.ok(!passes(event({}), 'problems'));
  assert.ok(!passes(event({}), 'assistants'));
});

test('each event makes the parts it is about out of date', () => {
  assert.deepEqual(touches(event({ kind: 'turn_added' })), ['threads']);
  assert.deepEqual(touches(event({ kind: 'kb_updated' })), ['logic']);
  assert.deepEqual(touches(event({ kind: 'consent', status: 'waiting' })), ['consents', 'assistants']);
  assert.deepEqual(touches(event({ operation: 'server_start' })), ['room']);
  assert.deepEqual(touches(event({ operation: 'confer', author_kind: 'assistant' })), ['assistants']);
});

test('a list of events keeps its latest, each once', () => {
  const known = [event({ id: 'a' }), event({ id: 'b' })];
  const more = [event({ id: 'b' }), event({ id: 'c' })];
  assert.deepEqual(
    appended(known, more, 2).map(one => one.id),
    ['b', 'c']
  );
});

test('what was left out of a flood comes from the log, in its place', () => {
  const at = (second: number): string => `2026-01-01T00:00:0${second}Z`;
  const told = [event({ id: 'a', at: at(1), cell_id: 'c' }), event({ id: 'd', at: at(4) }), event({ id: 'e', at: at(5) })];
  const past = ['a', 'b', 'c', 'd'].map((id, place) => event({ id, at: at(place + 1) }));
  const all = merged(past, told, 10);
  assert.deepEqual(all.map(one => one.id), ['a', 'b', 'c', 'd', 'e']);
  assert.equal(all[0].cell_id, 'c');
  assert.deepEqual(merged(past.slice(2), told, 4).map(one => one.id), ['a', 'c', 'd', 'e']);
  assert.deepEqual(merged([], told, 2).map(one => one.id), ['d', 'e']);
});
