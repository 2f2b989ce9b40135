import { isObject, members, ownOf, text } from '#domain/app/lenient.ts';

/** A record in a response: its system fields and the fields of its collection's schema. */
export interface RecordData {
  readonly id: string;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly [field: string]: unknown;
}

/** Between the id and the position of a row of a view, in what identifies a row whose id others may have. */
export const ROW_MARK = '\u2060 #';

/** The id of a row as it is stored. */
export const storedId = (row: string): string => row.split(ROW_MARK, 1)[0] ?? '';

/** Reads a record from a response of the backend. */
export function parseRecord(value: unknown): RecordData {
  const from = members(value);
  return {
    ...from,
    id: text(from['id']),
    collectionId: text(from['collectionId']),
    collectionName: text(from['collectionName']),
  };
}

/** The expanded records of a relation, by id. */
export function expandedOf(record: RecordData, field: string): ReadonlyMap<string, RecordData> {
  const expand = record['expand'];
  const found = isObject(expand) ? ownOf(expand, field) : [];
  const list = Array.isArray(found) ? found : found ? [found] : [];
  return new Map(list.map(parseRecord).map((item) => [item.id, item]));
}
