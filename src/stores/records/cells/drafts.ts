import { type CellDrafts, formatCellDrafts, parseCellDrafts } from '#domain/records/cells/draft.ts';
import { draftOf } from '#domain/records/panel/draft.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import type { WaitingRecord } from './waiting.ts';

/** Creates the drafts of changes that wait in cells. */
export const createCellDrafts = (cells: {
  readonly fields: () => readonly FormField[];
  readonly waiting: ReadonlyMap<string, WaitingRecord>;
  readonly restore: (found: CellDrafts) => void;
}): DraftStorage<CellDrafts> =>
  createDraftStorage<CellDrafts>({
    typed: () => {
      const typed = [...cells.waiting].flatMap(([id, { form }]) => {
        const draft = draftOf(cells.fields(), form.$base.get(), form.$values.get(), form.$orphaned.get());
        return draft ? [[id, draft] as const] : [];
      });
      return typed.length ? new Map(typed) : undefined;
    },
    parse: (text) => parseCellDrafts(cells.fields(), text),
    format: (found) => formatCellDrafts(cells.fields(), found),
    merge: (offered, typed) => new Map([...offered, ...typed]),
    restore: cells.restore,
  });
