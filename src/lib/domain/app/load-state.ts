import type { ApiError } from './api-error.ts';

export type LoadState<T> =
  | { readonly state: 'busy' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ApiError };
