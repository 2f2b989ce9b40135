import type { ApiError } from './api-error.ts';

/** The state of data that a store loads: pending, a value or an error. */
export type LoadState<T> =
  | { readonly state: 'busy' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ApiError };
