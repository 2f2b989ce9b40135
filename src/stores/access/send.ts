import { type Answer, type RequestAs, sendAs } from '#api/access/as-user.ts';
import { saveRecord } from '#api/records/record.ts';
import { copyBody, copyProblem, tellsCopy } from '#domain/access/copy.ts';
import { OPERATIONS, type TriedRequest } from '#domain/access/request.ts';
import { CannotTry } from '#domain/access/request-path.ts';
import { quoteText } from '#domain/app/filter.ts';
import type { JsonObject } from '#domain/app/is-object.ts';
import { list, members, text } from '#domain/app/lenient.ts';
import { randomId, randomPassword } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { defaultSort } from '#domain/records/list-query.ts';
import { JSON_PART } from '#domain/records/panel/body.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { withCopy } from './copy.ts';
import { type Found, SHOWN_RECORDS } from './evaluate.ts';

/** Whether one record is let through, and how that was found out. */
export interface OneAnswer {
  readonly isAllowed: boolean | undefined;
  /** By a request for the record, by one for a copy of it, or by the rule with the user's values filled in. */
  readonly how: 'sent' | 'copy' | 'filled';
  /** What else there is to say, in sentences. */
  readonly note?: string | undefined;
}

const said = ({ message, data }: Answer): string =>
  [
    message,
    ...Object.entries(data).map(([name, error]) => `${name}: ${text(members(error)['message'])}`),
  ].join(' ');

const headersOf = ({ headers }: TriedRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replaceAll('_', '-'), value]));

/** The body of a copy, with a new id. */
const newBody = (collection: Collection, record: RecordData | undefined, data: JsonObject) =>
  copyBody(collection, record, data, randomId(), randomPassword());

/** Creates a copy as an administrator and deletes it after `use`. Throws ApiError. */
export function onOwnCopy<Result>(
  collection: Collection,
  record: RecordData | undefined,
  data: JsonObject,
  use: (body: JsonObject & { readonly id: string }) => Promise<Result>,
): Promise<Result> {
  const body = newBody(collection, record, data);
  return withCopy({ collectionId: collection.id, id: body.id }, async () => {
    const parts = [{ name: JSON_PART, value: JSON.stringify(body) }];
    await saveRecord({ collection: collection.id, id: undefined, parts });
    return use(body);
  });
}

/** Sends requests as the user with this token, or as a guest without one. Each throws ApiError when there is no answer. */
export function createSender(request: TriedRequest, token: string | undefined, signal: AbortSignal) {
  const { collection, operation, query } = request;
  const { method } = OPERATIONS[operation];
  const send = (rest: Partial<Pick<RequestAs, 'id' | 'body' | 'query'>>) =>
    sendAs(
      { token, method, collection: collection.id, query, headers: headersOf(request), ...rest },
      // A create that is aborted may still happen, after the copy was deleted.
      method === 'GET' ? { signal } : {},
    );
  const listed = async (parameters: Readonly<Record<string, string | number>>): Promise<Found> => {
    const answer = await send({ query: parameters });
    // Who may list nothing gets an empty list: a refusal is about the request.
    if (answer.status !== 200) throw new CannotTry(said(answer));
    const { data } = answer;
    return { count: Number(data['totalItems']), first: list(data['items'], parseRecord) };
  };
  const hasPassed = ({ status }: Answer) => status === 200;

  /** Creates as the user; what the backend says of the values comes before its rule. */
  async function create(record: RecordData | undefined): Promise<OneAnswer> {
    const body = newBody(collection, record, request.data);
    const answer = await withCopy({ collectionId: collection.id, id: body.id }, () => send({ body }));
    if (hasPassed(answer)) return { isAllowed: true, how: 'copy' };
    const isUndecided = answer.status === 400 && Object.keys(answer.data).length > 0;
    return { isAllowed: isUndecided ? undefined : false, how: 'copy', note: said(answer) };
  }

  return {
    /** The records of the list. */
    find: (): Promise<Found> => listed({ perPage: SHOWN_RECORDS, sort: defaultSort(collection), ...query }),
    /** Looks for the record in the list. */
    list: async ({ id }: RecordData): Promise<OneAnswer> => {
      const { count } = await listed({ ...query, filter: `id=${quoteText(id)}` });
      return { isAllowed: count > 0, how: 'sent' };
    },
    create,
    view: async (record: RecordData): Promise<OneAnswer> => {
      const answer = await send({ id: record.id });
      return { isAllowed: hasPassed(answer), how: 'sent', ...(!hasPassed(answer) && { note: said(answer) }) };
    },
    /** Changes or deletes a copy of the record. */
    write: async (record: RecordData): Promise<OneAnswer> => {
      const hasBody = operation === 'updateRule' || Object.keys(request.data).length > 0;
      const answer = await onOwnCopy(collection, record, {}, ({ id }) =>
        send({ id, ...(hasBody && { body: request.data }) }),
      );
      // The rule is checked first, then the values.
      const isAllowed = hasPassed(answer) || answer.status === 400;
      return { isAllowed, how: 'copy', ...(!hasPassed(answer) && { note: said(answer) }) };
    },
  };
}

/** Why a write is not tried on a copy of the record, in a sentence. */
export function noCopyReason(
  { collection }: TriedRequest,
  record: RecordData,
  rule: string,
): string | undefined {
  if (tellsCopy(rule)) return 'The rule tells a copy from its record.';
  return copyProblem(collection, record);
}
