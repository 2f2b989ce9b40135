/** The value behind `key`, undefined when `value` is no object or has none. */
export function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The list behind `key`, empty when there is none. */
export function listOf(value: unknown, key: string): unknown[] {
  const found = property(value, key);
  return Array.isArray(found) ? found : [];
}

/** The text behind `key`, empty when there is none. */
export function textOf(value: unknown, key: string): string {
  const found = property(value, key);
  return typeof found === 'string' ? found : '';
}

/** The number behind `key`, 0 when there is none. */
export function numberOf(value: unknown, key: string): number {
  const found = property(value, key);
  return typeof found === 'number' ? found : 0;
}
