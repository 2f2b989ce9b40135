/**
 * The object's own property of this name; undefined when it has none. Names that users choose may be `constructor` or
 * `__proto__`, which every object inherits.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
