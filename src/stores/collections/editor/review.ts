import type { CallOptions } from '#api/client.ts';
import { countRecords } from '#api/records/list.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { byRule } from '#domain/collections/collection.ts';
import { isDirty } from '#domain/collections/compare.ts';
import {
  type Change,
  changesOf,
  choiceFilter,
  needsConfirm,
  type RemovedChoice,
  schemaEdit,
} from '#domain/collections/editor/changes.ts';
import { type BrokenIndex, brokenIndexes } from '#domain/collections/editor/indexes.ts';
import { keyedValues, type Merge, mergeValues, mergeVersions } from '#domain/collections/editor/merge.ts';
import { findReferences, type Reference } from '#domain/collections/editor/references.ts';
import { type CollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import type { Choices, PartConflict, Versions } from '#domain/model/parts.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { can } from '#stores/app/capabilities.ts';

export interface Review {
  /** The changes that saving makes to the stored collection, one per line. */
  readonly changes: readonly Change[];
  /** Changes by others since the edits began here; saving keeps them. */
  readonly elsewhere: readonly Change[];
  readonly conflicts: readonly PartConflict[];
  /** The sides chosen so far; saving needs one for every conflict. */
  readonly choices: Choices;
  readonly removesFields: boolean;
  /** Rules and view queries of other collections that the user has to update. */
  readonly references: readonly Reference[];
  /** Rules of this collection that the backend would store although they name what is gone. */
  readonly ownReferences: readonly Reference[];
  readonly refusedIndexes: readonly BrokenIndex[];
  /** Number of records with each removed choice that was counted, by {@link choiceKey}. */
  readonly counts: ReadonlyMap<string, number>;
  /** What the records with each removed choice get in its place: a guess until chosen; '' for nothing. */
  readonly replacements: ReadonlyMap<string, string>;
}

/** A collection that is about to be saved, and the versions it is compared with. */
export interface Edited {
  readonly versions: Versions<CollectionValues>;
  /** The collection as it was when the edits began. */
  readonly firstBase: Collection;
  /** Values of this editor that may be stored: their saves got no response. */
  readonly lost: readonly CollectionValues[];
  readonly stored: Collection;
  readonly collections: readonly Collection[];
  readonly tools: IndexTools;
  /** The replacements that were chosen so far. */
  readonly replacements: Review['replacements'];
}

function replacementsFor(changes: readonly Change[], chosen: Review['replacements']): Review['replacements'] {
  return new Map(
    changes.flatMap(({ choice }) => {
      if (!choice) return [];
      const to = chosen.get(choiceKey(choice)) ?? choice.to ?? '';
      return [[choiceKey(choice), choice.left.includes(to) ? to : ''] as const];
    }),
  );
}

/** {@link changesOf}, in the words of the backend's line. */
const linesOf = (values: CollectionValues, saved: Collection, tools: IndexTools) =>
  changesOf(values, saved, tools, administratorWord());

/** The changes of a save, as texts, with indexes as the backend writes them. */
function sentChanges(sent: CollectionValues, stored: Collection, firstBase: Collection, tools: IndexTools) {
  const now = keyedValues(stored, sent);
  // A version that nobody has changed is kept to the letter.
  const { indexes } = mergeValues(now, now, { ...now, indexes: sent.indexes }, tools);
  return linesOf({ ...sent, indexes }, firstBase, tools).map(({ text }) => text);
}

/** The result of the merge with these choices, and its review; undefined when nothing needs a confirmation. */
export function reviewOf(
  { versions, firstBase, lost, stored, collections, tools, replacements }: Edited,
  choices: Choices,
): { readonly merge: Merge; readonly review: Review | undefined } {
  const merge = mergeVersions(versions, choices, tools, administratorWord());
  const { values, conflicts } = merge;
  const sent = new Set(lost.flatMap((values) => sentChanges(values, stored, firstBase, tools)));
  const elsewhere = linesOf(valuesOf(stored), firstBase, tools).filter(({ text }) => !sent.has(text));
  // Without own changes, for example after the response to a save was lost, nothing needs a confirmation.
  const needsReview = elsewhere.length > 0 && isDirty(values, versions.theirs, tools);
  // On 0.22 the specification has no question about rules.
  const asksAboutRules = can().listsBuiltIn;
  if (conflicts.length === 0 && !needsReview && !needsConfirm(values, stored, asksAboutRules))
    return { merge, review: undefined };
  const changes = linesOf(values, stored, tools);
  const { manageRule, authRule, query } = values;
  const own = { ...stored, ...byRule((rule) => values[rule]), manageRule, authRule, query };
  // Without the fields of a view: they come from its query and are known only after saving.
  const references = findReferences(
    schemaEdit(values, stored),
    collections.map((one) => (one.id === own.id ? own : one)),
  );
  const review: Review = {
    changes,
    elsewhere,
    conflicts,
    choices,
    removesFields: changes.some(({ kind }) => kind === 'field-removed'),
    references: references.filter(({ collectionId }) => collectionId !== own.id),
    ownReferences: references.filter(({ collectionId }) => collectionId === own.id),
    refusedIndexes: brokenIndexes(
      values,
      tools,
      stored.fields.filter(({ isBuiltIn }) => isBuiltIn),
    ),
    counts: new Map(),
    replacements: replacementsFor(changes, replacements),
  };
  return { merge, review };
}

export const isDecided = ({ conflicts, choices }: Review): boolean =>
  conflicts.every(({ id }) => choices.has(id));

export const choiceKey = ({ fieldName, value }: RemovedChoice): string => JSON.stringify([fieldName, value]);

/** A removed choice, the id of its field, and the choice that its records get. */
export type ReplacedChoice = Readonly<Record<'fieldId' | 'from' | 'to', string>>;

/** The choices that a confirmed review replaces in the records. */
export const replacedChoices = ({ fields }: Collection, review: Review): readonly ReplacedChoice[] =>
  review.changes.flatMap(({ choice }) => {
    const field = fields.find(({ name }) => name === choice?.fieldName);
    const to = choice && review.replacements.get(choiceKey(choice));
    const isNeeded = choice && review.counts.get(choiceKey(choice)) !== 0;
    return field && to && isNeeded ? [{ fieldId: field.id, from: choice.value, to }] : [];
  });

/** Each choice that is counted takes a request. */
const MAX_COUNTED = 20;

/** The number of records with each removed choice, by `choiceKey`, without choices that could not be counted. */
export async function countChoices(
  collectionId: string,
  changes: readonly Change[],
  options: CallOptions,
): Promise<ReadonlyMap<string, number>> {
  const choices = changes.flatMap(({ choice }) => choice ?? []).slice(0, MAX_COUNTED);
  const counted = await Promise.allSettled(
    choices.map(async (choice) => {
      const key = choiceKey(choice);
      return [key, await countRecords(collectionId, choiceFilter(choice), options)] as const;
    }),
  );
  return new Map(counted.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
}
