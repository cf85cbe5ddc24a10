import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Channel } from '../src/channel';
import { afterEvents, changes } from '../src/hooks';
import { HELLO, madeEvent, Wire } from './made';

async function live(): Promise<{ wire: Wire; channel: Channel }> {
  const wire = new Wire();
  const channel = new Channel(wire);
  await new Promise(setImmediate);
  wire.tell(HELLO);
  return { wire, channel };
}

test('the panel says hello, and is live when it is greeted', async () => {
  const { wire, channel } = await live();
  assert.deepEqual(wire.sent[0], { hello: 'widget' });
  assert.equal(channel.state, 'live');
  assert.equal(channel.folder, '/home/ann');
  assert.ok(channel.has('confer') && !channel.has('unheard_of'));
});

test('where a comm of its own is not answered, the comm of the widget is used', async context => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const wire = new Wire();
  const own: any[] = [];
  const comm = { send: (data: any) => own.push(data.message) };
  const manager = { _create_comm: () => comm };
  const channel = new Channel(Object.assign(wire, { widget_manager: manager }));
  for (let turn = 0; turn < 8; turn++) {
    await Promise.resolve();
  }
  assert.deepEqual(own, [{ hello: 'comm' }]);
  context.mock.timers.tick(5000);
  assert.deepEqual(wire.sent, [{ hello: 'widget' }]);
  wire.tell({ hello: { ...HELLO.hello, to: 'widget' } });
  assert.equal(channel.state, 'live');
  void channel.call('confer').answer.catch(() => undefined);
  assert.equal(wire.sent[1].call, 'confer');
  channel.dispose();
});

test('a call gets its pieces, its progress and then its answer', async () => {
  const { wire, channel } = await live();
  const heard: unknown[] = [];
  const running = channel.call('confer', { message: 'hi' }, {
    onDelta: text => heard.push(text),
    onProgress: (message, share) => heard.push([message, share])
  });
  const { id, call, want } = wire.sent[1];
  assert.equal(call, 'confer');
  assert.deepEqual(want, ['wire']);
  wire.tell({ id, delta: 'Hel' }, { id, progress: { message: 'on it', done: 1, total: 4 } });
  wire.tell({ id: 'of another view', result: { wire: 'not ours' } }, { id, result: { wire: 'Hello' } });
  assert.deepEqual(await running.answer, { wire: 'Hello' });
  assert.deepEqual(heard, ['Hel', ['on it', 0.25]]);
});

test('an error of the kernel rejects, and a call can be cancelled', async () => {
  const { wire, channel } = await live();
  const running = channel.call('confer');
  running.cancel();
  const { id } = wire.sent[1];
  assert.deepEqual(wire.sent[2], { cancel: id });
  wire.tell({ id, error: { code: 'CANCELLED', message: 'It was stopped.' } });
  await assert.rejects(running.answer, { code: 'CANCELLED' });
});

test('when the kernel is gone all calls end, and no more is sent', async () => {
  const { wire, channel } = await live();
  const running = channel.call('confer');
  wire.lose();
  assert.equal(channel.state, 'lost');
  await assert.rejects(running.answer, { code: 'LOST' });
  const count = wire.sent.length;
  await assert.rejects(channel.call('confer').answer, { code: 'LOST' });
  assert.equal(wire.sent.length, count);
});

test('an event is kept once, and of very many the latest', async () => {
  const { wire, channel } = await live();
  wire.tell({ events: [madeEvent({ id: 'a' })] }, { events: [madeEvent({ id: 'a' })] });
  assert.equal(channel.events.length, 1);
  wire.tell({ events: Array.from({ length: 1500 }, (_, n) => madeEvent({ id: `n${n}` })) });
  assert.equal(channel.events.length, 1000);
  assert.equal(channel.events[999].id, 'n1499');
});

test('what writes, spends or runs code in a toolset changes what it shows; a search does not', async () => {
  const { channel } = await live();
  const memory = changes(channel, ['memory']);
  assert.equal(memory(madeEvent({ operation: 'update_memory' })), true);
  assert.equal(memory(madeEvent({ operation: 'search_context' })), false);
  assert.equal(memory(madeEvent({ operation: 'kernel_run' })), false);
  assert.equal(changes(channel, ['kernel'])(madeEvent({ operation: 'kernel_run' })), true);
});

test('a burst of events calls back once, and not after the end', async context => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { wire, channel } = await live();
  let count = 0;
  const stop = afterEvents(channel, changes(channel, ['memory']), () => (count += 1));
  const saved = (id: string) => ({ events: [madeEvent({ id, operation: 'update_memory' })] });
  wire.tell(saved('a'), saved('b'));
  wire.tell(saved('c'));
  context.mock.timers.tick(1000);
  assert.equal(count, 1);
  wire.tell({ events: [madeEvent({ id: 'd', operation: 'search_context' })] });
  context.mock.timers.tick(1000);
  assert.equal(count, 1);
  wire.tell(saved('e'));
  stop();
  context.mock.timers.tick(1000);
  assert.equal(count, 1);
});
