import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { useIsOverdue } from '#components/hooks/use-is-overdue.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

/** Delay before the loading note is shown, in ms. */
const NOTE_DELAY = 1000;

/** Shows that the stored collection is still loading, if that takes longer than {@link NOTE_DELAY}. */
export function LoadingNote({ editor }: { readonly editor: CollectionEditor }) {
  const isSlow = useIsOverdue(useStore(editor.$freshness) === 'loading', NOTE_DELAY);
  return (
    <p role="status" className="text-xs text-muted">
      {isSlow && 'Loading the collection as it is stored…'}
    </p>
  );
}

/** Warns that the shown collection may be out of date, or that it was deleted. */
export function FreshnessNotice({ editor }: { readonly editor: CollectionEditor }) {
  const freshness = useStore(editor.$freshness);
  if (freshness !== 'failed' && freshness !== 'deleted') return null;
  const isDeleted = freshness === 'deleted';
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-box border border-warning/50 bg-warning/10 py-1.5 pr-1.5 pl-3"
    >
      <span className="flex min-h-8 min-w-0 grow basis-48 items-center gap-2">
        <span aria-hidden="true" className="icon-[ri--error-warning-line] size-4 shrink-0 text-warning" />
        <span className="min-w-0">
          {isDeleted
            ? 'The collection was deleted elsewhere. Changes can no longer be saved.'
            : 'The collection could not be reloaded. What you see may be out of date.'}
        </span>
      </span>
      {!isDeleted && <Button onClick={() => void editor.loadStored()}>Try again</Button>}
    </div>
  );
}
