import { useStore } from '@nanostores/react';
import { memo, useId, useRef } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import type { CollectionChange } from '#domain/settings/import/outcome.ts';
import type { Offer } from '#domain/settings/import/plan.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { $changes, $existing, $isParsing, $offers, $plan, loadExisting } from '#stores/settings/import.ts';
import { ChangeTitle } from './ChangeTitle.tsx';
import { Warnings } from './Warnings.tsx';

interface DetectedChangesProps {
  readonly changes: readonly CollectionChange[];
  /** The text has changed since. */
  readonly isOutdated: boolean;
}

const ChangeList = memo(({ changes }: { readonly changes: readonly CollectionChange[] }) =>
  changes.map((change) => (
    <li
      key={change.id}
      className="flex min-h-10 items-center px-2 py-1.5 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto]"
    >
      <ChangeTitle change={change} />
    </li>
  )),
);

function DetectedChanges({ changes, isOutdated }: DetectedChangesProps) {
  const id = useId();
  return (
    <section className="mb-3" aria-busy={isOutdated || undefined}>
      <h2 id={id} className="mb-1 text-sm font-medium">
        Detected changes
      </h2>
      <ul
        aria-labelledby={id}
        className={`divide-y divide-base-300 rounded-box border border-base-300 ${isOutdated ? 'opacity-60' : ''}`}
      >
        <ChangeList changes={changes} />
      </ul>
    </section>
  );
}

function Advice({ onOffer }: ImportOutcomeProps) {
  const offers = useStore($offers);
  const { notes = [], warnings = [] } = useStore($plan) ?? {};
  return (
    <>
      <Warnings texts={warnings} />
      {offers.map((offer) => (
        <Callout
          key={offer.action}
          kind="warning"
          role="status"
          className="mb-3 wrap-anywhere"
          actions={<Button onClick={() => onOffer(offer)}>{offer.action}</Button>}
        >
          {offer.text}
        </Callout>
      ))}
      {notes.map((note) => (
        <Callout key={note} kind="info" role="status" className="mb-3 wrap-anywhere">
          {note}
        </Callout>
      ))}
    </>
  );
}

function Pending({ text }: { readonly text: string }) {
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-muted">
      <Spinner /> {text}
    </p>
  );
}

export interface ImportOutcomeProps {
  readonly onOffer: (offer: Offer) => void;
}

export default function ImportOutcome({ onOffer }: ImportOutcomeProps) {
  const { state } = useStore($existing);
  const isParsing = useStore($isParsing);
  const changes = useStore($changes);
  const last = useRef(changes);
  // While a long text is read, the list stays: it would be rendered anew after each key press.
  if (!isParsing) last.current = changes;
  if (state === 'failed')
    return <ErrorState title="The existing collections could not be loaded." onRetry={loadExisting} />;
  if (state === 'busy') return <Pending text="Loading the existing collections..." />;
  if (isParsing && !last.current?.length) return <Pending text="Reading the configuration..." />;
  return (
    <>
      <Advice onOffer={onOffer} />
      {last.current?.length === 0 && (
        <Callout kind="info" role="status" className="mb-3">
          {IMPORT_TEXTS.upToDate}
        </Callout>
      )}
      {!!last.current?.length && <DetectedChanges changes={last.current} isOutdated={isParsing} />}
    </>
  );
}
