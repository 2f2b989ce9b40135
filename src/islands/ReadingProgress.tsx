import { Button } from '#components/elements/Button.tsx';
import { numberText } from '#domain/app/count-text.ts';
import type { Reading } from '#stores/logs/reading.ts';

interface ReadingProgressProps {
  readonly reading: Reading;
  /** Several of what is read. */
  readonly what: string;
  readonly onStop: () => void;
}

/** How far the log is read. */
export function ReadingProgress({ reading, what, onStop }: ReadingProgressProps) {
  const { read, total, isWaiting } = reading;
  return (
    <div className="flex flex-wrap items-center gap-3 py-6">
      <progress className="h-2 w-40 accent-primary" aria-label="Logs read" max={total || 1} value={read} />
      <span role="status" className="tabular-nums">
        {isWaiting
          ? 'Waiting for the server…'
          : `Read ${numberText(read)} of ${total === undefined ? '…' : numberText(total)} ${what}`}
      </span>
      <Button onClick={onStop}>Stop reading</Button>
    </div>
  );
}
