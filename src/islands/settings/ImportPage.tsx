// chunks: other settings
import { type Ref, type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { RING } from '#components/elements/control-class.ts';
import { FileButton } from '#components/elements/FileButton.tsx';
import { DraftBanner, DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { lazyPanel, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Field } from '#components/form/Field.tsx';
import { IMPORT_TEXTS } from '#domain/settings/import/words.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { routes } from '#routing/routes.ts';
import {
  $canReview,
  $deleteMissing,
  $existing,
  $importError,
  $importText,
  $isImportDraftFull,
  $isImporting,
  $merge,
  $offeredImportDraft,
  $review,
  clearImport,
  closeReview,
  discardImportDraft,
  loadImportFile,
  openReview,
  restoreImportDraft,
  setDeleteMissing,
  setImportText,
  setMerge,
  startImport,
  takeOffer,
} from '#stores/settings/import.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

const { frame, title } = routes.settingsImport;

const ImportOutcome = lazyPart(() => import('./import/ImportOutcome.tsx'));
const DiffPopup = lazyPanel(() => import('./import/DiffPopup.tsx'), closeReview);

function LazyDiffPopup({ onClosed }: { readonly onClosed: () => HTMLElement | null }) {
  const canReview = useInitial($canReview);
  const isOpen = useInitial($review) !== undefined;
  useFetchAhead(DiffPopup, canReview);
  return isOpen && <DiffPopup finalFocus={onClosed} />;
}

function ImportText({ area }: { readonly area: RefObject<HTMLTextAreaElement | null> }) {
  const text = usePrerendered($importText, '');
  const error = useInitial($importError);
  const isImporting = useInitial($isImporting);
  // What was entered before the code of the page arrived.
  useLayoutEffect(() => {
    if (area.current?.value) setImportText(area.current.value);
  }, [area]);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-muted">{IMPORT_TEXTS.intro}</span>
        <FileButton
          label={IMPORT_TEXTS.loadFile}
          accept=".json"
          disabled={isImporting}
          onFile={(file) => void loadImportFile(file)}
        />
      </div>
      <Field label="Collections" error={error}>
        {(control) => (
          // Does not grow with its text: a configuration of several MB would be laid out as a whole for each key press.
          <textarea
            {...control}
            ref={area}
            rows={15}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={text}
            readOnly={isImporting}
            className={`textarea textarea-sm w-full resize-y font-mono text-xs leading-5 aria-invalid:textarea-error ${RING}`}
            onChange={(event) => setImportText(event.target.value)}
          />
        )}
      </Field>
    </>
  );
}

function deletionHelp(merge: boolean, deleteMissing: boolean): string {
  if (!deleteMissing) return 'Nothing is deleted.';
  const deleted = merge ? 'Fields' : 'Collections, fields';
  return `${deleted} and indexes that the configuration omits are deleted, with their data.`;
}

function Toggles() {
  const merge = useInitial($merge);
  const deleteMissing = useInitial($deleteMissing);
  const isImporting = useInitial($isImporting);
  return (
    <div className="mb-3 flex flex-col gap-1.5">
      <Toggle
        label={IMPORT_TEXTS.merge}
        help="Keeps collections that the configuration omits."
        checked={merge}
        disabled={isImporting}
        onChange={setMerge}
      />
      <Toggle
        label={IMPORT_TEXTS.deleteMissing}
        help={deletionHelp(merge, deleteMissing)}
        checked={deleteMissing}
        disabled={isImporting}
        onChange={setDeleteMissing}
      />
    </div>
  );
}

function Footer({ review, onClear }: { review: Ref<HTMLButtonElement>; onClear: () => void }) {
  const isEmpty = usePrerendered($importText, '') === '';
  const canReview = useInitial($canReview);
  const isImporting = useInitial($isImporting);
  const isDraftFull = useInitial($isImportDraftFull);
  return (
    <div className="px-4">
      <div className="wide-content flex min-h-13 flex-wrap items-center gap-2 border-t border-base-300 py-2">
        {!isEmpty && (
          <Button variant="ghost" disabled={isImporting} onClick={onClear}>
            Clear
          </Button>
        )}
        {isDraftFull && <DraftFullNote />}
        <Button ref={review} variant="primary" type="submit" className="ml-auto" disabled={!canReview}>
          Review
        </Button>
      </div>
    </div>
  );
}

function Import() {
  const element = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const review = useRef<HTMLButtonElement>(null);
  const draft = useInitial($offeredImportDraft);
  const isFailed = useInitial($existing).state === 'failed';
  const hasOutcome = usePrerendered($importText, '') !== '' || isFailed;
  useEffect(startImport, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    openReview();
  }

  /** Runs an action that removes its own button. */
  function andFocusText(action: () => void) {
    action();
    area.current?.focus();
  }

  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <form ref={element} aria-label={title} className="flex min-h-0 flex-col" onSubmit={submit}>
        <div className="min-h-0 overflow-y-auto px-4 py-1">
          <div className="wide-content">
            <DraftBanner
              text="This page has unsaved changes."
              isOffered={draft !== undefined}
              form={element}
              onRestore={restoreImportDraft}
              onDiscard={discardImportDraft}
            />
            <ImportText area={area} />
            <Toggles />
            {hasOutcome && <ImportOutcome onOffer={(offer) => andFocusText(() => takeOffer(offer))} />}
          </div>
        </div>
        <Footer review={review} onClear={() => andFocusText(clearImport)} />
      </form>
      {/* After an import there is nothing to review: its button is disabled. */}
      <LazyDiffPopup onClosed={() => (review.current?.disabled ? area.current : review.current)} />
    </div>
  );
}

export default island(inFrame(frame), Import);
