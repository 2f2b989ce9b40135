import { ApiError } from '#domain/app/api-error.ts';

const refusal = (message: string): ApiError =>
  new ApiError({ url: '', status: 400, body: { code: 400, message, data: {} }, isAbort: false, message });

/** The error of a change of a field that somebody has renamed or removed: the backend would ignore it. */
export const missingField = (name: string): ApiError =>
  refusal(`The collection has no field “${name}” any more.`);

/** The error of an import into a collection that somebody has deleted. */
export const missingCollection = (name: string): ApiError =>
  refusal(`The collection ${name} was deleted meanwhile.`);

/**
 * The error of a save whose response lacks fields that were sent: the backend ignores what the collection does not
 * have.
 */
export const savedWithout = (names: readonly string[]): ApiError =>
  refusal(`The record was saved without ${names.join(', ')}: the collection was changed meanwhile.`);

/** No response has them. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'passwordConfirm']);

/** Which of the sent fields a saved record lacks: the backend ignores what the collection does not have. */
export const ignoredNames = (sent: readonly string[], saved: object): readonly string[] =>
  sent.filter((name) => !Object.hasOwn(saved, name) && !SECRETS.has(name));
