import type { Ref } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $canReview, $importText, $isImportDraftFull, $isImporting } from '#stores/settings/import.ts';

export interface ImportFooterProps {
  readonly reviewRef: Ref<HTMLButtonElement>;
  readonly onClear: () => void;
}

/** The buttons 'Clear' and 'Review'. */
export function ImportFooter({ reviewRef, onClear }: ImportFooterProps) {
  const isEmpty = usePrerendered($importText, '') === '';
  const canReview = useInitial($canReview);
  const isImporting = useInitial($isImporting);
  const isDraftFull = useInitial($isImportDraftFull);
  return (
    <div className="px-4">
      <div className="wide-content flex min-h-13 flex-wrap items-center gap-2 border-t border-base-300 py-2">
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
