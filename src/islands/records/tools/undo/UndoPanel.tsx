import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { undoneText } from '#domain/records/undo/words.ts';
import { $journal, type JournalEntry, type LeftRecord } from '#stores/records/journal.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { stopUndo, undo } from '#stores/records/undo/run.ts';

const MAX_NAMED = 50;

function LeftRecords({ left }: { readonly left: readonly LeftRecord[] }) {
  return (
    <ul className="mt-1 space-y-0.5 text-dense" aria-label="Not undone">
      {left.slice(0, MAX_NAMED).map(({ id, label, reason }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          <bdi className="font-medium">{label || id}</bdi> <bdi className="text-muted">{reason}</bdi>
        </li>
      ))}
      {left.length > MAX_NAMED && <li className="text-muted">And {left.length - MAX_NAMED} more.</li>}
    </ul>
  );
}

function UndoSide({ entry }: { readonly entry: JournalEntry }) {
  const { undo: state, id } = entry;
  switch (state.state) {
    case 'busy':
      return (
        <>
          <progress
            className="h-2 w-20 accent-primary"
            aria-label="Undone"
            value={state.done}
            max={state.total}
          />
          <span className="text-xs tabular-nums">
            {state.done} of {state.total}
          </span>
          <Button variant="ghost" onClick={stopUndo}>
            Stop
          </Button>
        </>
      );
    case 'open':
      return <Button onClick={() => void undo(id)}>Undo</Button>;
    case 'failed':
      return <Button onClick={() => void undo(id)}>Try again</Button>;
    case 'undone':
      return <span className="py-1 text-muted">Undone</span>;
    case 'dropped':
      return <span className="py-1 text-muted">Too much to keep</span>;
  }
}

function Action({ entry }: { readonly entry: JournalEntry }) {
  const { undo: state, at } = entry;
  const isOver = state.state === 'undone' || state.state === 'failed';
  const hasLeft = isOver && state.left.length > 0;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 grow basis-60">
          <p className="[overflow-wrap:anywhere]">
            <bdi>{entry.text}</bdi>
          </p>
          <p className="text-xs">
            <DateTime value={at.toISOString().replace('T', ' ')} />
          </p>
        </div>
        <div className="ml-auto flex items-center gap-2" data-undo={state.state}>
          <UndoSide entry={entry} />
        </div>
      </div>
      {hasLeft && (
        <div className="mt-1 border-l-2 border-warning pl-2">
          <p>{undoneText(entry, state.done, state.total)}</p>
          <LeftRecords left={state.left} />
        </div>
      )}
    </li>
  );
}

export default function UndoPanel() {
  const entries = useStore($journal);
  return (
    <OverlayPanel title="Changes of this session" onRequestClose={closeRecordTool} cancel="Close">
      <p className="text-muted">
        What you have changed and deleted in this tab. It is forgotten when you close or reload the tab.
      </p>
      {entries.length ? (
        <ul className="mt-2 divide-y divide-base-300 border-y border-base-300" aria-label="Changes">
          {entries.map((entry) => (
            <Action key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState text="Nothing was changed yet." />
      )}
    </OverlayPanel>
  );
}
