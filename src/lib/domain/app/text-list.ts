import { parseJson } from './lenient.ts';

/** A list of texts out of stored JSON; anything else counts as an empty list. */
export function parseTextList(text: string): string[] {
  const stored = parseJson(text);
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
}
