import { expect, test } from 'vitest';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';

const file = (name: string) => new File(['x'], name);

test.each<[string, FormValue, string]>([
  ['a text unchanged', ' two\nlines ', ' two\nlines '],
  ['an empty text', '', ''],
  ['a flag that is on', true, 'True'],
  ['a flag that is off', false, 'False'],
  ['a list, one item per line', ['b', 'a'], 'b\na'],
  ['an empty list', [], ''],
  [
    'the remaining and new files',
    { names: ['a.txt', 'b.txt'], deleted: ['a.txt'], added: [file('c.txt')] },
    'b.txt\nc.txt (new)',
  ],
])('shows %s', (_name, value, text) => {
  expect(valueSummary(value)).toBe(text);
});
