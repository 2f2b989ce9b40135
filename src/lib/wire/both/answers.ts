/* What the requests, answers and refusals of several features have in common. */
import { members, ownOf, text } from '#domain/app/lenient.ts';
import type { Problem, Refusal } from '#domain/backend/problem.ts';
import type { ApiRequest, PageQuery } from '#domain/backend/request.ts';

/** The codes that decide something, by what they mean. */
const REASONS: Readonly<Record<string, Problem['reason']>> = {
  validation_not_unique: 'taken',
  validation_invalid_id: 'taken',
  // Of an id with a pattern of its own.
  validation_pk_invalid: 'taken',
  validation_missing_rel_records: 'dangling',
};

function* problemsIn(data: unknown, prefix: string): Generator<Problem> {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    const path = prefix + key;
    if (typeof value !== 'object' || value === null) continue;
    const { code, message }: { code?: unknown; message?: unknown } = value;
    if (typeof message === 'string' || typeof code === 'string')
      yield { path, reason: ownOf(REASONS, text(code)), text: text(message) || 'Invalid value' };
    else yield* problemsIn(value, `${path}.`);
  }
}

/** What the body of a refusal says; nothing for any other value. */
export function readRefusal(body: unknown): Refusal {
  const { message, data, mfaId } = members(body);
  return {
    text: text(message),
    problems: [...problemsIn(members(data), '')],
    step: text(mfaId) || undefined,
  };
}

/** Without the number of all items: counting takes long. */
export const listRequest = (path: string, { page, perPage, ...query }: PageQuery): ApiRequest => ({
  path: `/api/${path}`,
  query: { page, perPage, skipTotal: 1, ...query },
});

/** For the number of all items that match a filter. */
export const totalQuery = (filter: string) => ({ page: 1, perPage: 1, filter, fields: 'id' });

/** Undefined for an answer that is no list. */
export const listIn = <T>(answer: unknown, read: (item: unknown) => T): readonly T[] | undefined =>
  Array.isArray(answer) ? answer.map((item) => read(item)) : undefined;

/** A member that must be a text with content, such as a token; undefined if it is none. */
export function textIn(answer: unknown, name: string): string | undefined {
  const value = members(answer)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
