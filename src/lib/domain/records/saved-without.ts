import { ApiError } from '#domain/app/api-error.ts';

/** The error of a save whose response lacks fields that were sent: the backend ignores what the collection does not have. */
export function savedWithout(names: readonly string[]): ApiError {
  const message = `The record was saved without ${names.join(', ')}: the collection was changed meanwhile.`;
  const body = { code: 400, message, data: {} };
  return new ApiError({ url: '', status: 400, body, isAbort: false, message });
}
