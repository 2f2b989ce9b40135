import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { $canReview, $importText, $isImportDraftFull, $isImporting } from '#stores/settings/import.ts';

/** Props of {@link ImportFooter}. */
export interface ImportFooterProps {
  readonly reviewRef: Ref<HTMLButtonElement>;
  readonly onClear: () => void;
}

/** The buttons 'Clear' and 'Review' (IM-01, IM-09). */
export function ImportFooter({ reviewRef, onClear }: ImportFooterProps) {
  const isEmpty = useStore($importText, { ssr: () => '' }) === '';
  const canReview = useStore($canReview, { ssr: 'initial' });
  const isImporting = useStore($isImporting, { ssr: 'initial' });
  const isDraftFull = useStore($isImportDraftFull, { ssr: 'initial' });
  return (
    <div className="px-4">
      <div className="flex min-h-13 max-w-3xl flex-wrap items-center gap-2 border-t border-base-300 py-2">
        {!isEmpty && (
          <Button variant="ghost" disabled={isImporting} onClick={onClear}>
            Clear
          </Button>
        )}
        {isDraftFull && <DraftFullNote />}
        <Button ref={reviewRef} variant="primary" type="submit" className="ml-auto" disabled={!canReview}>
          Review
        </Button>
      </div>
    </div>
  );
}
