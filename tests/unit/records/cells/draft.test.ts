import { expect, test } from 'vitest';
import { formatCellDrafts, parseCellDrafts } from '#domain/records/cells/draft.ts';
import { draftOf } from '#domain/records/panel/draft.ts';
import { fields } from '../panel/fixtures.ts';

test('waiting changes in cells come back as stored, by record; what is unusable is left out', () => {
  const base = { title: 'a', amount: '1' };
  const draft = draftOf(fields, base, { ...base, title: 'b' });
  const other = draftOf(fields, base, { ...base, amount: '2' });
  if (!draft || !other) throw new Error('There is no draft.');
  const drafts = new Map([
    ['r1', draft],
    ['r2', other],
  ]);
  const text = formatCellDrafts(fields, drafts);
  expect(parseCellDrafts(fields, text)).toEqual(drafts);
  const damaged = JSON.stringify({ ...JSON.parse(text), r1: 'x', r3: { unknown: 1 } });
  expect(parseCellDrafts(fields, damaged)).toEqual(new Map([['r2', other]]));
});

test.each(['', '{', 'null', '[]', '{}', '{"r1":{}}'])('the stored text %j has no changes', (text) => {
  expect(parseCellDrafts(fields, text)).toBeUndefined();
});
