import { isObject, members, parseJson } from '#domain/app/lenient.ts';
import { formatDraft, parseDraft, type RecordDraft } from '../panel/draft.ts';
import type { FormField } from '../panel/fields.ts';

/** Waiting changes in cells, by record id. */
export type CellDrafts = ReadonlyMap<string, RecordDraft>;

/** Formats waiting changes for local storage: a JSON object of the drafts as a panel stores them, by record id. */
export const formatCellDrafts = (fields: readonly FormField[], drafts: CellDrafts): string =>
  JSON.stringify(
    Object.fromEntries(
      [...drafts].map(([id, draft]): [string, unknown] => [id, JSON.parse(formatDraft(fields, draft))]),
    ),
  );

/** Reads stored changes into the current fields of the collection; undefined when nothing usable is left. */
export function parseCellDrafts(fields: readonly FormField[], text: string): CellDrafts | undefined {
  const drafts = Object.entries(members(parseJson(text))).flatMap(([id, stored]) => {
    const draft = isObject(stored) ? parseDraft(fields, JSON.stringify(stored)) : undefined;
    return draft ? [[id, draft] as const] : [];
  });
  return drafts.length ? new Map(drafts) : undefined;
}
