import * as tools from '#domain/model/index-sql/tools.ts';
import { compareCollections, patchCollections } from '#domain/promote/collections.ts';
import { differencesOf, isPromotable } from '#domain/promote/difference.ts';
import { type Entry, readAll, writeAll } from '#tests/support/settings/entries.ts';
import { configuration } from '#wire/pb22/configuration.ts';

type List = readonly Entry[];

export const compare = (to: List, from: List) =>
  compareCollections(readAll(to), readAll(from), tools, configuration);

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
  const ids = new Set(chosen.map(({ id }) => id));
  return writeAll(patchCollections(readAll(to), readAll(from), groups, ids, tools, configuration));
}
