import { type JsonMembers, jsonMembers, listMembers } from '#domain/field-types/json-scan.ts';
import { parseRecord, type RecordData } from '../record.ts';

/** A record as the backend sent it, with the source text of every value. */
export interface RecordSource {
  readonly record: RecordData;
  /** Source text by field name. It keeps the digits that `JSON.parse` would round. */
  readonly members: JsonMembers;
}

/** Parses the body of a response; throws SyntaxError when it is not JSON. */
export function parseRecordSource(text: string): RecordSource {
  return { record: parseRecord(JSON.parse(text)), members: jsonMembers(text) };
}

/** The items of a list, which are read already, with the body of the response. */
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
