/** The value of `key`; undefined when `value` is not an object or has no such key. */
export function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** The list of `key`; empty when there is none. */
export function listOf(value: unknown, key: string): unknown[] {
  const found = property(value, key);
  return Array.isArray(found) ? found : [];
}

/** The string of `key`; empty when there is none. */
export function textOf(value: unknown, key: string): string {
  const found = property(value, key);
  return typeof found === 'string' ? found : '';
}

/** The number of `key`; 0 when there is none. */
export function numberOf(value: unknown, key: string): number {
  const found = property(value, key);
  return typeof found === 'number' ? found : 0;
}
