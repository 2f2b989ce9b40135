import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { $isImporting, $review, closeReview, confirmImport, stopImport } from '#stores/settings/import.ts';
import { DiffSection } from './DiffSection.tsx';

/** Props of {@link DiffPopup}. */
export interface DiffPopupProps {
  /** Returns the element that gets the focus after closing. */
  readonly finalFocus: () => HTMLElement | null;
}

/** Differences below may have been scrolled to. */
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Why the popup shows other differences than before. */
function Notice({ text }: { readonly text: string }) {
  return (
    <p
      ref={scrollTo}
      role="alert"
      className="mb-3 flex items-center gap-2 rounded-box border border-warning/40 bg-warning/10 px-3 py-2"
    >
      <span aria-hidden="true" className="icon-[ri--error-warning-line] size-4 shrink-0 text-warning" />
      {text}
    </p>
  );
}

/** The popup 'Side-by-side diff' (IM-12, IM-13). */
export default function DiffPopup({ finalFocus }: DiffPopupProps) {
  const review = useStore($review);
  const isImporting = useStore($isImporting);
  return (
    <OverlayPanel
      open
      variant="centered"
      size="xl"
      title="Side-by-side diff"
      busy={isImporting}
      finalFocus={finalFocus}
      onRequestClose={closeReview}
      footerAside={isImporting && <SlowResponse onStop={stopImport} />}
      footer={
        <>
          <Button variant="ghost" disabled={isImporting} onClick={closeReview}>
            Close
          </Button>
          <Button variant="primary" busy={isImporting} onClick={() => void confirmImport()}>
            Confirm and import
          </Button>
        </>
      }
    >
      {review?.notice && <Notice text={review.notice} />}
      <div className="flex flex-col gap-5">
        {review?.changes.map((change) => (
          <DiffSection key={change.id} change={change} />
        ))}
      </div>
    </OverlayPanel>
  );
}
