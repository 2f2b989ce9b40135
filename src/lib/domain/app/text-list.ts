import { parseJson } from './lenient.ts';

/** A list of texts out of stored JSON; anything else counts as an empty list. */
export function parseTextList(text: string): string[] {
  const stored = parseJson(text);
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
}

/** Takes a comma separated list apart: no spaces around, no empty and no repeated entries (FO-06). */
export function parseList(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    ),
  ];
}

/** A list as its input shows it: 'optionA, optionB' (FO-06). */
export const formatList = (entries: readonly string[]): string => entries.join(', ');
