import type { ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import { FilterNote } from '#components/feedback/FilterNote.tsx';
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
  const isRefused = list.state === 'ready' && list.isRefused === true;
  const [found, setFound] = useState<{ readonly filter: string; readonly note: string | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a filter may name is read when it was searched.
  useEffect(() => {
    if (!filter) return;
    // Without its code, the list is there all the same.
    void import('./search-note.ts').then(
      ({ searchNote }) => setFound({ filter, note: searchNote(filter, known() ?? [], isRefused) }),
      () => undefined,
    );
  }, [filter, isRefused]);
  const said = found?.filter === filter ? found.note : undefined;
  return (
    <FilterNote
      refused={isRefused || said ? filter : undefined}
      said={said}
      explain={async (text) => {
        const problem = await explainFilter(text, known());
        // What a text lacks to be a filter says nothing about it.
        return said && !problem?.startsWith('There is no field') ? undefined : problem;
      }}
    />
  );
}
