import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, initial, toArguments, type Schema } from '../src/form';

const SCHEMA: Schema = {
  properties: {
    text: { type: 'string' },
    count: { anyOf: [{ type: 'null' }, { type: 'integer' }], default: 3 },
    loud: { type: 'boolean' },
    unit: { enum: ['km', 1] },
    list: { type: 'array' }
  },
  required: ['text']
};

test('each type has its control, also where it may be null', () => {
  const kinds = Object.values(SCHEMA.properties!).map(control);
  assert.deepEqual(kinds, ['text', 'number', 'switch', 'choice', 'json']);
  assert.equal(control({ type: ['null', 'boolean'] }), 'switch');
});

test('a form begins with the example, then with the defaults', () => {
  const values = initial(SCHEMA, { text: 'hi', list: [1, 2] });
  assert.deepEqual(values, { text: 'hi', count: '3', loud: false, unit: '', list: '[1,2]' });
});

test('arguments have the types of the schema; what is empty is left out unless required', () => {
  const values = { text: '', count: '7', loud: false, unit: '1', list: '[1]' };
  assert.deepEqual(toArguments(SCHEMA, values), { text: '', count: 7, unit: 1, list: [1] });
});

test('a text is never read as a number, and what can not be read goes as typed', () => {
  const values = { text: '42', count: 'many', loud: true, unit: 'mile', list: '' };
  assert.deepEqual(toArguments(SCHEMA, values), { text: '42', count: 'many', loud: true, unit: 'mile' });
});
