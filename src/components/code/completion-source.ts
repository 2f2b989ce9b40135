import type { TypedNames } from '#domain/collections/completions.ts';
import { commonType } from '#domain/collections/field-level.ts';
import {
  type FilterScope,
  filterCompletions,
  filterPathType,
} from '#domain/collections/filter-completions.ts';

type Completions = readonly string[] | TypedNames | FilterScope | undefined;

/**
 * What an editor offers while typing: fixed words, names with types, the paths of a filter, or a function that returns
 * the current ones for `prefix`, the path before the caret.
 */
export type CompletionSource = Completions | ((prefix: string) => Completions);

/**
 * What a source offers for `prefix`. Only the code editors import this function: it brings the code that knows the
 * paths of a filter, and a filter bar becomes an editor only when it gets the focus.
 */
export function completionsOf(source: CompletionSource, prefix: string): TypedNames {
  const found = (typeof source === 'function' ? source(prefix) : source) ?? [];
  if ('names' in found) return found;
  if (!('collections' in found)) return { names: found, typeOf: commonType };
  return { names: filterCompletions(prefix, found), typeOf: (path) => filterPathType(path, found) };
}
