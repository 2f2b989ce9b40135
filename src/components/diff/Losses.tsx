import { useId } from 'react';
import { Callout } from '#components/feedback/Callout.tsx';
import { type Loss, type LossCounts, lossNote, staysStored } from '#domain/settings/import/losses.ts';
import { References, type ReferencesProps } from './References.tsx';

function LossLine({ loss, counts }: { readonly loss: Loss; readonly counts: LossCounts }) {
  const isPending = loss.filter !== undefined && !counts.has(loss);
  const count = counts.get(loss);
  return (
    <li>
      <bdi className="font-medium">{loss.collection}</bdi>: {loss.text}
      <span className={isPending || count === 0 ? 'text-muted' : undefined}>
        {' '}
        – {isPending ? 'counting...' : lossNote(loss, count)}
      </span>
    </li>
  );
}

interface LossListProps {
  readonly kind: 'danger' | 'warning';
  readonly title: string;
  readonly losses: readonly Loss[];
  readonly counts: LossCounts;
  readonly isCounted: boolean;
}

function LossList({ kind, title, losses, counts, isCounted }: LossListProps) {
  const id = useId();
  if (losses.length === 0) return null;
  return (
    <Callout kind={kind} className="mb-3">
      <p id={id} className="font-medium">
        {title}
      </p>
      <ul
        aria-labelledby={id}
        aria-busy={!isCounted || undefined}
        className="list-disc space-y-0.5 pt-1 pl-4 wrap-anywhere"
      >
        {losses.map((loss) => (
          <LossLine key={`${loss.collectionId} ${loss.fieldId} ${loss.text}`} loss={loss} counts={counts} />
        ))}
      </ul>
    </Callout>
  );
}

export type LossesProps = Pick<LossListProps, 'losses' | 'counts' | 'isCounted'> &
  Pick<ReferencesProps, 'references'>;

/** What an import deletes, which values no longer fit after it, and what the user must update by hand. */
export function Losses({ losses, references, ...counted }: LossesProps) {
  return (
    <>
      <LossList
        kind="danger"
        title="This import deletes stored data:"
        losses={losses.filter((loss) => !staysStored(loss))}
        {...counted}
      />
      <LossList
        kind="warning"
        title="Stored values that may no longer fit:"
        losses={losses.filter(staysStored)}
        {...counted}
      />
      <References title="To be updated by hand:" references={references} className="mb-3 wrap-anywhere" />
    </>
  );
}
