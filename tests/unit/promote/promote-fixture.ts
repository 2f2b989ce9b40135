import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { compareCollections, patchCollections } from '#domain/promote/collections.ts';
import { differencesOf, isPromotable } from '#domain/promote/difference.ts';
import type { RawCollection } from '#domain/settings/import/raw.ts';
import { readCollection } from '#wire/collections.ts';
import { optionInput } from '#wire/save-collection.ts';

type List = readonly RawCollection[];

export const compare = (to: List, from: List) =>
  compareCollections(to, from, tools, readCollection, optionInput);

/** The differences by label, such as `posts: View rule`. */
export const labelsOf = (to: List, from: List): string[] =>
  compare(to, from).flatMap(({ name, differences }) =>
    differences.map(
      ({ label, kind, refusal }) =>
        `${name}: ${label} ${kind}${refusal && kind !== 'removed' ? ' refused' : ''}`,
    ),
  );

/** The collections to import for the promotable differences with these labels, or for all. */
export function patch(to: List, from: List, ...labels: readonly string[]) {
  const groups = compare(to, from);
  const chosen = differencesOf(groups).filter(
    (each) => isPromotable(each) && (!labels.length || labels.includes(each.label)),
  );
  return patchCollections(to, from, groups, new Set(chosen.map(({ id }) => id)), tools);
}
