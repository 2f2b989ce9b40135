import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '#scripts/lib/paths.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const FOLDER = inRoot('tests', 'wire', 'answers');

/** The recorded answers of the programs of a line, such as `0.22.`: what was asked gives what came, by version. */
export const answersOf = (line: string): [version: string, answer: (asked: string) => Answer][] =>
  readdirSync(FOLDER)
    .filter((file) => file.startsWith(line))
    .map((file) => {
      const all: Record<string, Answer> = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
      const answer = (asked: string) => {
        const found = Object.entries(all).find(([name]) => name.startsWith(`${asked} | `));
        if (!found) throw new Error(`${file} has no answer to: ${asked}`);
        return found[1];
      };
      return [file.replace('.json', ''), answer];
    });
