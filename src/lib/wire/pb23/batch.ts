/* Several changes of records in one request, all of which are stored or none. Source: apis/batch.go. */
import { isObject, members } from '#domain/app/lenient.ts';
import type { Refusal } from '#domain/backend/problem.ts';
import { type BackendRequest, requestUrl } from '#domain/backend/request.ts';
import { listIn } from '../both/answers.ts';
import { deleteRecordRequest } from '../both/records.ts';

/** What was answered to one change; the body is not checked, and null for a delete. */
export interface BatchAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The first change that was refused: nothing of the batch is stored. `body` is that of its refusal, not checked. */
export interface BatchRefusal extends BatchAnswer {
  /** Counted from 0. */
  readonly index: number;
}

const urlOf = ({ path, query }: BackendRequest): string => {
  const target = typeof path === 'string' ? path : `/api/${path.map(encodeURIComponent).join('/')}`;
  return requestUrl({ path: target, ...(query && { query }) });
};

/** Creates, changes and deletes records in this order; bodies are objects, no forms. */
export const batchRequest = (changes: readonly BackendRequest[]): BackendRequest => ({
  path: '/api/batch',
  method: 'POST',
  body: {
    requests: changes.map(({ method = 'POST', body, ...target }) => ({
      method,
      url: urlOf(target),
      ...(body && { body }),
    })),
  },
});

const answerIn = (item: unknown): BatchAnswer => {
  const { status, body } = members(item);
  return { status: Number(status), body };
};

/** One for each change, in their order; undefined for any other answer. */
export const readBatch = (answer: unknown, count: number): readonly BatchAnswer[] | undefined => {
  const answers = listIn(answer, answerIn);
  return answers?.length === count ? answers : undefined;
};

/** The change that a refused batch names; undefined where it names none, as when it took too long. */
export function readBatchRefusal(body: unknown): BatchRefusal | undefined {
  const { requests } = members(members(body)['data']);
  // A list of errors by position; a problem of the list itself has a code in its place.
  for (const [index, problem] of Object.entries(members(requests))) {
    if (!/^\d+$/.test(index) || !isObject(problem)) continue;
    const response = members(problem['response']);
    return { index: Number(index), status: Number(response['status']) || 400, body: response };
  }
  return undefined;
}

/** A change that no backend stores: no collection can have this name. At the end of a batch nothing of it stays. */
export const neverStored: BackendRequest = deleteRecordRequest('-', '-');

/** What refuses a change, as far as its refusal says: its rule, what comes after a rule that lets it pass, or no one knows. */
export type RefusedBy = 'rule' | 'values' | 'unclear';

/**
 * What has refused a change of a batch, or a new record of it. A failing hook may say the same as a rule. Source: apis/record_crud.go, which
 * looks at the rule before the values.
 */
export function refusedBy(
  isCreated: boolean,
  { status, text, problems }: Pick<Refusal, 'text' | 'problems'> & { readonly status: number },
): RefusedBy {
  if (status === 404) return isCreated ? 'unclear' : 'rule';
  if (status !== 400) return 'unclear';
  if (problems.length) return 'values';
  if (!/^Failed to (create|update|delete) record/.test(text)) return 'unclear';
  return isCreated ? 'rule' : 'values';
}
