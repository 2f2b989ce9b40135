import type { ReadableAtom } from 'nanostores';
import { FilterNote } from '#components/feedback/FilterNote.tsx';
import { hasOperator, searchedText } from '#domain/app/filter.ts';
import { filterFits } from '#domain/app/query-length.ts';
import { searchFieldsOf } from '#domain/collections/columns.ts';
import { searchOf } from '#domain/records/search-filter.ts';
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
  const search = 'collection' in scope ? searchOf(scope.collection, filter) : { filter };
  const fields = 'collection' in scope ? searchFieldsOf(scope.collection) : scope;
  const isText = filter !== '' && searchedText(filter, fields) !== undefined;
  const isRefused = list.state === 'ready' && list.isRefused;
  const said = [
    isText && hasOperator(filter) && 'Searched as text.',
    search.only && `With this text, there is only room to search in ${search.only.join(', ')}.`,
    isRefused && !filterFits(search.filter) && 'It is too long for a request.',
  ].filter(Boolean);
  return (
    <FilterNote
      refused={isRefused || said.length ? filter : undefined}
      said={said.length ? said.join(' ') : undefined}
      explain={async (text) => {
        const problem = await explainFilter(text, scope);
        // What a text lacks to be a filter says nothing about it.
        return isText && !problem?.startsWith('There is no field') ? undefined : problem;
      }}
    />
  );
}
