import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { $kept } from '#stores/promote/apply.ts';
import { $job, stopJob } from '#stores/promote/job.ts';
import { undoPromotion } from '#stores/promote/undo.ts';

/** Number of items that are named with a reason. */
const MAX_NAMED = 50;

/** What is being sent, or what came of it, with the undo. */
export function JobNote() {
  const job = useStore($job);
  const kept = useStore($kept);
  const isBusy = job?.state === 'busy';
  if (!job && !kept) return null;
  const { text = 'The last changes can be undone.', left = [], done = 0, total = 0, isWaiting } = job ?? {};
  return (
    <Callout
      kind={left.length || isWaiting ? 'warning' : 'info'}
      className="mb-3"
      actions={
        isBusy ? (
          <Button onClick={stopJob}>Stop</Button>
        ) : (
          kept && <Button onClick={() => void undoPromotion(kept)}>Undo</Button>
        )
      }
    >
      <p role="status" className="wrap-anywhere">
        <bdi>{isWaiting ? 'The backend can’t be reached. This goes on when it is back.' : text}</bdi>
      </p>
      {isBusy && total > 0 && (
        <p className="flex items-center gap-2">
          <progress className="h-2 w-32 accent-primary" aria-label="Records" max={total} value={done} />
          <span className="tabular-nums">
            {done} of {total}
          </span>
        </p>
      )}
      {left.length > 0 && (
        <ul aria-label="Not done" className="mt-1 list-disc pl-4 text-dense wrap-anywhere">
          {left.slice(0, MAX_NAMED).map(({ key, label, reason }) => (
            <li key={key}>
              <bdi className="font-medium">{label}</bdi>: <bdi>{reason}</bdi>
            </li>
          ))}
          {left.length > MAX_NAMED && <li>And {left.length - MAX_NAMED} more.</li>}
        </ul>
      )}
    </Callout>
  );
}
