import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { compareCollections } from '#domain/promote/collections.ts';
import { differencesOf, isPromotable } from '#domain/promote/difference.ts';
import { patchCollections } from '#domain/promote/patch.ts';
import type { RawCollection } from '#domain/settings/import/raw.ts';

type List = readonly RawCollection[];

export const compare = (to: List, from: List) => compareCollections(to, from, tools);

/** The differences by label, such as `posts: View rule`. */
export const labelsOf = (to: List, from: List): string[] =>
  compare(to, from).flatMap(({ name, differences }) =>
    differences.map(
      ({ label, kind, refusal }) =>
        `${name}: ${label} ${kind}${refusal && kind !== 'removed' ? ' refused' : ''}`,
    ),
  );

/** The ids of the differences with these labels, or of all. */
const idsOf = (to: List, from: List, ...labels: readonly string[]): string[] =>
  differencesOf(compare(to, from)).flatMap(({ id, label }) =>
    !labels.length || labels.includes(label) ? [id] : [],
  );

/** The collections to import for the promotable differences with these labels. */
export function patch(to: List, from: List, ...labels: readonly string[]) {
  const ids = new Set(idsOf(to, from, ...labels));
  const groups = compare(to, from).map((group) => ({
    ...group,
    differences: group.differences.filter((each) => isPromotable(each) && ids.has(each.id)),
  }));
  return patchCollections(to, from, groups, tools);
}
