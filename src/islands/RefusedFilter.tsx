import type { ReadableAtom } from 'nanostores';
import { FilterNote } from '#components/feedback/FilterNote.tsx';
import { hasOperator, searchedText } from '#domain/app/filter.ts';
import { searchFieldsOf } from '#domain/collections/columns.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import type { PagedList } from '#stores/factories/create-list.ts';
import { explainFilter } from './explain-filter.ts';

export interface RefusedFilterProps {
  readonly $list: ReadableAtom<PagedList<unknown>>;
  /** The text that the list was searched for. */
  readonly filter: string;
  /** What a filter of the list may name. */
  readonly known: () => Parameters<typeof explainFilter>[1];
}

/** Below the search field of a list: that its text was searched, or why the backend refused it as a filter. */
export function RefusedFilter({ $list, filter, known }: RefusedFilterProps) {
  const list = useInitial($list);
  const scope = known() ?? [];
  const fields = 'collection' in scope ? searchFieldsOf(scope.collection) : scope;
  const isText = hasOperator(filter) && searchedText(filter, fields) !== undefined;
  const isRefused = list.state === 'ready' && list.isRefused;
  return (
    <FilterNote
      refused={isText || isRefused ? filter : undefined}
      isText={isText}
      explain={async (text) => {
        const problem = await explainFilter(text, scope);
        // That it lacks an operator says nothing about a text.
        return isText && !problem?.startsWith('There is no field') ? undefined : problem;
      }}
    />
  );
}
