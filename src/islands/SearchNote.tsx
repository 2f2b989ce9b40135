import type { ReactNode } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import type { RefusedFilterProps } from './RefusedFilter.tsx';

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
  return <NotePlace>{props.filter && <RefusedFilter {...props} />}</NotePlace>;
}
