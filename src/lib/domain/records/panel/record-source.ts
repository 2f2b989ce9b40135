import { jsonItems, jsonMembers } from '#domain/field-types/json-scan.ts';
import { parseRecord, type RecordData } from '../record.ts';

/** A record as the backend sent it, with the source text of every value. */
export interface RecordSource {
  readonly record: RecordData;
  /** Source text by field name. It keeps the digits that `JSON.parse` would round. */
  readonly members: ReadonlyMap<string, string>;
}

/** Parses the body of a response; throws SyntaxError when it is not JSON. */
export function parseRecordSource(text: string): RecordSource {
  return { record: parseRecord(JSON.parse(text)), members: jsonMembers(text) };
}

/** Parses the body of a list; throws SyntaxError when it is not JSON. */
export const parseListSource = (text: string): RecordSource[] =>
  jsonItems(jsonMembers(text).get('items') ?? '').map(parseRecordSource);

/** The JSON texts of some fields of a record as a source. */
export const sourceOf = (id: string, members: ReadonlyMap<string, string>): RecordSource => ({
  record: {
    ...Object.fromEntries([...members].map(([name, text]): [string, unknown] => [name, JSON.parse(text)])),
    ...{ id, collectionId: '', collectionName: '' },
  },
  members,
});
