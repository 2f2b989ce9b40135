import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { DraftBanner } from '#components/feedback/DraftBanner.tsx';
import type { SaveForm } from './use-save-form.ts';

/** Offers the draft of a panel, page or popup. */
export function OfferedDraft({
  panel,
  form,
  text,
}: {
  readonly panel: {
    readonly $offeredDraft: ReadableAtom<unknown>;
    readonly restoreDraft: () => void;
    readonly discardDraft: () => void;
  };
  readonly form: SaveForm;
  /** A sentence that names what has unsaved changes. */
  readonly text: string;
}) {
  return (
    <DraftBanner
      text={text}
      isOffered={useStore(panel.$offeredDraft) !== undefined}
      form={form.ref}
      onRestore={panel.restoreDraft}
      onDiscard={panel.discardDraft}
    />
  );
}
