import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cellText, type DiffPart, diffOf, diffSpans } from '#domain/settings/import/diff.ts';
import { changesOf } from '#domain/settings/import/outcome.ts';
import { type Entry, outcomeFor, rawOf } from '#tests/support/settings/entries.ts';
import { configuration } from '#wire/pb22/configuration.ts';
import { collectionsArbitrary, fieldOf } from './entry-fixture.ts';

const PROPS = [
  'id',
  'name',
  'type',
  'system',
  'listRule',
  'viewRule',
  'createRule',
  'updateRule',
  'deleteRule',
  'indexes',
  'options',
];
const FIELD_PROPS = ['system', 'id', 'name', 'type', 'required', 'presentable', 'unique', 'options'];

const diffs = (existing: readonly Entry[], imported: readonly Entry[]) =>
  changesOf(outcomeFor(existing, imported, { merge: false, deleteMissing: true })).map((change) =>
    diffOf(change, configuration),
  );

const one = rawOf('a', 'one', [fieldOf('f1', 'title'), fieldOf('f2', 'body')], {
  indexes: ['CREATE INDEX `i` ON `one` (`title`)', 'CREATE INDEX `j` ON `one` (`body`)'],
});

test('[IM-13] a changed collection: properties in order, then removed fields and those of the import', () => {
  const { viewRule: _left, ...rest } = one;
  const schema = [fieldOf('f9', 'fresh'), fieldOf('f1', 'headline'), fieldOf('f8', 'same')];
  const stored = { created: '2026-01-01 00:00:00.000Z', updated: '2026-01-02 00:00:00.000Z' };
  const before = {
    ...{ ...one, ...stored },
    schema: [fieldOf('f8', 'same'), ...[one['schema']].flat()],
  } as typeof one;
  const [diff] = diffs([before], [{ ...rest, id: 'a', name: 'uno', listRule: '', later: 1, schema }]);
  expect(diff?.rows.map(({ prop }) => prop)).toEqual(PROPS);
  const row = (prop: string) => diff?.rows.find((each) => each.prop === prop);
  expect(row('id')).toEqual({ prop: 'id', old: 'a', new: 'a', kind: 'same' });
  expect(row('name')).toEqual({ prop: 'name', old: 'one', new: 'uno', kind: 'changed' });
  expect(row('listRule')).toEqual({ prop: 'listRule', old: 'null', new: '', kind: 'changed' });
  expect(row('viewRule')).toEqual({ prop: 'viewRule', old: 'null', new: undefined, kind: 'removed' });
  expect(row('indexes')?.old).toBe('CREATE INDEX `i` ON `one` (`title`)\nCREATE INDEX `j` ON `one` (`body`)');
  expect(diff?.fields.map(({ name, kind, mark }) => [name, kind, mark])).toEqual([
    ['body', 'removed', 'Deleted - All stored data related to body will be deleted!'],
    ['fresh', 'added', 'Added'],
    ['headline', 'changed', 'Changed'],
    ['same', 'same', ''],
  ]);
  for (const field of diff?.fields ?? []) expect(field.rows.map(({ prop }) => prop)).toEqual(FIELD_PROPS);
  expect(new Set(diff?.fields.map(({ key }) => key)).size).toBe(4);
  const [removed, added, changed] = diff?.fields ?? [];
  expect(removed?.rows.find(({ prop }) => prop === 'name')).toEqual({
    prop: 'name',
    old: 'body',
    new: undefined,
    kind: 'removed',
  });
  expect(added?.rows.every(({ old, kind }) => old === undefined && kind === 'added')).toBe(true);
  expect(changed?.rows.filter(({ kind }) => kind !== 'same')).toEqual([
    { prop: 'name', old: 'title', new: 'headline', kind: 'changed' },
  ]);
});

