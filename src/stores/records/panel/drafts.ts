import { draftOf, formatDraft, parseDraft, type RecordDraft } from '#domain/records/panel/draft.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import type { RecordForm } from './form.ts';

export type RecordDrafts = DraftStorage<RecordDraft>;

/** Creates the drafts of a form, without files and passwords. Until it `isComplete`, any draft may differ from it. */
export function createRecordDrafts(form: RecordForm, isComplete: () => boolean): RecordDrafts {
  return createDraftStorage<RecordDraft>({
    typed: () => draftOf(form.$fields.get(), form.$base.get(), form.$values.get(), form.$orphaned.get()),
    parse: (text) => {
      const draft = parseDraft(form.$fields.get(), text);
      if (!isComplete()) return draft;
      const values = form.$values.get();
      return draft && draftOf(form.$fields.get(), values, { ...values, ...draft.values }, draft.orphaned)
        ? draft
        : undefined;
    },
    format: (draft) => formatDraft(form.$fields.get(), draft),
    // Without its base a draft needs half the space, but a change by others since then can't be noticed.
    shorten: (draft) => ({ ...draft, base: {} }),
    merge: (offered, typed) => ({
      values: { ...offered.values, ...typed.values },
      base: { ...offered.base, ...typed.base },
      orphaned: [...offered.orphaned, ...typed.orphaned],
    }),
    // Restores the base too, so that saving can find changes by others since then.
    restore: ({ values, base, orphaned }) => {
      form.reset({ ...form.$base.get(), ...base }, { ...form.$values.get(), ...values });
      form.addOrphaned(orphaned);
    },
  });
}
