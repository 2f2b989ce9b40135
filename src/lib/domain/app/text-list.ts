import { list, parseJson } from './lenient.ts';

/** Reads a stored JSON array of strings; entries of other types are left out. Empty for any other text. */
export const parseTextList = (text: string): string[] =>
  list(parseJson(text), (item) => item).filter((item) => typeof item === 'string');

/** Takes a comma separated list apart: no spaces around, no empty and no repeated entries. */
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

/** A list as its input shows it: 'optionA, optionB'. */
export const formatList = (entries: readonly string[]): string => entries.join(', ');
