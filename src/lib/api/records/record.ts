import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { keepText } from '#api/kept-text.ts';
import { withId } from '#api/response.ts';
import { type UploadProgress, uploadWith } from '#api/upload.ts';
import { text } from '#domain/app/lenient.ts';
import { ignoredNames } from '#domain/records/changed-collection.ts';
import { type BodyPart, JSON_PART, uploadSize } from '#domain/records/panel/values.ts';
import { parseRecordSource, type RecordSource } from '#domain/records/record-source.ts';
import { formParts } from '#wire/form-parts.ts';
import { newest, recordRequest, recordsRequest, saveRecordRequest } from '#wire/records.ts';

/** Loads a record with the exact text of its values; `collection` is an id. Throws ApiError. */
export async function getRecord(
  collection: string,
  id: string,
  options: CallOptions = {},
): Promise<RecordSource> {
  const kept = keepText();
  // Without `fields`, because it makes the backend decode JSON values and round their numbers.
  return sendAndRead({ ...recordRequest(collection, id), fetch: kept.fetch }, options, (response) => {
    withId(response, { id, collection });
    return parseRecordSource(kept.text());
  });
}

/** Loads the newest records of a collection, newest first; their numbers may be rounded. Throws ApiError. */
export async function listNewest(
  collection: string,
  count: number,
  options: CallOptions = {},
): Promise<RecordSource[]> {
  const query = {
    collection,
    page: 1,
    perPage: count,
    sort: newest(),
    filter: '',
    expand: '',
    fields: '',
  };
  const { items } = await sendRequest(recordsRequest(query), options);
  return items.map((item) => parseRecordSource(JSON.stringify(item)));
}

export interface SavedRecord {
  /** Id of the collection. */
  readonly collection: string;
  /** Id of the record to update; undefined creates one. */
  readonly id: string | undefined;
  /** Values by field as the backend reads them from JSON, also the id of a new record. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly parts?: readonly BodyPart[];
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** A multipart form, which is needed for files; the backend reads the other values from their JSON, too. */
function formOf(json: SavedRecord['json'], parts: readonly BodyPart[]): FormData {
  const form = new FormData();
  if (json) form.append(JSON_PART, JSON.stringify(json));
  for (const { name, value } of formParts(parts)) form.append(name, value);
  return form;
}

/** Creates or updates a record; throws ApiError. */
export async function saveRecord(
  { collection, id, json, parts = [], onProgress }: SavedRecord,
  options: CallOptions = {},
): Promise<RecordSource> {
  const body = json && !parts.length ? json : formOf(json, parts);
  const kept = keepText(uploadSize(parts) > 0 && onProgress ? uploadWith(onProgress) : fetch);
  const request = { ...saveRecordRequest(collection, id, body), fetch: kept.fetch };
  // A late response contains the stored record.
  return sendAndRead(request, { ...options, acceptsLateResponse: true }, (response) => {
    withId(response, { id: id ?? (text(json?.['id']) || undefined), collection }, true);
    return parseRecordSource(kept.text());
  });
}

/**
 * Creates or updates a record; `names` are those of the sent fields. Those of them that the record lacks are `ignored`:
 * somebody has renamed or removed these fields. `save` sends it, such as that of a batch. Throws ApiError.
 */
export async function writeRecord(
  { names, ...saved }: SavedRecord & { readonly names: readonly string[] },
  options: CallOptions,
  save: typeof saveRecord = saveRecord,
): Promise<{ readonly source: RecordSource; readonly ignored: readonly string[] }> {
  const source = await save(saved, options);
  return { source, ignored: ignoredNames(names, source.record) };
}
