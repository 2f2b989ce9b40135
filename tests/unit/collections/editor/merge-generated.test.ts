import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { completeCollection } from '#scripts/lib/schema.ts';
import { casesOf } from '#tests/support/cases.ts';
import { edited, editedCollection, editPair } from '#tests/support/collections/edits.ts';
import { expectedMerge, partsOf, storedAs } from '#tests/support/collections/expected-merge.ts';
import { readCollection } from '#wire/collections.ts';

/** SEED=n generates other pairs. */
const SEED = Number(process.env['SEED'] ?? 20_261_120);

const input = editedCollection('people');
const fields = input.fields?.map((one) => ({ ...one, id: `f_${one.name}` }));
const BASE = readCollection(completeCollection({ ...input, id: 'c_people', ...(fields && { fields }) }));
const KNOWN = new Set(ownFields(BASE).map(({ id }) => id));

test('merging two versions loses no change that only one side made, and reports every conflict', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(editPair, ({ mine: edits, theirs: others, sides }) => {
      const base = valuesOf(BASE);
      const mine = edited(base, edits, 'mine');
      const stored = storedAs(edited(base, others, 'theirs'));
      const versions = { base, mine, theirs: valuesOf(stored) };
      const open = mergeVersions(versions, new Map(), tools).conflicts;
      const choices = new Map(open.map(({ id }, at) => [id, sides[at % sides.length] ?? 'mine']));
      const merge = mergeVersions(versions, choices, tools);
      const { conflicts, ...expected } = expectedMerge(BASE, mine, stored, choices);
      expect(new Set(merge.conflicts.map(({ id }) => id))).toEqual(conflicts);
      expect(partsOf(storedAs(merge.values), KNOWN)).toEqual(expected);
      for (const { id, mine, theirs } of merge.conflicts) {
        seen.add(id.replace(/ (f|idx|people)_\w+/, ''));
        expect(mine).not.toBe(theirs);
      }
    }),
    { numRuns: casesOf(3000), seed: SEED },
  );
  // The pairs have conflicts in every kind of part.
  for (const id of [
    'updateRule',
    'manageRule',
    'field name',
    'field options.choices',
    'field',
    'order',
    'index',
    'name',
  ])
    expect(seen).toContain(id);
});
