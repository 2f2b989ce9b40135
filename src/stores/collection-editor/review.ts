import type { Collection } from '../../lib/domain/collection.ts';
import { type BrokenIndex, brokenIndexes } from '../../lib/domain/schema/broken-indexes.ts';
import { type Draft, indexTexts } from '../../lib/domain/schema/draft.ts';
import { type Change, changesOf, needsConfirm, schemaEdit } from '../../lib/domain/schema/draft-changes.ts';
import type { IndexTools } from '../../lib/domain/schema/index-sql/load.ts';
import { findReferences, type Reference } from '../../lib/domain/schema/references.ts';

/** An index of this collection that the backend is going to refuse. */
export interface RefusedIndex extends BrokenIndex {
  readonly sql: string;
}

/** Everything that 'Confirm collection changes' says (CE-14 to CE-16). */
export interface Review {
  readonly changes: readonly Change[];
  readonly removesFields: boolean;
  /** Rules and view queries of other collections that have to be updated by hand. */
  readonly references: readonly Reference[];
  readonly refusedIndexes: readonly RefusedIndex[];
}

/** What has to be confirmed before the draft is saved; undefined when nothing has. */
export function reviewOf(
  draft: Draft,
  saved: Collection,
  collections: readonly Collection[],
  tools: IndexTools,
): Review | undefined {
  if (!needsConfirm(draft, saved)) return undefined;
  const changes = changesOf(draft, saved);
  const texts = indexTexts(draft, tools);
  return {
    changes,
    removesFields: changes.some(({ kind }) => kind === 'field-removed'),
    // The fields of a view come from its query: what it will hold is only known once it is saved.
    references: findReferences(schemaEdit(draft, saved), collections),
    refusedIndexes: brokenIndexes(draft, tools).map((broken) => ({
      ...broken,
      sql: texts[broken.position] ?? '',
    })),
  };
}