test('[IM-13] a deleted and an added collection have one side', () => {
  const two = rawOf('b', 'two', [fieldOf('f3', 'x')]);
  const [deleted, added] = diffs([one], [two]);
  expect(deleted?.rows.map(({ kind }) => kind)).toEqual(PROPS.map(() => 'removed'));
  expect(deleted?.fields.map(({ kind }) => kind)).toEqual(['removed', 'removed']);
  expect(new Set(deleted?.fields.map(({ key }) => key)).size).toBe(2);
  expect(added?.rows.map(({ prop }) => prop)).toEqual(PROPS);
  expect(added?.rows.map(({ kind }) => kind)).toEqual(PROPS.map(() => 'added'));
  expect(added?.fields.map(({ kind }) => kind)).toEqual(['added']);
});

test('[IM-13] a removed field of a view has no data', () => {
  const view = rawOf('v', 'totals', [fieldOf('f1', 'x'), fieldOf('f2', 'y')], { type: 'view' });
  const [diff] = diffs([view], [{ ...view, schema: [fieldOf('g1', 'x')] }]);
  expect(diff?.fields.map(({ name, mark }) => [name, mark])).toEqual([
    ['y', 'Deleted'],
    ['x', ''],
  ]);
});

test('[IM-13] values as text', () => {
  expect(cellText(undefined)).toBeUndefined();
  expect(cellText('  a\n')).toBe('  a\n');
  expect(cellText(null)).toBe('null');
  expect(cellText(false)).toBe('false');
  expect(cellText([])).toBe('');
  expect(cellText(['a', 'b'])).toBe('a\nb');
  expect(cellText([1])).toBe('[\n    1\n]');
  expect(cellText({ a: null })).toBe('{\n    "a": null\n}');
});

test('[IM-13] a member of a newer backend has a row too', () => {
  const [diff] = diffs([{ ...one, later: 1 }], [{ ...one, later: 2 }]);
  expect(diff?.rows.at(-1)).toEqual({ prop: 'later', old: '1', new: '2', kind: 'changed' });
});

test('[IM-13] each change has a marked row or field, and a row marked as the same has equal texts', () => {
  fc.assert(
    fc.property(collectionsArbitrary, collectionsArbitrary, (existing, imported) => {
      for (const diff of diffs(existing, imported)) {
        const rows = [...diff.rows, ...diff.fields.flatMap((field) => field.rows)];
        expect(
          rows.some(({ kind }) => kind !== 'same') || diff.fields.some(({ kind }) => kind !== 'same'),
        ).toBe(true);
        for (const field of diff.fields)
          expect(field.rows.every(({ kind }) => kind === 'same')).toBe(field.kind === 'same');
        for (const row of rows) {
          if (row.kind === 'added') expect(row.old).toBeUndefined();
          if (row.kind === 'removed') expect(row.new).toBeUndefined();
        }
      }
    }),
  );
});

/** On a busy machine the default can pass between two lines. */
const NO_TIMEOUT = Number.POSITIVE_INFINITY;

const join = (spans: readonly DiffPart[] = []) => spans.map(({ text }) => text).join('');
const changed = (spans: readonly DiffPart[] = []) =>
  spans.filter(({ isChanged }) => isChanged).map(({ text }) => text);

test('[IM-13] marks the words that differ', () => {
  const spans = diffSpans(
    'user = @request.auth.id && open = true',
    'user = @request.auth.id && open = false',
    NO_TIMEOUT,
  );
  expect(changed(spans?.old)).toEqual(['true']);
  expect(changed(spans?.new)).toEqual(['false']);
});

test('[IM-13] the parts of each side are its text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (old, fresh) => {
      const spans = diffSpans(old, fresh, NO_TIMEOUT);
      expect(join(spans?.old)).toBe(old);
      expect(join(spans?.new)).toBe(fresh);
      expect(changed(spans?.old).length + changed(spans?.new).length > 0).toBe(old !== fresh);
    }),
  );
});

test('gives up on texts that take too long to compare', () => {
  const words = (start: number) =>
    Array.from({ length: 40_000 }, (_, at) => (start + at * 7919) % 65_521).join(' ');
  // Its clock shows a millisecond more at each look: no other work of the machine counts.
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now++);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(diffSpans(words(1), words(30_000))).toBeUndefined();
  expect(now).toBeLessThan(2000);
});
