import type { ApiError } from './api-error.ts';

/** What a data store knows: nothing yet, a value, or why there is none. */
export type Load<T> =
  | { readonly state: 'busy' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ApiError };
