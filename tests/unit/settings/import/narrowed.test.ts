import { expect, test } from 'vitest';
import { narrowed } from '#domain/settings/import/narrowed.ts';

const MISFIT = { filter: undefined };

test.each([
  ['number', 'max', 3, 3, undefined],
  ['number', 'min', 3, 3, undefined],
  // Two texts of one moment.
  ['date', 'max', '2024-05-01', '2024-05-01 00:00:00.000Z', undefined],
  ['date', 'max', '', '2024-05-01T99:00:00+02:00', undefined],
  ['text', 'max', null, 999, { filter: `x ~ "${'_'.repeat(1000)}%"` }],
  ['text', 'max', null, 1000, MISFIT],
  ['text', 'max', null, -5, { filter: 'x ~ "_%"' }],
  ['text', 'min', 0, 1000, { filter: `x != "" && x !~ "${'_'.repeat(1000)}%"` }],
  ['text', 'min', 0, 1001, MISFIT],
  ['auth', 'onlyEmailDomains', ['a', 'b'], ['a'], MISFIT],
  ['email', 'onlyDomains', ['a'], ['b', 'a'], undefined],
  ['url', 'onlyDomains', ['a'], [], undefined],
  ['url', 'onlyDomains', ['a', 'b'], ['b'], MISFIT],
  ['auth', 'exceptEmailDomains', ['a'], ['a', 'b'], MISFIT],
  ['email', 'exceptDomains', ['a'], ['b'], MISFIT],
  ['url', 'exceptDomains', ['a', 'b'], ['a'], undefined],
  ['file', 'maxSize', 9, 1, undefined],
] as const)('%s: %s from %j to %j: %j', (type, option, from, to, misfit) => {
  expect(narrowed(type, option, [{ [option]: from }, { [option]: to }], 'x')).toEqual(misfit);
});
