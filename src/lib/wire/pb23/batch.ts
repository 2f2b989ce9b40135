/* Several changes of records in one request, all of which are stored or none. Source: apis/batch.go. */
import { isObject, members } from '#domain/app/lenient.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { requestUrl } from '#domain/backend/request.ts';
import { listIn } from '../both/answers.ts';

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
