const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const TIME_PRESETS = [
  { id: '15m', label: '15 min', ms: 15 * MINUTE_MS },
  { id: '1h', label: '1 h', ms: HOUR_MS },
  { id: '24h', label: '24 h', ms: DAY_MS },
  { id: '7d', label: '7 days', ms: 7 * DAY_MS },
] as const;

export type TimePreset = (typeof TIME_PRESETS)[number];
