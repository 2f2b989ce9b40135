import type { ReadableAtom } from 'nanostores';
import { FilterNote } from '#components/feedback/FilterNote.tsx';
import { useInitial } from '#islands/use-prerendered.ts';
import type { PagedList } from '#stores/factories/create-list.ts';
import { explainFilter } from './explain-filter.ts';

export interface RefusedFilterProps {
  readonly $list: ReadableAtom<PagedList<unknown>>;
  /** The text that the list was searched for. */
  readonly filter: string;
  /** What a filter of the list may name; read when it was refused. */
  readonly known: () => Parameters<typeof explainFilter>[1];
}

/** Below the search field of a list: why the backend refused its text. */
export function RefusedFilter({ $list, filter, known }: RefusedFilterProps) {
  const list = useInitial($list);
  const isRefused = list.state === 'ready' && list.isRefused;
  return (
    <FilterNote refused={isRefused ? filter : undefined} explain={(text) => explainFilter(text, known())} />
  );
}
