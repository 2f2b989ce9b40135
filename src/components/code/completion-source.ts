import type { Dialect } from '#domain/backend/dialect.ts';
import type { TypedNames } from '#domain/collections/completions.ts';
import {
  commonType,
  type FilterScope,
  filterCompletions,
  filterPathType,
} from '#domain/collections/filter-completions.ts';

/** Names, with the macros of their backend. */
interface NamesIn {
  readonly names: readonly string[];
  readonly dialect: Dialect;
}

type Completions = readonly string[] | TypedNames | NamesIn | FilterScope | undefined;

/** What an editor offers while typing; a function returns it for `prefix`, the path before the caret. */
export type CompletionSource = Completions | ((prefix: string) => Completions);

/** For code editors only: it brings the code for paths of filters, which a filter bar needs only with the focus. */
export function completionsOf(source: CompletionSource, prefix: string): TypedNames {
  const found = (typeof source === 'function' ? source(prefix) : source) ?? [];
  if ('typeOf' in found) return found;
  if ('names' in found) return { names: found.names, typeOf: (name) => commonType(name, found.dialect) };
  if (!('collections' in found)) return { names: found, typeOf: (name) => commonType(name) };
  return { names: filterCompletions(prefix, found), typeOf: (path) => filterPathType(path, found) };
}
