import { beforeEach, expect, test } from 'vitest';
import { $toasts } from '#stores/app/toasts.ts';
import { announceSaved, type Saved } from '#stores/records/panel/save.ts';
import { removeToasts } from '#tests/stores/toasts.ts';

beforeEach(removeToasts);

const saved = (more: Partial<Saved> = {}): Saved => ({
  source: { record: { id: 'r1', collectionId: 'c1', collectionName: 'c' }, members: new Map() },
  ignored: [],
  altered: [],
  ...more,
});
const OTHER = 'The backend stored other values than were typed: slug, rank.';

test.each<[string, Partial<Saved>, boolean, [type: string, message: string][]]>([
  ['created', {}, true, [['success', 'Successfully created record.']]],
  ['updated', {}, false, [['success', 'Successfully updated record.']]],
  [
    'altered by the backend',
    { altered: ['slug', 'rank'] },
    false,
    [
      ['success', 'Successfully updated record.'],
      ['warning', OTHER],
    ],
  ],
  [
    'saved without removed fields',
    { ignored: ['title', 'note'], altered: ['slug', 'rank'] },
    true,
    [
      ['warning', 'The record was created without title, note: the collection was changed meanwhile.'],
      ['warning', OTHER],
    ],
  ],
])('[RP-07] [RP-08] reports that a record was %s', (_what, more, isNew, expected) => {
  announceSaved(saved(more), isNew);
  expect($toasts.get().map(({ type, message }) => [type, message])).toEqual(expected);
});
