import { expect, test } from 'vitest';
import { planOf } from '#domain/settings/import/plan.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { rawOf, readAll, writeAll } from '#tests/support/settings/entries.ts';
import { PB22 } from '#wire/pb22/capabilities.ts';
import { configuration } from '#wire/pb22/configuration.ts';
import { fieldOf } from './entry-fixture.ts';

test('a new field is given the numbers without which the backend refuses it, which a note tells', () => {
  const collection = rawOf('a', 'one', [
    fieldOf('f1', 'tag', { type: 'select', options: { values: ['x'] } }),
    fieldOf('f2', 'doc', { type: 'file', options: { maxSelect: 3, maxSize: null } }),
    fieldOf('f3', 'data', { type: 'json', options: {} }),
    fieldOf('f4', 'link', { type: 'relation', options: { collectionId: 'a' } }),
  ]);
  const text = { items: [collection], collections: readAll([collection]), problem: '' };
  const plan = planOf([], text, { merge: false, deleteMissing: false }, undefined, configuration, PB22);
  expect(writeAll(plan?.imported ?? [])[0]?.['schema']).toMatchObject([
    { options: { values: ['x'], maxSelect: 1 } },
    { options: { maxSelect: 3, maxSize: 5_242_880 } },
    { options: { maxSize: 2_000_000 } },
    { options: { collectionId: 'a' } },
  ]);
  const given =
    'one.tag: Max select 1, one.doc: Max size (bytes) 5242880, one.data: Max size (bytes) 2000000';
  expect(plan?.notes).toEqual([`${IMPORT_TEXTS.given} ${given}.`]);
});
