import { type CallOptions, call, type HttpClient, toApiError } from '#api/client.ts';
import { keepText } from '#api/kept-text.ts';
import { apiPath, checkedPath } from '#api/path.ts';
import { RequestError } from '#api/request-error.ts';
import { unreadable, withId } from '#api/response.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { text } from '#domain/app/lenient.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { listMembers } from '#domain/field-types/json-scan.ts';
import { type BodyPart, JSON_PART } from '#domain/records/panel/values.ts';
import { parseRecordSource, type RecordSource } from '#domain/records/record-source.ts';
import { type BatchAnswer, batchRequest, readBatch, readBatchRefusal } from '#wire/batch.ts';
import { formParts } from '#wire/form-parts.ts';
import { deleteRecordRequest, saveRecordRequest } from '#wire/records.ts';
import type { SavedRecord } from './record.ts';

/** An answer with the JSON text of its body, which keeps the digits that `JSON.parse` rounds. */
export interface ExactAnswer extends BatchAnswer {
  readonly text: string;
}

/** With the path as one that no name changes, which throws. */
const checked = ({ path, ...change }: BackendRequest): BackendRequest => ({
  ...change,
  path: typeof path === 'string' ? checkedPath(path) : apiPath(...path),
});

/** What has come of a batch: all is stored, with an answer for each change, or nothing, by the first that was refused. */
export type BatchOutcome =
  | { readonly answers: readonly ExactAnswer[] }
  | { readonly refused: number; readonly error: ApiError };

/**
 * Sends changes of records as one: all are stored or none. A refused change is an outcome; throws ApiError for anything
 * else, such as batches that are switched off (403), too many changes (400), a body that is too large (413), too little
 * time (400), or no response: then all may be stored, or nothing. It goes on when the session ends: its outcome counts.
 *
 * @param as whose rules decide, by default the administrator of the page
 */
export function sendBatch(
  changes: readonly BackendRequest[],
  options: CallOptions = {},
  as?: HttpClient,
): Promise<BatchOutcome> {
  const send = async (client: HttpClient, signal: AbortSignal): Promise<BatchOutcome> => {
    try {
      const { path, ...request } = batchRequest(changes.map(checked));
      const kept = keepText();
      const answered = await client.send(path, { ...request, signal, fetch: kept.fetch });
      const answers = readBatch(answered, changes.length);
      if (!answers) throw unreadable('', true);
      const texts = listMembers(`{"items":${kept.text()}}`).map((members) => members.get('body') ?? '');
      return { answers: answers.map((answer, at) => ({ ...answer, text: texts[at] ?? '' })) };
    } catch (thrown) {
      if (!(thrown instanceof RequestError)) throw thrown;
      const { url, status, response } = thrown;
      const refusal = status === 400 ? readBatchRefusal(response) : undefined;
      if (!refusal) throw thrown;
      const error = toApiError(new RequestError({ url, status: refusal.status, response: refusal.body }));
      return { refused: refusal.index, error };
    }
  };
  return call((client, signal) => send(as ?? client, signal), {
    ...options,
    acceptsLateResponse: true,
    outlivesSession: true,
  });
}

/** Several parts of one name are a list, as in a form. */
function jsonOf(parts: readonly BodyPart[]): Record<string, unknown> {
  const json = new Map<string, unknown>();
  for (const { name, value } of formParts(parts)) {
    if (name === JSON_PART)
      for (const [key, own] of Object.entries(JSON.parse(String(value)))) json.set(key, own);
    else if (json.has(name)) json.set(name, [json.get(name), value].flat());
    else json.set(name, value);
  }
  return Object.fromEntries(json);
}

/** One change of a batch, and what reads its answer. */
export interface BatchPart<T> {
  readonly request: BackendRequest;
  /** Throws for an answer about something else. */
  readonly read: (answer: ExactAnswer) => T;
}

/** Creates or changes a record; undefined with files, which only a form can have. */
export function saveInBatch({
  collection,
  id,
  json,
  parts = [],
}: SavedRecord): BatchPart<RecordSource> | undefined {
  if (parts.some(({ value }) => typeof value !== 'string')) return undefined;
  return {
    request: saveRecordRequest(collection, id, { ...jsonOf(parts), ...json }),
    read: (answer) => {
      withId(answer.body, { id: id ?? (text(json?.['id']) || undefined), collection }, true);
      return parseRecordSource(answer.text);
    },
  };
}

export const deleteInBatch = (collection: string, id: string): BatchPart<void> => ({
  request: deleteRecordRequest(collection, id),
  read: () => {},
});
