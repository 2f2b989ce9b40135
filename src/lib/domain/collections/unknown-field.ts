// chunks: filters
import type { Dialect } from '#domain/backend/dialect.ts';
import { searchFieldsOf } from './columns.ts';
import type { FilterScope } from './filter-completions.ts';
import { followPath } from './follow-path.ts';
import { schemaIndex } from './schema-index.ts';

/** Whether the backend takes a modifier after a field of a stored record. */
export const modifiesStored = ({ modifiers }: Dialect, modifier: string | undefined): boolean =>
  modifiers.some(({ name, isForStored }) => isForStored && name === modifier);

/** The first unknown field of a path: `nmae` of `author.nmae`, `x below title`, or `after posts_via_author`. */
export function unknownField(path: string, scope: FilterScope): string | undefined {
  const { collection, collections, dialect } = scope;
  // The backend knows modifiers at the end of a path only.
  const segments = path.replace(/^@collection\.[^.]*\./, '').split('.');
  const isModified = (segment: string) => modifiesStored(dialect, segment.split(':').at(1));
  const modified = segments[0] === '@request' ? undefined : segments.slice(0, -1).find(isModified);
  if (modified !== undefined) return modified;
  if (path.endsWith('.')) return `after ${path.split('.').at(-2)}`;
  let unknown: string | undefined;
  let reached: string | undefined;
  let last = '';
  let mayGoOn = false;
  const index = schemaIndex(collections);
  followPath(path, collection, index, {
    collection: (_, segment) => {
      reached = segment;
    },
    field: (owner, name) => {
      if (!searchFieldsOf(owner).includes(name)) unknown ??= name;
      last = name;
      mayGoOn = /^(?:json|relation)$/.test(index.field(owner, name)?.type ?? '');
    },
    below: (segment) => {
      // The data of a request may have any form.
      if (!mayGoOn && !path.startsWith('@request.')) unknown ??= `${segment} below ${last}`;
    },
  });
  if (path.startsWith('@collection.') && reached === undefined) return path.split('.')[1];
  return (
    unknown ?? (reached !== undefined && reached === path.split('.').at(-1) ? `after ${reached}` : undefined)
  );
}
