/* What translating the text of collections from one line of PocketBase to another has in either direction. */
import { type JsonObject, members, text } from '#domain/app/lenient.ts';

/** Comments and texts of a rule. */
const APART = /\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/;

/** A rule with `word` replaced, but in its comments and quoted texts. */
export function replaceInRule(rule: string, word: RegExp, by: string): string {
  const parts = new RegExp(`${APART.source}|${word.source}`, 'g');
  const isWord = new RegExp(`^(?:${word.source})$`);
  return rule.replace(parts, (part) => (isWord.test(part) ? by : part));
}

/** What a rule says, without its comments and quoted texts. */
export const wordsOfRule = (rule: string): string => rule.replace(new RegExp(APART.source, 'g'), ' ');

/** Entries of a file of another line that are of this one: which is meant is not clear. */
export const mixedRefusals = (
  entries: readonly unknown[],
  isOfThis: (json: JsonObject) => boolean,
): string[] =>
  entries.flatMap((entry) => {
    const json = members(entry);
    return isOfThis(json)
      ? [`${text(json['name'])} (it is in the format of another line than the others)`]
      : [];
  });
