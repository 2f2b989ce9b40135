import type { Collection } from '#domain/collections/collection.ts';
import { isDirty } from '#domain/collections/editor/body.ts';
import { type BrokenIndex, brokenIndexes } from '#domain/collections/editor/broken-indexes.ts';
import { changesOf, needsConfirm, schemaEdit } from '#domain/collections/editor/changes.ts';
import type { Change, RemovedChoice } from '#domain/collections/editor/field-changes.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { type Merge, mergeVersions } from '#domain/collections/editor/merge.ts';
import type { Versions } from '#domain/collections/editor/merge-fields.ts';
import type { Choices, Conflict } from '#domain/collections/editor/part-merger.ts';
import { findReferences, type Reference } from '#domain/collections/editor/references.ts';
import { indexTexts, valuesOf } from '#domain/collections/editor/values.ts';

/** An index of this collection that the backend is going to refuse. */
export interface RefusedIndex extends BrokenIndex {
  readonly sql: string;
}

/** Everything that 'Confirm collection changes' says (CE-14 to CE-16). */
export interface Review {
  /** What saving changes about the collection as it is stored, in lines. */
  readonly changes: readonly Change[];
  /** What others have changed since it was first edited here; saving keeps it. */
  readonly elsewhere: readonly Change[];
  /** What both changed differently, with the sides that were chosen so far; all have to be. */
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
  readonly removesFields: boolean;
  /** Rules and view queries of other collections that have to be updated by hand. */
  readonly references: readonly Reference[];
  readonly refusedIndexes: readonly RefusedIndex[];
  /** How many records hold the choices that go, by {@link choiceKey}; without those that were not counted. */
  readonly counts: ReadonlyMap<string, number>;
}

/** A collection that is about to be saved, and what it is compared with. */
export interface Edited {
  readonly versions: Versions;
  /** The collection as it was when it was first edited. */
  readonly firstBase: Collection;
  /** The collection as it is stored now. */
  readonly stored: Collection;
  readonly collections: readonly Collection[];
  readonly tools: IndexTools;
}

/** What would be saved with these choices, and what has to be confirmed before; undefined when nothing has. */
export function reviewOf(
  { versions, firstBase, stored, collections, tools }: Edited,
  choices: Choices,
): { readonly merge: Merge; readonly review: Review | undefined } {
  const merge = mergeVersions(versions, choices, tools);
  const { values, conflicts } = merge;
  const elsewhere = changesOf(valuesOf(stored), firstBase, tools);
  // Where nothing of mine is left to be saved, as when the answer to a save was lost, there is nothing to ask.
  const needsReview = elsewhere.length > 0 && isDirty(values, versions.theirs, tools);
  if (conflicts.length === 0 && !needsReview && !needsConfirm(values, stored))
    return { merge, review: undefined };
  const changes = changesOf(values, stored, tools);
  const texts = indexTexts(values, tools);
  const review: Review = {
    changes,
    elsewhere,
    conflicts,
    choices,
    removesFields: changes.some(({ kind }) => kind === 'field-removed'),
    // The fields of a view come from its query: what it will hold is only known once it is saved.
    references: findReferences(schemaEdit(values, stored), collections),
    refusedIndexes: brokenIndexes(values, tools).map((broken) => ({
      ...broken,
      sql: texts[broken.position] ?? '',
    })),
    counts: new Map(),
  };
  return { merge, review };
}

/** Whether every conflict is decided. */
export const isDecided = ({ conflicts, choices }: Review): boolean =>
  conflicts.every(({ id }) => choices.has(id));

/** What a choice that goes is known by. */
export const choiceKey = ({ fieldName, value }: RemovedChoice): string => JSON.stringify([fieldName, value]);
