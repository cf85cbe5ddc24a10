import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidates } from '../src/completion';

test('the magics are completed at the beginning of a line', () => {
  assert.deepEqual(candidates('%%con', []), { start: 0, items: ['%%confer'] });
  assert.deepEqual(candidates('x = 1\n%ill', []), { start: 6, items: ['%illuminate'] });
  assert.equal(candidates('x = 1\n%%con', []), null);
  assert.equal(candidates('x %con', []), null);
});

test('predicates of the cell and of the knowledge base are completed in Prolog cells', () => {
  const before = '%%mcr\ncat(tom).\nanimal(X) :- ca';
  assert.deepEqual(candidates(before, ['car', 'dog']), { start: before.length - 2, items: ['car', 'cat'] });
  assert.equal(candidates('%%confer\nca', ['cat']), null);
  assert.equal(candidates('%%mcr ca', ['cat']), null);
});
