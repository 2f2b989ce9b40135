import type { TypedNames } from '#domain/collections/completions.ts';
import { commonType } from '#domain/collections/field-level.ts';
import {
  type FilterScope,
  filterCompletions,
  filterPathType,
} from '#domain/collections/filter-completions.ts';

type Completions = readonly string[] | TypedNames | FilterScope | undefined;

/** What an editor offers while typing; a function returns it for `prefix`, the path before the caret. */
export type CompletionSource = Completions | ((prefix: string) => Completions);

/** For code editors only: it brings the code for paths of filters, which a filter bar needs only with the focus. */
export function completionsOf(source: CompletionSource, prefix: string): TypedNames {
  const found = (typeof source === 'function' ? source(prefix) : source) ?? [];
  if ('names' in found) return found;
  if (!('collections' in found)) return { names: found, typeOf: commonType };
  return { names: filterCompletions(prefix, found), typeOf: (path) => filterPathType(path, found) };
}
