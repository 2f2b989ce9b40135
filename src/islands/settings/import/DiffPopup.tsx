import { useStore } from '@nanostores/react';
import { memo, useMemo, useRef } from 'react';
import { DiffTable } from '#components/diff/DiffTable.tsx';
import { Losses } from '#components/diff/Losses.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { useIsNear } from '#components/hooks/use-is-near.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { CollectionChange } from '#domain/settings/import/outcome.ts';
import { $isImporting, $plan, $review, closeReview, stopImport } from '#stores/settings/import.ts';
import { $importImpact, confirmImport, tableOf } from '#stores/settings/import-confirm.ts';
import { ChangeTitle } from './ChangeTitle.tsx';
import { Warnings } from './Warnings.tsx';

/** Distance from the visible part at which a table is rendered, in px. */
const AHEAD = 1000;

/** The differences of one collection. Its table is rendered when it comes near, because there may be many. */
const DiffSection = memo(({ change }: { readonly change: CollectionChange }) => {
  const element = useRef<HTMLElement>(null);
  const isNear = useIsNear(element, AHEAD);
  const diff = useMemo(() => (isNear ? tableOf(change) : undefined), [isNear, change]);
  return (
    <section ref={element}>
      <h2 className="sticky -top-3 z-10 bg-base-100 py-2 text-sm">
        <ChangeTitle change={change} />
      </h2>
      {diff ? <DiffTable name={change.name} diff={diff} /> : <div className="h-96 rounded-box bg-base-200" />}
    </section>
  );
});

/** Differences below may have been scrolled to. */
const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export default function DiffPopup({ finalFocus }: { readonly finalFocus: () => HTMLElement | null }) {
  const review = useStore($review);
  const isImporting = useStore($isImporting);
  return (
    <OverlayPanel
      variant="centered"
      size="xl"
      title="Side-by-side diff"
      busy={isImporting}
      finalFocus={finalFocus}
      onRequestClose={closeReview}
      footerAside={isImporting && <SlowResponse onStop={stopImport} />}
      cancel="Close"
      footer={
        <WriteButton variant="primary" busy={isImporting} onClick={() => void confirmImport()}>
          Confirm and import
        </WriteButton>
      }
    >
      {review?.notice && (
        <Callout kind="warning" ref={scrollTo} role="alert" className="mb-3">
          {review.notice}
        </Callout>
      )}
      <Warnings texts={useStore($plan)?.warnings ?? []} />
      <Losses {...useStore($importImpact)} />
      <div className="flex flex-col gap-5">
        {review?.changes.map((change) => (
          <DiffSection key={change.id} change={change} />
        ))}
      </div>
    </OverlayPanel>
  );
}
