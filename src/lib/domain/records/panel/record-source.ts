import { jsonMembers } from '#domain/field-types/json-scan.ts';
import { parseRecord, type RecordData } from '../record.ts';

/** A record as the backend sent it, and the source text of every value in it. */
export interface RecordSource {
  readonly record: RecordData;
  /** Source text by field name: what `JSON.parse` would round is still exact here. */
  readonly members: ReadonlyMap<string, string>;
}

/** Reads the body of an answer; throws SyntaxError when it is no JSON. */
export function parseRecordSource(text: string): RecordSource {
  return { record: parseRecord(JSON.parse(text)), members: jsonMembers(text) };
}
