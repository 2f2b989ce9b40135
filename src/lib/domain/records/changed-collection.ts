import { ApiError } from '#domain/app/api-error.ts';

const refusal = (message: string): ApiError => new ApiError({ status: 400, text: message, message });

/** Somebody has renamed or removed a field that is changed: the backend would ignore it. */
export const missingField = (name: string): ApiError =>
  refusal(`The collection has no field “${name}” any more.`);

/** The error of an import into a collection that somebody has deleted. */
export const missingCollection = (name: string): ApiError =>
  refusal(`The collection ${name} was deleted meanwhile.`);

/** The response lacks fields that were sent. */
export const savedWithout = (names: readonly string[]): ApiError =>
  refusal(`The record was saved without ${names.join(', ')}: the collection was changed meanwhile.`);

/** No response has them. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'passwordConfirm']);

/** The saved record lacks them: the backend ignores what the collection does not have. */
export const ignoredNames = (sent: readonly string[], saved: object): readonly string[] =>
  sent.filter((name) => !Object.hasOwn(saved, name) && !SECRETS.has(name));
