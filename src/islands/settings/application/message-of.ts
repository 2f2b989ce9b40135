import type { FieldErrors } from '#domain/app/api-error.ts';

/** The first message for a field, or for an item of its list. */
export const messageOf = (errors: FieldErrors, path: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
