import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import {
  $canWrite,
  $isRunning,
  $runs,
  $text,
  completionsFor,
  explainText,
  runText,
  startConsole,
  stopRun,
} from '#stores/sql/console.ts';
import { RunView } from './RunView.tsx';

interface PanelProps {
  readonly onClose: () => void;
}
const History = lazyPanel<PanelProps>(
  () => import('./HistoryPanel.tsx'),
  ({ onClose }) => onClose(),
);
const Saved = lazyPanel<PanelProps>(
  () => import('./SavedPanel.tsx'),
  ({ onClose }) => onClose(),
);

const WRITE_HELP =
  'Each statement that may write is shown with what it will touch, and asked about. Off again after the run.';

function Actions() {
  const isRunning = useStore($isRunning);
  const canWrite = useStore($canWrite);
  const isEmpty = useStore($text).trim() === '';
  const [panel, setPanel] = useState<'history' | 'saved'>();
  const close = () => setPanel(undefined);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant={canWrite ? 'danger' : 'primary'}
          icon="icon-[ri--play-circle-line]"
          busy={isRunning}
          aria-disabled={isEmpty || undefined}
          onClick={() => void runText($text.get())}
        >
          {canWrite ? 'Run, may write' : 'Run'}
        </Button>
        {isRunning ? (
          <Button onClick={stopRun}>Stop waiting</Button>
        ) : (
          <Button aria-disabled={isEmpty || undefined} onClick={() => void explainText($text.get())}>
            Explain
          </Button>
        )}
        <Button onClick={() => setPanel('history')}>History</Button>
        <Button onClick={() => setPanel('saved')}>Saved queries</Button>
      </div>
      <Toggle
        label="Allow writing for the next run"
        checked={canWrite}
        disabled={isRunning}
        help={WRITE_HELP}
        onChange={(isOn) => $canWrite.set(isOn)}
      />
      {panel === 'history' && <History onClose={close} />}
      {panel === 'saved' && <Saved onClose={close} />}
    </>
  );
}

/** Says to screen readers what became of a run. */
function Outcome() {
  const runs = useStore($runs);
  const isRunning = useStore($isRunning);
  const refused = runs.filter(({ state }) => state === 'refused').length;
  const failed = runs.some(({ state }) => state === 'failed' || state === 'unknown');
  const done = runs.filter(({ state }) => state === 'done').length;
  const text = refused
    ? 'Nothing was run.'
    : failed
      ? 'A statement failed.'
      : `${done} of ${runs.length} statements done.`;
  return (
    <p role="status" className="sr-only">
      {runs.length > 0 && !isRunning && text}
    </p>
  );
}

export function Console() {
  const text = useStore($text);
  const runs = useStore($runs);
  useEffect(startConsole, []);
  return (
    <div className="flex flex-col gap-3">
      <CodeField
        label="SQL"
        language="sql"
        minLines={6}
        maxLines={20}
        placeholder="eg. SELECT id, created FROM posts ORDER BY created DESC"
        help="Ctrl+Enter runs the selection, else all. Only statements that read are run, unless writing is allowed."
        completions={completionsFor}
        value={text}
        onChange={(value) => $text.set(value)}
        onRun={(selected) => void runText(selected || $text.get())}
      />
      <Actions />
      <Outcome />
      {runs.map((run, at) => (
        <RunView key={run.id} run={run} number={at + 1} count={runs.length} />
      ))}
    </div>
  );
}
