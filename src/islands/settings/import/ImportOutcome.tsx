import { useStore } from '@nanostores/react';
import { memo, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import type { CollectionChange } from '#domain/settings/import/changes.ts';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import {
  $changes,
  $existing,
  $idMismatches,
  $importText,
  $isParsing,
  loadExisting,
} from '#stores/settings/import.ts';
import { ChangeTitle } from './ChangeTitle.tsx';

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

/** What the import would change. */
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

/** The warning about other ids. */
function Mismatches({ onReplace }: { readonly onReplace: () => void }) {
  return (
    <Callout
      kind="warning"
      role="status"
      className="mb-3"
      actions={<Button onClick={onReplace}>{IMPORT_TEXTS.replaceIds}</Button>}
    >
      {IMPORT_TEXTS.mismatches}
    </Callout>
  );
}

function UpToDate() {
  return (
    <Callout kind="info" role="status" className="mb-3">
      {IMPORT_TEXTS.upToDate}
    </Callout>
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
  /** Requests the replacement of the ids. */
  readonly onReplace: () => void;
}

function Outcome({ onReplace }: ImportOutcomeProps) {
  const isLoading = useStore($existing).state === 'busy';
  const isParsing = useStore($isParsing);
  const changes = useStore($changes);
  const hasMismatches = useStore($idMismatches).length > 0;
  const last = useRef(changes);
  // While a long text is read, the list stays: it would be rendered anew after each key press.
  if (!isParsing) last.current = changes;
  if (isLoading) return <Pending text="Loading the existing collections..." />;
  if (isParsing && !last.current?.length) return <Pending text="Reading the configuration..." />;
  return (
    <>
      {hasMismatches && <Mismatches onReplace={onReplace} />}
      {last.current?.length === 0 && <UpToDate />}
      {!!last.current?.length && <DetectedChanges changes={last.current} isOutdated={isParsing} />}
    </>
  );
}

/** What importing the text would do, or why that is not known. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const isFailed = useInitial($existing).state === 'failed';
  const isEmpty = usePrerendered($importText, '') === '';
  if (isFailed) {
    return <ErrorState title="The existing collections could not be loaded." onRetry={loadExisting} />;
  }
  return !isEmpty && <Outcome {...props} />;
}
