import type { Audience, RateRule } from '#domain/backend/settings.ts';

export const AUDIENCES = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'guests', label: 'Guests' },
  { value: 'users', label: 'Signed in' },
] as const satisfies readonly { readonly value: Audience; readonly label: string }[];

export const NEW_RULE: RateRule = { label: '', audience: 'everybody', requests: 300, seconds: 10, more: {} };
