import { flagField, numberField } from '#domain/app/settings-fields.ts';

/** What the backend keeps in its log. */
export const LOG_SETTINGS = {
  /** Days until an entry is removed; 0 keeps none. */
  'logs.maxDays': numberField('Max days retention'),
  /** Entries below this level are not kept, {@link MIN_LEVEL} to {@link MAX_LEVEL}. */
  'logs.minLevel': numberField('Min log level'),
  /** Whether the addresses of clients are kept. */
  'logs.logIp': flagField('Enable IP logging'),
} as const;

/** Limits of the minimum level. */
export const MIN_LEVEL = -100;
export const MAX_LEVEL = 100;
