import { isObject, members, parseJson } from '#domain/app/lenient.ts';
import { formatDraft, parseDraft, type RecordDraft } from '../panel/draft.ts';
import type { FormField } from '../panel/fields.ts';

export type CellDrafts = ReadonlyMap<string, RecordDraft>;

/** For local storage: a JSON object of the drafts as a panel stores them. */
export const formatCellDrafts = (fields: readonly FormField[], drafts: CellDrafts): string =>
  JSON.stringify(
    Object.fromEntries(
      [...drafts].map(([id, draft]): [string, unknown] => [id, JSON.parse(formatDraft(fields, draft))]),
    ),
  );

/** Undefined when nothing usable is left. */
export function parseCellDrafts(fields: readonly FormField[], text: string): CellDrafts | undefined {
  const drafts = Object.entries(members(parseJson(text))).flatMap(([id, stored]) => {
    const draft = isObject(stored) ? parseDraft(fields, JSON.stringify(stored)) : undefined;
    return draft ? [[id, draft] as const] : [];
  });
  return drafts.length ? new Map(drafts) : undefined;
}
