import { useStore } from '@nanostores/react';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { doneWord, skippedText } from '#domain/records/bulk/words.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { type Bulk, dismissBulk, type RefusedRecord } from '#stores/records/bulk/state.ts';

/** Largest number of records listed for one reason: more would take the browser long. */
const MAX_LISTED = 200;

function Refused({ reason, records }: { reason: string; records: readonly RefusedRecord[] }) {
  const hidden = records.length - MAX_LISTED;
  return (
    <section className="pt-3">
      <h2 className="font-medium text-error [overflow-wrap:anywhere]">
        <bdi>{reason}</bdi>
      </h2>
      <ul className="mt-1 divide-y divide-base-300 border-y border-base-300" aria-label={reason}>
        {records.slice(0, MAX_LISTED).map(({ id, label }) => (
          <li key={id} className="flex min-w-0 items-baseline justify-between gap-3 py-1.5">
            <bdi className="truncate">{label}</bdi>
            {label !== id && <span className="shrink-0 font-mono text-dense text-muted">{id}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="pt-1 text-muted">And {numberText(hidden)} more.</p>}
    </section>
  );
}

/** The records that the backend refused, and why; in their list they stay selected. */
export default function BulkResult({ result }: { readonly result: Extract<Bulk, { state: 'failed' }> }) {
  const { action, from, counts, refused } = result;
  const isOtherCollection = from.id !== useStore($activeCollection)?.id;
  const isOne = refused.length === 1;
  const done = doneWord(action);
  const byReason = Map.groupBy(refused, ({ message }) => message);
  return (
    <OverlayPanel
      variant="centered"
      size="md"
      title={isOne ? `1 record was not ${done}` : `${numberText(refused.length)} records were not ${done}`}
      onRequestClose={dismissBulk}
      cancel="Close"
    >
      <p>
        {numberText(counts.done)} of {numberText(counts.total)} records{' '}
        {isOtherCollection && <bdi>of {from.name} </bdi>}were {done}. {skippedText(counts)}{' '}
        {isOne ? 'This one is' : 'These are'} still {isOtherCollection ? 'there' : 'selected'}:
      </p>
      {[...byReason].map(([reason, records]) => (
        <Refused key={reason} reason={reason} records={records} />
      ))}
    </OverlayPanel>
  );
}
