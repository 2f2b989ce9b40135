/** A JSON object. Its keys may have any name, also `constructor`: read such keys with `ownOf`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
