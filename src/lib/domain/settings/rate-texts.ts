import { countText, numberText } from '#domain/app/count-text.ts';
import type { Audience, RateRule } from '#domain/backend/settings.ts';

export const AUDIENCES = [
  { value: 'everybody', label: 'Everybody' },
  { value: 'guests', label: 'Guests' },
  { value: 'users', label: 'Signed in' },
] as const satisfies readonly { readonly value: Audience; readonly label: string }[];

export const NEW_RULE: RateRule = { label: '', audience: 'everybody', requests: 300, seconds: 10, more: {} };

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD'] as const;

export const TRY_TEXTS = {
  example: '/api/collections/users/records',
  never: (administrator: string) => `${administrator}s are never limited.`,
  notCounted:
    'Not counted: the collection in this path does not exist, or is a view that can’t be changed, so the request is refused before a rule is looked for.',
  free: 'No rule: such requests are not limited.',
  countedApart: 'Requests for each collection and action are counted apart.',
  countedTogether: 'All requests that meet this rule are counted together.',
  order:
    'The backend looks for these labels, one after the other; for each, also for a beginning of it that ends with a slash:',
} as const;

export const FORECAST_TEXTS = {
  intro: (administrator: string) =>
    `The requests of the last 7 days in the log are counted against the rules above, also those that are not saved. Requests by ${administrator}s are never limited, and those inside of a batch are not in the log.`,
  empty: 'The log has no requests of guests or users of the last 7 days.',
  outcome: (met: number, refused: number) =>
    met
      ? `${refused ? countText(refused, 'request', 'requests') : 'None'} of ${numberText(met)} would have been refused.`
      : 'No request meets it.',
  rest: (free: number, exempt: number) =>
    `${countText(free, 'request meets', 'requests meet')} no rule.${exempt ? ` ${countText(exempt, 'request is', 'requests are')} from addresses without limits.` : ''}`,
  noAddress: (count: number) =>
    `${countText(count, 'request has', 'requests have')} no address in the log, so none of them counts as refused.`,
  addressesOff:
    'The log does not keep addresses now: switch on “Enable IP logging” in the settings of the logs.',
  level: (level: number) =>
    `The log keeps entries from level ${level} on: requests that succeeded are not in it.`,
} as const;
