import assert from 'node:assert/strict';
import { test } from 'node:test';
import { family, layOut } from '../src/graph/layout';
import { near, step } from '../src/graph/walk';
import { madeGraph, madeNode } from './made';
import { covers, viewOf } from '../src/graph/sheet';

const NONE: ReadonlySet<string> = new Set();
const PROOF = madeGraph(
  madeNode('goal'),
  madeNode('left', 'goal'),
  madeNode('right', 'goal'),
  madeNode('leaf', 'right')
);

test('a node whose parent is not there, or is itself, is a root', () => {
  const { roots } = family(madeGraph(madeNode('a', 'gone'), madeNode('b', 'b'), madeNode('c', 'a')));
  assert.deepEqual(roots.map(node => node.id), ['a', 'b']);
});

test('in a tree a parent stands at the middle of its children, left of them', () => {
  const { places, order } = layOut(PROOF, 'tree', NONE);
  const [goal, left, right] = ['goal', 'left', 'right'].map(id => places.get(id)!);
  assert.equal(goal.y, (left.y + right.y) / 2);
  assert.ok(goal.x + goal.width < left.x);
  assert.deepEqual(order, ['goal', 'left', 'right', 'leaf']);
});

test('what is below a folded node is left out and counted', () => {
  const laid = layOut(PROOF, 'tree', new Set(['goal']));
  assert.deepEqual([...laid.places.keys()], ['goal']);
  assert.equal(laid.places.get('goal')!.hidden, 3);
  assert.equal(laid.links.length, 0);
});

test('a thought that goes on stays on its lane, a branch moves to the right', () => {
  const trace = madeGraph(madeNode('1'), madeNode('2', '1', true), madeNode('branch', '1'));
  const { places } = layOut(trace, 'lanes', NONE);
  assert.equal(places.get('2')!.x, places.get('1')!.x);
  assert.ok(places.get('branch')!.x > places.get('1')!.x);
  const rows = [...places.values()].map(place => place.y);
  assert.equal(new Set(rows).size, rows.length);
});

test('no two nodes of a cluster stand on each other', () => {
  const many = Array.from({ length: 200 }, (_, n) => madeNode(`n${n}`, 'root'));
  const { places } = layOut(madeGraph(madeNode('root'), ...many), 'clusters', NONE);
  const seen = new Set([...places.values()].map(place => `${Math.round(place.x)} ${Math.round(place.y)}`));
  assert.equal(seen.size, places.size);
});

test('edges link only what is shown', () => {
  const data = { ...PROOF, edges: [{ from: 'left', to: 'leaf', kind: '', weight: 0.5 }] };
  const kinds = (folded: string[]) => layOut(data, 'tree', new Set(folded)).links.map(link => link.kind);
  assert.deepEqual(kinds([]), ['child', 'child', 'child', 'relates']);
  assert.deepEqual(kinds(['right']), ['child', 'child']);
});

test('keys walk the graph and stop at its ends', () => {
  const laid = layOut(PROOF, 'tree', NONE);
  assert.equal(step(laid, null, 'next'), 'goal');
  assert.equal(step(laid, 'goal', 'previous'), 'goal');
  assert.equal(step(laid, 'goal', 'child'), 'left');
  assert.equal(step(laid, 'leaf', 'parent'), 'right');
  assert.equal(step(laid, 'leaf', 'next'), 'leaf');
  assert.equal(step(laid, 'leaf', 'child'), 'leaf');
  assert.equal(step(layOut(madeGraph(), 'tree', NONE), null, 'next'), null);
});

test('the pointer finds the node it is on or near', () => {
  const laid = layOut(PROOF, 'tree', NONE);
  const { x, y } = laid.places.get('leaf')!;
  assert.equal(near(laid, x + 2, y + 2, 0), 'leaf');
  assert.equal(near(laid, x - 3, y, 5), 'leaf');
  assert.equal(near(laid, x - 300, y + 900, 5), null);
});

test('a sheet serves as long as it has all of the graph that is seen', () => {
  const graph = { width: 1000, height: 400 };
  const sheet = { left: -100, top: -100, right: 700, bottom: 500 };
  const view = viewOf({ x: 0, y: 0, scale: 1 }, { width: 600, height: 400 });
  assert.deepEqual(view, { left: -0, top: -0, right: 600, bottom: 400 });
  assert.ok(covers(sheet, view, graph));
  assert.ok(covers(sheet, { ...view, top: -900 }, graph), 'there is nothing above the graph');
  assert.ok(!covers(sheet, { ...view, right: 800 }, graph));
  assert.ok(covers({ ...sheet, right: 1000 }, { ...view, right: 5000 }, graph));
});
