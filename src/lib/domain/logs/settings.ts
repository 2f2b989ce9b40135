/** What the backend keeps in its log, in the form of its settings (spec 1 §3). */
export interface LogSettings {
  readonly logs: {
    /** Days until an entry is removed; 0 keeps none. Undefined while the field is empty. */
    readonly maxDays: number | undefined;
    /** Entries below this level are not kept, {@link MIN_LEVEL} to {@link MAX_LEVEL}. */
    readonly minLevel: number | undefined;
    /** Whether the addresses of clients are kept. */
    readonly logIp: boolean;
  };
}

/** Labels of the fields (LS-01), by the path of their messages (LS-05). */
export const SETTING_LABELS = {
  'logs.maxDays': 'Max days retention',
  'logs.minLevel': 'Min log level',
  'logs.logIp': 'Enable IP logging',
} as const;

/** Limits of the minimum level (LS-01). */
export const MIN_LEVEL = -100;
export const MAX_LEVEL = 100;

/**
 * The settings to save: what was changed since `base` was loaded, and for the rest what is stored by now. Another
 * administrator may have changed it meanwhile.
 */
export function mergeSettings(base: LogSettings, values: LogSettings, stored: LogSettings): LogSettings {
  const merged = <N extends keyof LogSettings['logs']>(name: N): LogSettings['logs'][N] =>
    values.logs[name] === base.logs[name] ? stored.logs[name] : values.logs[name];
  return { logs: { maxDays: merged('maxDays'), minLevel: merged('minLevel'), logIp: merged('logIp') } };
}
