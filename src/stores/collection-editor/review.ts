import type { Collection } from '../../lib/domain/collection.ts';
import { type BrokenIndex, brokenIndexes } from '../../lib/domain/schema/broken-indexes.ts';
import { type Draft, indexTexts } from '../../lib/domain/schema/draft.ts';
import { type Change, changesOf, needsConfirm, schemaEdit } from '../../lib/domain/schema/draft-changes.ts';
import type { IndexTools } from '../../lib/domain/schema/index-sql/load.ts';
import { findReferences, type Reference } from '../../lib/domain/schema/references.ts';
import { isSameCollection } from '../../lib/domain/schema/same-structure.ts';

/** An index of this collection that the backend is going to refuse. */
export interface RefusedIndex extends BrokenIndex {
  readonly sql: string;
}

/** Everything that 'Confirm collection changes' says (CE-14 to CE-16). */
export interface Review {
  readonly changes: readonly Change[];
  /** The collection is stored otherwise than when the panel was opened: saving undoes what happened since. */
  readonly changedElsewhere: boolean;
  /** A restored draft was begun on an earlier state of the collection and holds what happened since as well. */
  readonly isMerged: boolean;
  readonly removesFields: boolean;
  /** Rules and view queries of other collections that have to be updated by hand. */
  readonly references: readonly Reference[];
  readonly refusedIndexes: readonly RefusedIndex[];
}

/**
 * What has to be confirmed before the draft is saved; undefined when nothing has. A draft sends the whole
 * collection, so that a field that somebody added in the meantime would go with its data: what is compared is
 * what is stored now, and any difference to what the panel was opened with asks as well, as does a draft that
 * was begun before others changed the collection (`isMerged`).
 */
export function reviewOf(
  { draft, isMerged }: { readonly draft: Draft; readonly isMerged: boolean },
  opened: Collection,
  stored: Collection,
  collections: readonly Collection[],
  tools: IndexTools,
): Review | undefined {
  const changedElsewhere = !isSameCollection(opened, stored);
  if (!changedElsewhere && !isMerged && !needsConfirm(draft, stored)) return undefined;
  const changes = changesOf(draft, stored);
  const texts = indexTexts(draft, tools);
  return {
    changes,
    changedElsewhere,
    isMerged,
    removesFields: changes.some(({ kind }) => kind === 'field-removed'),
    // The fields of a view come from its query: what it will hold is only known once it is saved.
    references: findReferences(schemaEdit(draft, stored), collections),
    refusedIndexes: brokenIndexes(draft, tools).map((broken) => ({
      ...broken,
      sql: texts[broken.position] ?? '',
    })),
  };
}
