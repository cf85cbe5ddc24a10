import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asLuxError, type Fields, LuxError } from '../src/protocol';
import { Questions } from '../src/questions';

function recorded(): { sent: Fields[]; questions: Questions } {
  const sent: Fields[] = [];
  return { sent, questions: new Questions(data => sent.push(data)) };
}

test('answers find their questions in whatever order they come', async () => {
  const { sent, questions } = recorded();
  const first = questions.ask({ call: 'a' });
  const second = questions.ask({ call: 'b' });
  questions.receive({ id: String(sent[1].id), result: { is: 'b' } });
  questions.receive({ id: 'somebody else', result: { is: 'x' } });
  questions.receive({ id: String(sent[0].id), result: { is: 'a' } });
  assert.deepEqual(await first, { is: 'a' });
  assert.deepEqual(await second, { is: 'b' });
  assert.equal(questions.size, 0);
});

test('updates come before the answer, and an error has its hint', async () => {
  const { sent, questions } = recorded();
  const heard: string[] = [];
  const asked = questions.ask({ call: 'confer' }, { onUpdate: update => heard.push(update.text ?? '') });
  const id = String(sent[0].id);
  questions.receive({ id, update: { text: 'Hel' } });
  questions.receive({ id, update: { text: 'lo' } });
  questions.receive({ id, error: { code: 'BUDGET', message: 'Too dear.', hint: 'Raise it.' } });
  await assert.rejects(asked, (error: LuxError) => error.code === 'BUDGET' && error.hint === 'Raise it.');
  assert.equal(heard.join(''), 'Hello');
});

test('an abort asks the kernel to cancel, and the answer says so', async () => {
  const { sent, questions } = recorded();
  const control = new AbortController();
  const asked = questions.ask({ call: 'trace' }, { signal: control.signal });
  control.abort();
  assert.deepEqual(sent[1], { id: sent[0].id, cancel: true });
  questions.receive({ id: String(sent[0].id), error: { code: 'CANCELLED', message: 'Interrupted.' } });
  await assert.rejects(asked);
});

test('all questions end when the kernel is gone', async () => {
  const { questions } = recorded();
  const asked = questions.ask({ call: 'a' });
  questions.abandon('The kernel was restarted.');
  await assert.rejects(asked, { message: 'The kernel was restarted.' });
});

test('what can not be sent is an error and waits for nothing', async () => {
  const questions = new Questions(() => {
    throw new Error('closed');
  });
  await assert.rejects(questions.ask({ call: 'a' }));
  assert.equal(questions.size, 0);
  assert.equal(asLuxError('text').message, 'text');
});
