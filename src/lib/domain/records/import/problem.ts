import { numberText } from '#domain/app/count-text.ts';

/** Why a file can't be read, as a sentence for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** Throws the problem of a line, counted from 1. */
export function failAt(line: number, reason: string): never {
  throw new FileProblem(`Line ${numberText(line)}: ${reason}`);
}
