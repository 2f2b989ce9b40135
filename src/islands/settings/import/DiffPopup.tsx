import { useStore } from '@nanostores/react';
import { Losses } from '#components/diff/Losses.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { $isImporting, $review, closeReview, stopImport } from '#stores/settings/import.ts';
import { confirmImport } from '#stores/settings/import-confirm.ts';
import { $isCounted, $lossCounts, $losses, $staleReferences } from '#stores/settings/import-losses.ts';
import { DiffSection } from './DiffSection.tsx';

export interface DiffPopupProps {
  /** Returns the element that gets the focus after closing. */
  readonly finalFocus: () => HTMLElement | null;
}

/** Differences below may have been scrolled to. */
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function ImportLosses() {
  const [losses, counts, isCounted] = [useStore($losses), useStore($lossCounts), useStore($isCounted)];
  return <Losses {...{ losses, counts, isCounted }} references={useStore($staleReferences)} />;
}

/** The popup 'Side-by-side diff'. */
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
      cancel="Close"
      footer={
        <Button variant="primary" busy={isImporting} onClick={() => void confirmImport()}>
          Confirm and import
        </Button>
      }
    >
      {review?.notice && (
        <Callout kind="warning" ref={scrollTo} role="alert" className="mb-3">
          {review.notice}
        </Callout>
      )}
      <ImportLosses />
      <div className="flex flex-col gap-5">
        {review?.changes.map((change) => (
          <DiffSection key={change.id} change={change} />
        ))}
      </div>
    </OverlayPanel>
  );
}
