import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
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
    <Callout
      kind="warning"
      role="alert"
      className="mb-3"
      actions={!isDeleted && <Button onClick={() => void editor.loadStored()}>Try again</Button>}
    >
      {isDeleted
        ? 'The collection was deleted elsewhere. Changes can no longer be saved.'
        : 'The collection could not be reloaded. What you see may be out of date.'}
    </Callout>
  );
}
