/**
 * The value that a record itself has under a name; undefined when it has none. Names that people choose may be
 * `constructor` or `__proto__`, which every object has something under.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
