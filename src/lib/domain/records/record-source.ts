import { type JsonMembers, jsonMembers, listMembers } from '#domain/field-types/json-scan.ts';
import { parseRecord, type RecordData } from './record.ts';

export interface RecordSource {
  readonly record: RecordData;
  /** Source texts by field name. They keep the digits that `JSON.parse` would round. */
  readonly members: JsonMembers;
}

/** Throws SyntaxError when the body of a response is not JSON. */
export function parseRecordSource(text: string): RecordSource {
  return { record: parseRecord(JSON.parse(text)), members: jsonMembers(text) };
}

/** Of a list: its items, which are read already, and the body of the response. */
export function listSources(items: readonly unknown[], text: string): RecordSource[] {
  const members = listMembers(text);
  return items.map((item, index) => ({ record: parseRecord(item), members: members[index] ?? new Map() }));
}

/** The JSON texts of some fields of a record as a source. */
export const sourceOf = (id: string, members: JsonMembers): RecordSource => ({
  record: {
    ...Object.fromEntries([...members].map(([name, text]): [string, unknown] => [name, JSON.parse(text)])),
    ...{ id, collectionId: '', collectionName: '' },
  },
  members,
});
