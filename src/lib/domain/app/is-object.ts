/** An object as JSON has it. Its names may be anything, `constructor` too: ask for those with `ownOf`. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with members: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
