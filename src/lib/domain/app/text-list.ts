import * as v from 'valibot';

const isText = (item: unknown): item is string => typeof item === 'string';
const storedList = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.unknown()),
  v.transform((items) => items.filter(isText)),
);

/** Reads a stored JSON array of strings; entries of other types are left out. Empty for any other text. */
export function parseTextList(text: string): string[] {
  const { success, output } = v.safeParse(storedList, text);
  return success ? output : [];
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
