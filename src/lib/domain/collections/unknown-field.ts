// chunks: filters
import type { Dialect } from '#domain/backend/dialect.ts';
import { searchFieldsOf } from './columns.ts';
import type { FilterScope } from './filter-completions.ts';
import { followPath } from './follow-path.ts';
import { schemaIndex } from './schema-index.ts';

/** Whether the backend takes a modifier after a field of a stored record. */
export const modifiesStored = ({ modifiers }: Dialect, modifier: string | undefined): boolean =>
  modifiers.some(({ name, isForStored }) => isForStored !== false && name === modifier);

/** The first unknown field of a path: `nmae` of `author.nmae`, `x below title`, or `after posts_via_author`. */
export function unknownField(path: string, scope: FilterScope): string | undefined {
  const { collection, collections, dialect } = scope;
  // The backend knows modifiers at the end of a path only.
  const segments = path.replace(/^@collection\.[^.]*\./, '').split('.');
  const isModified = (segment: string) => modifiesStored(dialect, segment.split(':').at(1));
  const modified = segments[0] === '@request' ? undefined : segments.slice(0, -1).find(isModified);
  if (modified !== undefined) return modified;
  if (path.endsWith('.')) return `after ${path.split('.').at(-2)}`;
  let reached: string | undefined;
  let last = '';
  let mayGoOn = false;
  for (const step of followPath(path, collection, schemaIndex(collections))) {
    const { of, name } = step;
    if (of === 'collection') reached = name;
    // The data of a request may have any form.
    else if (of === 'below' && !mayGoOn && !path.startsWith('@request.')) return `${name} below ${last}`;
    else if (of === 'field') {
      if (!searchFieldsOf(step.collection).includes(name)) return name;
      last = name;
      mayGoOn = /^(?:json|relation|geoPoint)$/.test(step.field?.type ?? '');
    }
  }
  if (path.startsWith('@collection.') && reached === undefined) return path.split('.')[1];
  return reached !== undefined && reached === path.split('.').at(-1) ? `after ${reached}` : undefined;
}
