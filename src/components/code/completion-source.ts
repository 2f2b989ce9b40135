import { type FilterScope, filterCompletions } from '#domain/collections/filter-completions.ts';

type Completions = readonly string[] | FilterScope | undefined;

/**
 * What an editor offers while typing: fixed words, the paths of a filter, or a function that returns the current
 * ones for `prefix`, the path before the caret.
 */
export type CompletionSource = Completions | ((prefix: string) => Completions);

/**
 * What a source offers for `prefix`. Only the code editors import this function: it brings the code that knows the
 * paths of a filter, and a filter bar becomes an editor only when it gets the focus.
 */
export function completionsOf(source: CompletionSource, prefix: string): readonly string[] {
  const found = (typeof source === 'function' ? source(prefix) : source) ?? [];
  return 'collections' in found ? filterCompletions(prefix, found) : found;
}
