import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { truncate } from '#domain/app/value-text.ts';
import { takeText } from '#stores/sql/console.ts';
import { $history, $keepsHistory, clearHistory, keepHistory } from '#stores/sql/saved.ts';

const MAX_SHOWN = 400;

/** What was run on this device. */
export default function HistoryPanel({ onClose }: { readonly onClose: () => void }) {
  const history = useStore($history);
  const keeps = useStore($keepsHistory);
  return (
    <OverlayPanel
      size="md"
      title="History"
      onRequestClose={onClose}
      cancel="Close"
      footerAside={
        <Button disabled={!history.length} onClick={clearHistory}>
          Clear history
        </Button>
      }
    >
      <Toggle
        label="Keep what I run on this device"
        help="In the storage of this browser, which others who use it can read. Off also clears it."
        checked={keeps}
        onChange={keepHistory}
      />
      {history.length ? (
        <ul aria-label="History" className="mt-2 divide-y divide-base-300">
          {history.map((text) => (
            <li key={text} className="flex items-start gap-2 py-2">
              <pre className="min-w-0 grow font-mono text-dense whitespace-pre-wrap wrap-anywhere">
                <bdi>{truncate(text, MAX_SHOWN)}</bdi>
              </pre>
              <Button onClick={async () => (await takeText(text)) && onClose()}>Use</Button>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState text={keeps ? 'Nothing was run yet.' : 'Nothing is kept.'} />
      )}
    </OverlayPanel>
  );
}
