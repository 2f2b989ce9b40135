import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { NumberInput } from '#components/form/NumberInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { logsText } from '#domain/logs/deletion.ts';
import { $isDeleting, $olderCount, $olderThan, closeDeletion, deleteLogs } from '#stores/logs/deletion.ts';

/** What is deleted, before it is. */
function countText(count: ReturnType<typeof $olderCount.get>): string {
  if (count === undefined) return '';
  if (count === 'busy') return 'Counting...';
  if (count === 'failed') return 'The logs could not be counted.';
  return count ? `${logsText(count)} will be deleted for good.` : 'There are no such logs.';
}

/** The popup that deletes stored entries, and says before how many. */
export function DeleteLogs() {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const days = useStore($olderThan);
  const count = useStore($olderCount);
  const isBusy = useStore($isDeleting);
  const canDelete = typeof count === 'number' && count > 0;
  useEffect(() => $olderThan.set(undefined), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void deleteLogs();
  }

  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      title="Delete logs"
      busy={isBusy}
      initialFocus={input}
      onRequestClose={closeDeletion}
      cancel="Cancel"
      footer={
        <Button variant="danger" type="submit" form={formId} disabled={!canDelete} busy={isBusy}>
          {canDelete ? `Delete ${logsText(count)}` : 'Delete logs'}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit}>
        <NumberInput
          ref={input}
          label="Older than (days)"
          name="days"
          required
          min={0}
          step={1}
          help={
            <>
              Set to <code className="font-mono">0</code> to delete all logs.
            </>
          }
          value={days}
          onChange={(typed) => $olderThan.set(typed)}
        />
        <p role="status" className="min-h-5 pt-2 wrap-anywhere">
          {countText(count)}
        </p>
      </form>
    </OverlayPanel>
  );
}
