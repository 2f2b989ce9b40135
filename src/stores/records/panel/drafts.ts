import { type Draft, draftOf, formatDraft, parseDraft } from '#domain/records/panel/draft.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import type { RecordForm } from './form.ts';

export type RecordDrafts = DraftStorage<Draft>;

/** Keeps what is typed in a record's form, without files and passwords (RP-09, ST-03). */
export function createRecordDrafts(form: RecordForm): RecordDrafts {
  return createDraftStorage<Draft>({
    typed: () => draftOf(form.$fields.get(), form.$base.get(), form.$values.get(), form.$orphaned.get()),
    parse: (text) => {
      const draft = parseDraft(form.$fields.get(), text);
      const values = form.$values.get();
      return draft && draftOf(form.$fields.get(), values, { ...values, ...draft.values }, draft.orphaned)
        ? draft
        : undefined;
    },
    format: (draft) => formatDraft(form.$fields.get(), draft),
    // Without its base a draft is half as long; only a change since then would go unnoticed.
    shorten: (draft) => ({ ...draft, base: {} }),
    merge: (offered, typed) => ({
      values: { ...offered.values, ...typed.values },
      base: { ...offered.base, ...typed.base },
      orphaned: [...offered.orphaned, ...typed.orphaned],
    }),
    // Compared with what was stored when it was typed, a change by somebody else since shows on saving.
    restore: ({ values, base, orphaned }) => {
      form.reset({ ...form.$base.get(), ...base }, { ...form.$values.get(), ...values });
      form.addOrphaned(orphaned);
    },
  });
}
