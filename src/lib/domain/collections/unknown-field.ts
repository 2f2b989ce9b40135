import { searchFieldsOf } from './columns.ts';
import { followPath } from './editor/filter-paths.ts';
import type { FilterScope } from './filter-completions.ts';
import { schemaIndex } from './schema-index.ts';

/** The first field of a filter's path that does not exist, such as `nmae` of `author.nmae`. */
export function unknownField(path: string, { collection, collections }: FilterScope): string | undefined {
  let unknown: string | undefined;
  followPath(path, collection, schemaIndex(collections), {
    collection: () => undefined,
    field: (owner, name) => {
      if (!searchFieldsOf(owner).includes(name)) unknown ??= name;
    },
  });
  return unknown;
}
