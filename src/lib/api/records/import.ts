import { type CallOptions, sendAndRead } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';
import { withId } from '#api/response.ts';
import { ignoredNames } from '#domain/records/changed-collection.ts';
import { JSON_PART } from '#domain/records/panel/body.ts';

interface JsonRecord {
  /** Id of the collection. */
  readonly collection: string;
  readonly id: string;
  /** Values by field, as the backend reads them from JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Files to add, with their fields. */
  readonly files?: readonly (readonly [field: string, file: File])[];
}

/** A multipart form, which is needed for files; the backend reads the other values from their JSON, too. */
function formOf(body: JsonRecord['body'], files: NonNullable<JsonRecord['files']>): FormData {
  const form = new FormData();
  form.append(JSON_PART, JSON.stringify(body));
  for (const [field, file] of files) form.append(field, file);
  return form;
}

async function send(
  method: 'POST' | 'PATCH',
  { collection, id, body, files = [] }: JsonRecord,
  options: CallOptions,
): Promise<readonly string[]> {
  const path = recordsPath(collection, ...(method === 'POST' ? [] : [id]));
  const request = { path, method, body: files.length ? formOf(body, files) : body };
  return sendAndRead(request, { ...options, acceptsLateResponse: true }, (response) => {
    const saved = withId(response, { id, collection }, true);
    return ignoredNames([...Object.keys(body), ...files.map(([field]) => field)], saved);
  });
}

/** Creates a record with this id. Returns the fields that the backend ignored, as it has none of them; throws ApiError. */
export const createRecord = (record: JsonRecord, options: CallOptions = {}): Promise<readonly string[]> =>
  send('POST', { ...record, body: { ...record.body, id: record.id } }, options);

/** Updates the fields of a record that the body names. Returns those that the backend ignored; throws ApiError. */
export const updateRecord = (record: JsonRecord, options: CallOptions = {}): Promise<readonly string[]> =>
  send('PATCH', record, options);
