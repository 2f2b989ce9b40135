import type { ReactNode } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import type { RefusedFilterProps } from './RefusedFilter.tsx';
import { useFetchAhead } from './use-fetch-ahead.ts';

const RefusedFilter = lazyPart(() => import('./RefusedFilter.tsx'));

/** The place below a search field for a note about its text. It is there before the note, so that this is read out. */
export function NotePlace({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className="text-xs text-muted" data-refusal="">
      {children}
    </div>
  );
}

/** Below the search field of a list: that its text was searched, or why the backend refused it as a filter. */
export function SearchNote(props: RefusedFilterProps) {
  // With it comes the code that the search itself waits for.
  useFetchAhead(RefusedFilter, true, '[role=search]');
  return <NotePlace>{props.filter && <RefusedFilter {...props} />}</NotePlace>;
}
